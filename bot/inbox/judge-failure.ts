import { isDatabaseUnavailable } from '../../src/database/insist-on-record.ts'
import { classifyTelegramError, describeTelegramError } from '../telegram/telegram.ts'
import type { StoredUpdate } from './inbox-sql.ts'

const triesMax = 3
const retryDelaysS = [1, 4]
const unreachableDelayMaxS = 60
const unreachableGiveUpS = 86_400

/** The next step for an update that could not be handled. */
export type FailureDecision =
  | { is: 'delayed'; error: string; waitS: number; attempts: number }
  | { is: 'dead'; error: string }

/**
 * Decides about an update that failed. It gets three tries. While Telegram cannot be reached, it is retried for a day,
 * and these tries are not counted. Nor is an outage of the database: the update is tried again as soon as the database
 * is back.
 */
export function judgeFailure(
  { attempts, age: ageS }: Pick<StoredUpdate, 'attempts' | 'age'>,
  thrown: unknown,
): FailureDecision {
  const trouble = classifyTelegramError(thrown)
  const error = describeTelegramError(thrown)
  if (isDatabaseUnavailable(thrown)) return { is: 'delayed', error, waitS: 0, attempts }
  if (trouble?.is === 'unknown' || trouble?.is === 'limited' || trouble?.is === 'revoked') {
    if (ageS > unreachableGiveUpS) return { is: 'dead', error }
    // The update waits until its bot has a new token, and continues immediately then.
    if (trouble.is === 'revoked') return { is: 'delayed', error, waitS: 1, attempts }
    const askedS = trouble.is === 'limited' ? trouble.retryAfterS : 0
    return { is: 'delayed', error, waitS: Math.max(Math.min(unreachableDelayMaxS, 1 + ageS / 4), askedS), attempts }
  }
  const waitS = retryDelaysS[attempts]
  if (attempts + 1 >= triesMax || waitS === undefined) return { is: 'dead', error }
  return { is: 'delayed', error, waitS, attempts: attempts + 1 }
}
