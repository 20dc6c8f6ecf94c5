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

/** Presses a button that carries `data`, and waits until the bot acknowledges it. */
export async function press(
  room: Room,
  bot: Bot,
  person: Person,
  message: StoredMessage,
  data: string,
  timeoutMs: number,
): Promise<PressOutcome> {
  const id = randomBytes(8).readBigUInt64BE().toString()
  const until = Date.now() + timeoutMs
  const query = {
    id,
    from: personUser(person),
    message: apiMessage(message),
    chat_instance: String(BigInt(bot.id) * 31n + BigInt(person.id)),
    data,
  }
  const following = room.signals.follow(`press:${id}`)
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
  try {
    for (;;) {
      await following.next(until - Date.now())
      const outcome = await findOutcome(room, id)
      if (outcome?.answer || Date.now() >= until || room.signals.closed) {
        return { ...noAnswer, ...outcome, update_id: rows[0]?.update_id ?? null }
      }
    }
  } finally {
    following.stop()
  }
}

const noAnswer = { answer: null, answered_after_ms: null }

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

async function findOutcome(room: Room, id: string): Promise<Omit<PressOutcome, 'update_id'> | undefined> {
  const rows = await room.sql.query<{ answer: PressOutcome['answer']; answered_after_ms: number | null }>(
    `select answer, round(extract(epoch from answered_at - pressed_at) * 1000, 1)::float8 as answered_after_ms
     from local_bot_api.callback_query where id = $1`,
    [id],
  )
  return rows[0]
}

/** `answerCallbackQuery`. Only the first answer counts; a later one is taken and shown to nobody. */
export async function answerPress(room: Room, bot: Bot, params: Params): Promise<true> {
  const text = params.text('text')
  if (text !== undefined && [...text].length > answerCharactersMax) throw badRequest('MESSAGE_TOO_LONG')
  const url = params.text('url')
  const answer = {
    ...(text !== undefined && { text: text.toWellFormed(), show_alert: params.flag('show_alert') }),
    ...(url !== undefined && { url }),
  }
  const id = params.text('callback_query_id') ?? ''
  const rows = await room.sql.query<{ first: boolean }>(recordAnswer, [id, bot.id, JSON.stringify(answer), answerableS])
  if (rows.length === 0) {
    throw new BotApiError(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
  }
  room.signals.wake(`press:${id}`)
  return true
}

const recordAnswer = `
  with known as (
    select id, answered_at is null as first from local_bot_api.callback_query
    where id = $1 and bot_id = $2 and pressed_at > clock_timestamp() - $4 * interval '1 s'
  ),
  answered as (
    update local_bot_api.callback_query set answered_at = clock_timestamp(), answer = $3
    where id = $1 and bot_id = $2 and answered_at is null
      and pressed_at > clock_timestamp() - $4 * interval '1 s'
  )
  select first from known`

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
