import { randomBytes } from 'node:crypto'
import { BotApiError, badRequest } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import { apiMessage, type StoredMessage } from './messages.ts'
import type { Params } from './params.ts'
import { type Person, personUser } from './people.ts'
import type { Room } from './room.ts'
import { announceUpdate, lifeS, pressQueueKey, updateSettings } from './updates.ts'

/** How long Telegram takes an answer to a press. */
const answerableS = 15
const answerCharactersMax = 200

export interface PressOutcome {
  update_id: number | null
  /** Null where nobody answered in time. */
  answer: { text?: string; show_alert?: boolean; url?: string } | null
  /** From the press to its acknowledgement, by the database's clock; null where there was none. */
  answered_after_ms: number | null
}

/** A message of a bot in the chat of a person, with the button that is pressed. */
export interface Pressed {
  bot: Bot
  person: Person
  message: StoredMessage
}

/** What a press names, in one look: presses come by the hundred. */
export async function findPressed(
  room: Room,
  username: string,
  personId: number,
  messageId: number,
): Promise<{ [Part in keyof Pressed]: Pressed[Part] | null }> {
  const rows = await room.sql.query<{ bot: Bot | null; person: Person | null; message: StoredMessage | null }>(
    selectPressed,
    [username, personId, messageId],
  )
  const { bot, person, message } = rows[0]!
  if (message === null) return { bot, person, message }
  // Inside JSON a moment is text.
  const moments = {
    sent_at: new Date(message.sent_at),
    edited_at: message.edited_at && new Date(message.edited_at),
    pinned_at: message.pinned_at && new Date(message.pinned_at),
  }
  return { bot, person, message: { ...message, ...moments } }
}

const selectPressed = `
  select to_json(bot) as bot, to_json(person) as person, to_json(message) as message
  from (select $1::text as username, $2::bigint as person_id, $3::bigint as message_id) as named
  left join local_bot_api.bot on lower(bot.username) = lower(named.username)
  left join local_bot_api.person on person.id = named.person_id
  left join local_bot_api.message
    on message.bot_id = bot.id and message.message_id = named.message_id and message.person_id = named.person_id`

/** Presses a button that carries `data`, and waits until the bot acknowledges it. */
export async function press(room: Room, pressed: Pressed, data: string, timeoutMs: number): Promise<PressOutcome> {
  const id = randomBytes(8).readBigUInt64BE().toString()
  const until = Date.now() + timeoutMs
  const following = room.signals.follow(`press:${id}`)
  try {
    const updateId = await storePress(room, pressed, id, data)
    for (;;) {
      await following.next(until - Date.now())
      const outcome = answeredHere.get(id) ?? (await findOutcome(room, id))
      if (outcome?.answer || Date.now() >= until || room.signals.closed) {
        return { update_id: updateId ?? null, answer: null, answered_after_ms: null, ...outcome }
      }
    }
  } finally {
    following.stop()
    answeredHere.delete(id)
  }
}

type Outcome = Omit<PressOutcome, 'update_id'>

/** Answers that this process received, for the presses that wait in it: they need not read what was just written. */
const answeredHere = new Map<string, Outcome>()

async function storePress(
  room: Room,
  { bot, person, message }: Pressed,
  id: string,
  data: string,
): Promise<number | undefined> {
  const query = {
    id,
    from: personUser(person),
    message: apiMessage(message),
    chat_instance: String(BigInt(bot.id) * 31n + BigInt(person.id)),
    data,
  }
  const rows = await room.sql.query<{ update_id: number }>(insertPress, [
    bot.id,
    'callback_query',
    id,
    person.id,
    message.message_id,
    pressQueueKey(person.id),
    JSON.stringify({ callback_query: query }),
    lifeS.callback_query,
  ])
  announceUpdate(room, bot.id)
  return rows[0]?.update_id
}

const insertPress = `
  with ${updateSettings},
  counter as (
    update local_bot_api.bot_counter set last_update_id = last_update_id + 1
    where bot_id = $1 and (select wanted from settings) returning last_update_id
  ),
  pressed as (
    insert into local_bot_api.callback_query (id, bot_id, person_id, message_id, update_id)
    select $3, $1, $4, $5, (select last_update_id from counter)
  )
  insert into local_bot_api.update_queue
    (bot_id, update_id, kind, queue_key, payload, due_at, expires_at, held, parallel, copies)
  select $1, last_update_id, $2, $6, $7::json, due_at, now() + $8 * interval '1 s',
         update_mode = 'hold', update_mode = 'parallel', case when update_mode = 'twice' then 2 else 1 end
  from counter, settings
  returning update_id`

async function findOutcome(room: Room, id: string): Promise<Outcome | undefined> {
  const rows = await room.sql.query<Outcome>(
    `select answer, round(extract(epoch from answered_at - pressed_at) * 1000, 1)::float8 as answered_after_ms
     from local_bot_api.callback_query where id = $1`,
    [id],
  )
  return rows[0]
}

/** `answerCallbackQuery`. Only the first answer counts; a later one is accepted and shown to nobody. */
export async function answerPress(room: Room, bot: Bot, params: Params): Promise<true> {
  const text = params.text('text')
  if (text !== undefined && [...text].length > answerCharactersMax) throw badRequest('MESSAGE_TOO_LONG')
  const url = params.text('url')
  const answer = {
    ...(text !== undefined && { text: text.toWellFormed(), show_alert: params.flag('show_alert') }),
    ...(url !== undefined && { url }),
  }
  const id = params.text('callback_query_id') ?? ''
  const rows = await room.sql.query<{ answered_after_ms: number | null }>(recordAnswer, [
    id,
    bot.id,
    JSON.stringify(answer),
    answerableS,
  ])
  if (rows.length === 0) {
    throw new BotApiError(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
  }
  const { answered_after_ms } = rows[0]!
  const topic = `press:${id}`
  if (answered_after_ms !== null && room.signals.followed(topic)) {
    answeredHere.set(id, { answer, answered_after_ms })
    room.signals.wake(topic)
  }
  return true
}

const recordAnswer = `
  with known as (
    select id from local_bot_api.callback_query
    where id = $1 and bot_id = $2 and pressed_at > clock_timestamp() - $4 * interval '1 s'
  ),
  answered as (
    update local_bot_api.callback_query set answered_at = clock_timestamp(), answer = $3
    from known where callback_query.id = known.id and answered_at is null
    returning round(extract(epoch from answered_at - pressed_at) * 1000, 1)::float8 as answered_after_ms
  )
  select answered_after_ms from known left join answered on true`

/** Presses that wait here and were answered through another process. */
export function lookForAnswers(room: Room): void {
  room.signals.look('press', async keys => {
    const rows = await room.sql.query<{ id: string }>(
      'select id from local_bot_api.callback_query where id = any($1) and answered_at is not null',
      [keys],
    )
    return rows.map(({ id }) => id)
  })
}

export async function forgetOldPresses(room: Room): Promise<void> {
  await room.sql.write(
    "delete from local_bot_api.callback_query where pressed_at < clock_timestamp() - interval '1 hour'",
  )
}
