import { randomUUID } from 'node:crypto'
import { raw } from '@mikro-orm/core'
import { holder } from '../../src/lib/holder.ts'
import { statement } from '../../src/lib/statement.ts'
import type { Needs } from '../../src/needs.ts'
import { Bot } from '../../src/notices/bot.ts'
import { botsSql, readBots, type StoredBot } from '../bots/bots-sql.ts'

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
  return readBots(app, claimSql, { limit, leaseS, token, holder })
}

interface Lease {
  leaseS: number
  token: string
}

const claimSql = botsSql<Lease & { limit: number; holder: string }>(
  'join claimed on claimed.id = b.id',
  `with due as (
    select id from bot where state = 'active' and polled_until < now()
    order by polled_at limit :limit for update skip locked
  ), claimed as (
    update bot set poll_token = :token, poll_holder = :holder, polled_at = now(),
      polled_until = now() + make_interval(secs => :leaseS)
    from due where bot.id = due.id returning bot.id
  )`,
)

/** Returns the ids of the bots whose leases are still held. */
export async function renewPolls(app: Needs<'sql'>, botIds: number[]): Promise<number[]> {
  const kept = await app.sql.query(renewSql, { botIds, token, leaseS })
  return kept.map(bot => bot.id)
}

const renewSql = statement<Lease & { botIds: number[] }, { id: number }>(`
  update bot set polled_until = now() + make_interval(secs => :leaseS)
  where id = any (:botIds::bigint[]) and poll_token = :token returning id`)

export async function releaseBot(app: Needs<'em'>, botId: number): Promise<void> {
  const free = { pollToken: null, pollHolder: null, polledUntil: raw<Date>("'-infinity'") }
  await app.em('installation').nativeUpdate(Bot, { id: botId, pollToken: token }, free)
}
