import { isDatabaseAway } from '../../src/database/insist-on-record.ts'
import { describeFailure, describeTrouble } from '../telegram/telegram.ts'
import type { StoredUpdate } from './inbox-sql.ts'

const triesMax = 3
const retryDelaysS = [1, 4]
const unreachableDelayMaxS = 60
const unreachableGiveUpS = 86_400

/** The outcome of an update that could not be handled. */
export type Failure = { is: 'delayed'; error: string; waitS: number; attempts: number } | { is: 'dead'; error: string }

/**
 * Three tries for an update; while Telegram itself cannot be reached, tries for a day, which are not counted. An outage
 * of the database counts as none: the update is tried again as soon as that is back.
 */
export function judgeFailure(
  { attempts, age: ageS }: Pick<StoredUpdate, 'attempts' | 'age'>,
  thrown: unknown,
): Failure {
  const trouble = describeFailure(thrown)
  const error = describeTrouble(thrown)
  if (isDatabaseAway(thrown)) return { is: 'delayed', error, waitS: 0, attempts }
  if (trouble?.is === 'unknown' || trouble?.is === 'limited' || trouble?.is === 'revoked') {
    if (ageS > unreachableGiveUpS) return { is: 'dead', error }
    // It rests until its bot has a new token, and goes on at once then.
    if (trouble.is === 'revoked') return { is: 'delayed', error, waitS: 1, attempts }
    const askedS = trouble.is === 'limited' ? trouble.retryAfterS : 0
    return { is: 'delayed', error, waitS: Math.max(Math.min(unreachableDelayMaxS, 1 + ageS / 4), askedS), attempts }
  }
  const waitS = retryDelaysS[attempts]
  if (attempts + 1 >= triesMax || waitS === undefined) return { is: 'dead', error }
  return { is: 'delayed', error, waitS, attempts: attempts + 1 }
}
