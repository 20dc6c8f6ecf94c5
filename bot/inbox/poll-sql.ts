import { randomUUID } from 'node:crypto'
import { raw } from '@mikro-orm/core'
import { instancesOf } from '../../src/database/columns.ts'
import { holder } from '../../src/lib/holder.ts'
import type { Needs } from '../../src/needs.ts'
import { Bot } from '../../src/notices/bot.ts'
import { botSql, type StoredBot } from '../bots/bots-sql.ts'

const leaseS = 15
/** The token of all leases of polls that this process holds. */
const token = randomUUID()

export const isToBePolled = `from bot where state = 'active' and polled_until < now()`

/** Returns how many active bots are polled by no process now. */
export async function countUnpolled(app: Needs<'em'>): Promise<number> {
  return app.em('installation').count(Bot, { state: 'active', polledUntil: { $lt: raw<Date>('now()') } })
}

/** Leases bots to be polled by this process, those that waited longest first. */
export async function claimBots(app: Needs<'sql'>, limit: number): Promise<StoredBot[]> {
  return instancesOf(Bot, await app.sql.query<{ store: string }>(claimSql, [limit, leaseS, token, holder]))
}

const claimSql = `
  with due as (
    select id from bot where state = 'active' and polled_until < now()
    order by polled_at limit $1 for update skip locked
  ), claimed as (
    update bot
    set poll_token = $3, poll_holder = $4, polled_at = now(), polled_until = now() + make_interval(secs => $2)
    from due where bot.id = due.id returning bot.id
  )
  select s.* from claimed join (${botSql}) s on s.id = claimed.id`

/** Returns the ids of the bots whose leases are still held. */
export async function renewPolls(app: Needs<'sql'>, botIds: number[]): Promise<number[]> {
  const kept = await app.sql.query<{ id: number }>(
    `update bot set polled_until = now() + make_interval(secs => $3) where id = any ($1::bigint[]) and poll_token = $2
     returning id`,
    [botIds, token, leaseS],
  )
  return kept.map(bot => bot.id)
}

export async function releaseBot(app: Needs<'em'>, botId: number): Promise<void> {
  const free = { pollToken: null, pollHolder: null, polledUntil: raw<Date>("'-infinity'") }
  await app.em('installation').nativeUpdate(Bot, { id: botId, pollToken: token }, free)
}
