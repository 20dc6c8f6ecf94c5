import { LockMode, raw } from '@mikro-orm/core'
import { createKeyedSemaphore } from '../lib/keyed-semaphore.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Attempt } from './attempt.ts'

export interface AttemptLimit {
  /** `sign-in name ayu`, `reset code user 12`. */
  key: string
  max: number
  windowS: number
}

// Tries of one key wait in memory for one another: waiting for the row would hold a connection each.
const oneOfEach = createKeyedSemaphore(1)

/**
 * Counts a try before it is worked on, under a lock, so that of a thousand at once no more pass than of a thousand one
 * after another. Refuses `rate_limited` past the limit.
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

/** When this may be tried again; null while it may be tried now. */
export async function attemptsOpenAt(
  app: Needs<'em' | 'now'>,
  { key, max }: Pick<AttemptLimit, 'key' | 'max'>,
): Promise<Date | null> {
  const full = { key, tries: { $gte: max }, until: { $gt: app.now() } }
  return (await app.em('shared').findOne(Attempt, full))?.until ?? null
}

/** Takes back one try that was right. */
export async function giveAttemptBack(app: Needs<'em'>, key: string): Promise<void> {
  const tried = { key, tries: { $gt: 0 } }
  await app.em('shared').nativeUpdate(Attempt, tried, { tries: raw<number>('tries - 1') })
}

/** Forgets all tries under a key. */
export async function forgetAttempts(app: Needs<'em'>, key: string): Promise<void> {
  await app.em('shared').nativeDelete(Attempt, { key })
}
