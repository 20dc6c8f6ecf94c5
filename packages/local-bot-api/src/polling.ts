import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BotApiError } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import type { Params } from './params.ts'
import type { Room } from './room.ts'
import { isHeldSql } from './updates.ts'

const timeoutSMax = 50
const updatesMax = 100
/** Telegram answers repeated conflicts slowly, so that two pollers do not spin. */
const conflictEveryMs = 3000

/**
 * Handles `getUpdates`: deletes the updates below `offset`, then returns the due ones, or waits for them up to
 * `timeout` seconds. A new poll ends the previous one with a 409, even in another process.
 */
export async function getUpdates(room: Room, bot: Bot, params: Params, signal: AbortSignal): Promise<object[]> {
  if (bot.webhook_url !== '') throw await conflictError(bot, webhookActive)
  const limit = Math.min(Math.max(params.integer('limit') ?? updatesMax, 1), updatesMax)
  const timeoutMs = Math.min(Math.max(params.integer('timeout') ?? 0, 0), timeoutSMax) * 1000
  const token = randomBytes(9).toString('base64url')
  const topic = `updates:${bot.id}`
  const isAnotherHere = room.signals.followed(topic)
  const until = Date.now() + timeoutMs
  // Subscribes before the first query, so that an update right after it is not missed.
  const following = room.signals.follow(topic)
  const onAbort = () => room.signals.wake(topic)
  signal.addEventListener('abort', onAbort)
  try {
    let updates = await beginPoll(room, bot, params, { token, limit })
    if (isAnotherHere) room.signals.wake(topic)
    for (;;) {
      const left = until - Date.now()
      if (updates.length > 0 || left <= 0 || signal.aborted || room.signals.closed) return updates
      await following.next(left)
      updates = await dueUpdates(room, bot, { token, limit })
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    following.stop()
  }
}

const webhookActive =
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
const overtaken = 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'

interface Poll {
  token: string
  limit: number
}

/** Replaces the previous poll, deletes the updates that `offset` confirms, and returns those that are due. */
async function beginPoll(room: Room, bot: Bot, params: Params, { token, limit }: Poll): Promise<object[]> {
  const allowed = params.json('allowed_updates')
  if (Array.isArray(allowed)) await setAllowedUpdates(room, bot, allowed)
  const offset = params.integer('offset') ?? 0
  if (offset < 0) {
    await room.sql.write(beginFromEnd, [bot.id, token, offset])
    return dueUpdates(room, bot, { token, limit })
  }
  const rows = await room.sql.query<PollRow>(beginFrom, [bot.id, limit, token, offset])
  return listUpdates(bot, token, rows)
}

const takeTurn = (token: string) => `
  insert into local_bot_api.poll (bot_id, token) values ($1, ${token})
  on conflict (bot_id) do update set token = excluded.token returning bot_id, token`

const queuedUpdates = `
    select update_id, payload, copies, not ${isHeldSql} and due_at <= clock_timestamp() as due
    from local_bot_api.update_queue
    where bot_id = $1 and expires_at > clock_timestamp()`

const beginFrom = `
  with confirmed as (delete from local_bot_api.update_queue where bot_id = $1 and update_id < $4),
  turn as (${takeTurn('$3')})
  select bot.webhook_url, turn.token, queued.*
  from local_bot_api.bot join turn on turn.bot_id = bot.id
  left join lateral (${queuedUpdates} and update_id >= $4 order by update_id limit $2) as queued on true
  order by update_id`

const beginFromEnd = `
  with kept as (
    select update_id from local_bot_api.update_queue where bot_id = $1 order by update_id desc limit -$3::bigint
  ),
  forgotten as (
    delete from local_bot_api.update_queue where bot_id = $1 and update_id < (select min(update_id) from kept)
  )
  ${takeTurn('$2')}`

/** Stores the kinds of updates; an empty list means the default, which is everything that this machine produces. */
export async function setAllowedUpdates(room: Room, bot: Bot, allowed: unknown[]): Promise<void> {
  const value = allowed.length === 0 ? null : JSON.stringify(allowed)
  if (value === (bot.allowed_updates && JSON.stringify(bot.allowed_updates))) return
  await room.sql.write('update local_bot_api.bot set allowed_updates = $2 where id = $1', [bot.id, value])
}

interface PollRow {
  webhook_url: string
  token: string
  update_id: number | null
  payload: object
  copies: number
  due: boolean
}

async function dueUpdates(room: Room, bot: Bot, { token, limit }: Poll): Promise<object[]> {
  return listUpdates(bot, token, await room.sql.query<PollRow>(selectDue, [bot.id, limit]))
}

/**
 * Returns the oldest due updates. A held or delayed update stops those after it, because confirming a later number
 * would lose it. An update of mode `twice` is returned twice. Throws if another poll or a webhook has replaced this
 * one.
 */
async function listUpdates(bot: Bot, token: string, rows: PollRow[]): Promise<object[]> {
  const now = rows[0]
  if (now === undefined || now.webhook_url !== '') {
    throw await conflictError(bot, 'Conflict: terminated by setWebhook request')
  }
  if (now.token !== token) throw await conflictError(bot, overtaken)
  const stop = rows.findIndex(({ update_id, due }) => update_id === null || !due)
  return rows
    .slice(0, stop < 0 ? rows.length : stop)
    .flatMap(({ update_id, payload, copies }) => Array(copies).fill({ update_id, ...payload }))
}

const selectDue = `
  select bot.webhook_url, poll.token, queued.*
  from local_bot_api.bot join local_bot_api.poll on poll.bot_id = bot.id
  left join lateral (${queuedUpdates} order by update_id limit $2) as queued on true
  where bot.id = $1 order by update_id`

const conflictAt = new Map<number, number>()

async function conflictError(bot: Bot, description: string): Promise<BotApiError> {
  const last = conflictAt.get(bot.id) ?? 0
  conflictAt.set(bot.id, Date.now())
  if (Date.now() < last + conflictEveryMs) await sleep(conflictEveryMs, undefined, { ref: false })
  return new BotApiError(409, description)
}

/** Replaced polls of other processes are checked only in every few rounds. */
const looksPerTakeover = 8

/** Wakes the polls in this process that have due updates, or that a poll or a webhook of another process ended. */
export function checkForUpdates(room: Room): void {
  let tokens = new Map<number, string>()
  let looks = 0
  room.signals.look('updates', async keys => {
    const due = await room.sql.query<{ bot_id: number }>(
      `select distinct bot_id from local_bot_api.update_queue join local_bot_api.bot on bot.id = bot_id
       where bot_id = any($1::bigint[]) and not ${isHeldSql} and due_at <= clock_timestamp()`,
      [keys],
    )
    const changed = due.map(({ bot_id }) => String(bot_id))
    if (looks++ % looksPerTakeover > 0) return changed
    const before = tokens
    const polls = await room.sql.query<{ bot_id: number; token: string }>(
      `select poll.bot_id, poll.token || bot.webhook_url as token
       from local_bot_api.poll join local_bot_api.bot on bot.id = poll.bot_id where poll.bot_id = any($1::bigint[])`,
      [keys],
    )
    tokens = new Map(polls.map(({ bot_id, token }) => [bot_id, token]))
    const overtaken = polls.filter(({ bot_id, token }) => before.get(bot_id) !== token)
    return [...changed, ...overtaken.map(({ bot_id }) => String(bot_id))]
  })
}
