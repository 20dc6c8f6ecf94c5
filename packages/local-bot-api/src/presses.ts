import { randomBytes } from 'node:crypto'
import { BotApiError, badRequest } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import { gatherWork } from './lib/gather.ts'
import type { ControlWrites } from './lib/page-json.ts'
import { type StoredMessage, toApiMessage } from './messages.ts'
import type { Params } from './params.ts'
import { type Person, toPersonUser } from './people.ts'
import { createOncePerRoom, type Room } from './room.ts'
import { announceUpdate, lifeS, pressQueueKey, updateSettingsSql } from './updates.ts'

/** How long Telegram accepts an answer to a press. */
const answerableS = 15
const answerCharactersMax = 200

export interface PressOutcome {
  update_id: number | null
  /** The answer; null if the bot did not answer in time. */
  answer: ControlWrites['presses']['answer']
  /** The time from the press to its acknowledgement, by the database's clock; null without an acknowledgement. */
  answered_after_ms: number | null
}

/** A message of a bot in the chat of a person, with the pressed button. */
export interface PressTarget {
  bot: Bot
  person: Person
  message: StoredMessage
}

/** Finds the message and button of a press, in one statement because presses arrive by the hundred. */
export async function findPressTarget(
  room: Room,
  username: string,
  personId: number,
  messageId: number,
): Promise<{ [Part in keyof PressTarget]: PressTarget[Part] | null }> {
  const rows = await room.sql.query<{ bot: Bot | null; person: Person | null; message: StoredMessage | null }>(
    selectPressed,
    [username, personId, messageId],
  )
  const { bot, person, message } = rows[0]!
  if (message === null) return { bot, person, message }
  // Times in JSON are text.
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

/** Presses a button with `data`, and waits until the bot acknowledges it. */
export async function pressButton(
  room: Room,
  pressed: PressTarget,
  data: string,
  timeoutMs: number,
): Promise<PressOutcome> {
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

/** Answers that this process received. Its own waiting presses use them instead of reading the database. */
const answeredHere = new Map<string, Outcome>()

function storePress(room: Room, pressed: PressTarget, id: string, data: string): Promise<number | undefined> {
  return presses(room)({ ...pressed, id, data })
}

interface NewPress extends PressTarget {
  id: string
  data: string
}

// Simultaneous presses share a commit for each bot, because they update the row that counts its updates.
const presses = createOncePerRoom(room =>
  gatherWork<NewPress, number>(async presses => {
    const ofBots = Map.groupBy(presses, ({ bot }) => bot.id)
    const stored = await Promise.all([...ofBots.values()].map(each => storePresses(room, each)))
    const updateIds = new Map(stored.flat().map(({ id, update_id }) => [id, update_id]))
    return presses.map(({ id }) => updateIds.get(id))
  }),
)

async function storePresses(room: Room, presses: NewPress[]): Promise<{ id: string; update_id: number }[]> {
  const { bot } = presses[0]!
  const rows = await room.sql.query<{ id: string; update_id: number }>(insertPresses, [
    bot.id,
    'callback_query',
    presses.map(({ id }) => id),
    presses.map(({ person }) => person.id),
    presses.map(({ message }) => message.message_id),
    presses.map(({ person }) => pressQueueKey(person.id)),
    presses.map(press => JSON.stringify({ callback_query: callbackQuery(press) })),
    lifeS.callback_query,
  ])
  announceUpdate(room, bot)
  return rows
}

// A bot gets only the inline id of a message that was sent inline, in any chat.
function callbackQuery({ bot, person, message, id, data }: NewPress) {
  const chat_instance = String(BigInt(bot.id) * 31n + BigInt(person.id))
  const { inline_message_id } = message
  const pressed = inline_message_id === null ? { message: toApiMessage(message) } : { inline_message_id }
  return { id, from: toPersonUser(person), ...pressed, chat_instance, data }
}

const insertPresses = `
  with ${updateSettingsSql},
  given as (
    select * from unnest($3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
      with ordinality as given (id, person_id, message_id, queue_key, payload, place)
  ),
  counter as (
    update local_bot_api.bot_counter set last_update_id = last_update_id + (select count(*) from given)
    where bot_id = $1 and (select wanted from settings) returning last_update_id
  ),
  numbered as (
    select given.*, last_update_id - (select count(*) from given) + place as update_id
    from given left join counter on true
  ),
  pressed as (
    insert into local_bot_api.callback_query (id, bot_id, person_id, message_id, update_id)
    select id, $1, person_id, message_id, update_id from numbered
  ),
  queued as (
    insert into local_bot_api.update_queue
      (bot_id, update_id, kind, queue_key, payload, due_at, expires_at, held, parallel, copies)
    select $1, update_id, $2, queue_key, payload::json, due_at, now() + $8 * interval '1 s',
           update_mode = 'hold', update_mode = 'parallel', case when update_mode = 'twice' then 2 else 1 end
    from numbered, settings where update_id is not null
  )
  select id, update_id from numbered where update_id is not null`

async function findOutcome(room: Room, id: string): Promise<Outcome | undefined> {
  const rows = await room.sql.query<Outcome>(
    `select answer, round(extract(epoch from answered_at - pressed_at) * 1000, 1)::float8 as answered_after_ms
     from local_bot_api.callback_query where id = $1`,
    [id],
  )
  return rows[0]
}

/** Handles `answerCallbackQuery`. Only the first answer counts; a later one is accepted and ignored. */
export async function answerPress(room: Room, bot: Bot, params: Params): Promise<true> {
  const text = params.text('text')
  if (text !== undefined && [...text].length > answerCharactersMax) throw badRequest('MESSAGE_TOO_LONG')
  const url = params.text('url')
  const answer = {
    ...(text !== undefined && { text: text.toWellFormed(), show_alert: params.flag('show_alert') }),
    ...(url !== undefined && { url }),
  }
  const id = params.text('callback_query_id') ?? ''
  const recorded = await answers(room)({ id, botId: bot.id, answer })
  if (recorded === undefined) {
    throw new BotApiError(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
  }
  const { answered_after_ms } = recorded
  const topic = `press:${id}`
  if (answered_after_ms !== null && room.signals.followed(topic)) {
    answeredHere.set(id, { answer, answered_after_ms })
    room.signals.wake(topic)
  }
  return true
}

interface GivenAnswer {
  id: string
  botId: number
  answer: object
}

/** The recorded answer; null if the press had been answered before. */
type Recorded = Pick<PressOutcome, 'answered_after_ms'>

// Answers that arrive together share a commit, because many people may press at once.
const answers = createOncePerRoom(room =>
  gatherWork<GivenAnswer, Recorded>(async presses => {
    const rows = await room.sql.query<Recorded & { place: number }>(recordAnswers, [
      presses.map(({ id }) => id),
      presses.map(({ botId }) => botId),
      presses.map(({ answer }) => JSON.stringify(answer)),
      answerableS,
    ])
    const recorded = new Map(rows.map(row => [row.place, row]))
    return presses.map((_, at) => recorded.get(at + 1))
  }),
)

// Rows are locked by number, so that two processes that record the same answers cannot deadlock.
const recordAnswers = `
  with known as (
    select query.id, given.answer::json as answer, given.place
    from unnest($1::text[], $2::bigint[], $3::text[]) with ordinality as given (id, bot_id, answer, place)
    join local_bot_api.callback_query query on query.id = given.id and query.bot_id = given.bot_id
    where query.pressed_at > clock_timestamp() - $4 * interval '1 s'
    order by query.id for update of query
  ),
  first as (select distinct on (id) id, answer, place from known order by id, place),
  answered as (
    update local_bot_api.callback_query query set answered_at = clock_timestamp(), answer = first.answer
    from first where query.id = first.id and query.answered_at is null
    returning query.id,
      round(extract(epoch from query.answered_at - query.pressed_at) * 1000, 1)::float8 as answered_after_ms
  )
  select known.place, answered.answered_after_ms
  from known join first using (id)
  left join answered on answered.id = known.id and first.place = known.place`

/** Wakes the presses that wait here and were answered through another process. */
export function checkForAnswers(room: Room): void {
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
