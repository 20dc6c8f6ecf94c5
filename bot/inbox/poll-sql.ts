import { randomUUID } from 'node:crypto'
import { raw } from '@mikro-orm/core'
import { startOfTime } from '../../src/database/open-ended.ts'
import { leaseHolder } from '../../src/lib/holder.ts'
import type { Needs } from '../../src/needs.ts'
import { Bot } from '../../src/notices/bot.ts'
import { botsSql, readBots, type StoredBot } from '../bots/bots-sql.ts'

export const leaseS = 15
/** The token of all polling leases of this process. */
const token = randomUUID()

export const pollableBotsSql = `from bot where state = 'active' and polled_until < now()`

/** Returns the number of active bots that no process polls now. */
export async function countUnpolled(app: Needs<'em'>): Promise<number> {
  return app.em('installation').count(Bot, { state: 'active', polledUntil: { $lt: raw<Date>('now()') } })
}

/** Leases bots for polling by this process, starting with those that waited longest. */
export async function claimBots(app: Needs<'sql'>, limit: number): Promise<StoredBot[]> {
  return readBots(app, claimSql, { limit, leaseS, token, holder: leaseHolder })
}

const claimSql = botsSql<{ limit: number; leaseS: number; token: string; holder: string }>(
  'join claimed on claimed.id = b.id',
  `with due as (
    select id from bot where state = 'active' and polled_until < now()
    order by polled_at limit :limit for no key update skip locked
  ), claimed as (
    update bot set poll_token = :token, poll_holder = :holder, polled_at = now(),
      polled_until = now() + make_interval(secs => :leaseS)
    from due where bot.id = due.id returning bot.id
  )`,
)

/** Renews the leases, and returns the ids of the bots whose leases are still held. */
export async function renewPolls(app: Needs<'em'>, botIds: number[]): Promise<number[]> {
  const kept = await app
    .em('installation')
    .qb(Bot)
    .update({ polledUntil: raw<Date>('now() + make_interval(secs => ?)', [leaseS]) })
    .where({ id: { $in: botIds }, pollToken: token })
    .returning('id')
    .execute<{ id: number }[]>('all')
  return kept.map(({ id }) => Number(id))
}

const free = { pollToken: null, pollHolder: null, polledUntil: startOfTime }

/** Releases all bots leased by this process except `botIds`: a claim whose answer was lost may have leased them. */
export async function releaseOtherBots(app: Needs<'em'>, botIds: number[]): Promise<void> {
  await app.em('installation').nativeUpdate(Bot, { id: { $nin: botIds }, pollToken: token }, free)
}

export async function releaseBot(app: Needs<'em'>, botId: number): Promise<void> {
  await app.em('installation').nativeUpdate(Bot, { id: botId, pollToken: token }, free)
}
