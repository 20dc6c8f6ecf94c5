import { LockMode, raw } from '@mikro-orm/core'
import { createKeyedSemaphore } from '../lib/keyed-semaphore.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Attempt } from './attempt.ts'

export interface AttemptLimit {
  /** The key under which attempts are counted, such as `sign-in name ayu` or `reset code user 12`. */
  key: string
  max: number
  windowS: number
}

// Attempts for one key queue in memory: if they waited for the row's lock, each would hold a connection.
const oneOfEach = createKeyedSemaphore(1)

/**
 * Counts an attempt before it is processed, under a lock, so that concurrency lets no more attempts pass. Refuses
 * `rate_limited` past the limit.
 */
export async function takeAttempt(
  app: Needs<'transaction' | 'now'>,
  { key, max, windowS }: AttemptLimit,
): Promise<void> {
  const now = app.now()
  const closedUntil = await oneOfEach(key, () => countTry(app, { key, max, windowS }, now))
  if (closedUntil === null) return
  const retryAfterS = Math.max(1, Math.ceil((closedUntil.getTime() - now.getTime()) / 1000))
  throw new Refusal('rate_limited', 'Too many tries: wait a while', { retryAfterS })
}

async function countTry(
  app: Needs<'transaction'>,
  { key, max, windowS }: AttemptLimit,
  now: Date,
): Promise<Date | null> {
  const until = new Date(now.getTime() + windowS * 1000)
  return app.transaction('shared', async ({ em }) => {
    await em.qb(Attempt).insert({ key, tries: 0, until }).onConflict(['key']).ignore().execute()
    const attempt = await em.findOneOrFail(Attempt, { key }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (attempt.until <= now) Object.assign(attempt, { tries: 0, until })
    if (attempt.tries >= max) return attempt.until
    attempt.tries++
    return null
  })
}

/** Returns when the next attempt is allowed; null if it is allowed now. */
export async function findNextAttemptTime(
  app: Needs<'em' | 'now'>,
  { key, max }: Pick<AttemptLimit, 'key' | 'max'>,
): Promise<Date | null> {
  const full = { key, tries: { $gte: max }, until: { $gt: app.now() } }
  return (await app.em('shared').findOne(Attempt, full))?.until ?? null
}

/** Subtracts one successful attempt from the count. */
export async function uncountAttempt(app: Needs<'em'>, key: string): Promise<void> {
  const tried = { key, tries: { $gt: 0 } }
  await app.em('shared').nativeUpdate(Attempt, tried, { tries: raw<number>('tries - 1') })
}

/** Deletes all counted attempts of a key. */
export async function forgetAttempts(app: Needs<'em'>, key: string): Promise<void> {
  await app.em('shared').nativeDelete(Attempt, { key })
}
