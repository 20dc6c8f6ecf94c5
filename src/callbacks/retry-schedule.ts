/** The delays after each failed attempt, in seconds: twelve attempts over about 71 hours. */
export const retryDelaysS = [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400]
const jitter = 0.2

const answerMsMax = 15_000
const firstAnswerMsMax = 5_000

/**
 * Returns the timeout of an attempt. It is shorter for a first attempt if the receiver failed last and its breaker is
 * closed, because a hanging receiver would occupy workers. Retries, and the attempt that a breaker lets through, get
 * the full timeout, so that a slow receiver can recover.
 */
export function answerTimeoutMs({ attempts, isHurried }: { attempts: number; isHurried: boolean }): number {
  return attempts === 0 && isHurried ? firstAnswerMsMax : answerMsMax
}

/**
 * Returns the seconds until the next attempt, plus or minus a fifth, but never less than the receiver requested. Null
 * after the last attempt.
 */
export function computeDelayS(attemptsMade: number, retryAfterS = 0): number | null {
  const delayS = retryDelaysS[attemptsMade - 1]
  if (delayS === undefined) return null
  return Math.max(delayS * (1 - jitter + Math.random() * 2 * jitter), retryAfterS)
}

/** The outcome of an attempt. */
export interface AttemptVerdict {
  /** `blocked`: the address may not be called. `stopped`: the receiver is gone for good. */
  next: 'delivered' | 'blocked' | 'stopped' | 'retry'
  /** The pause that a busy receiver requested. */
  retryAfterS?: number | undefined
}

/** pending and paused wait; delivered has arrived; exhausted, blocked and stopped are not sent again. */
export const deliveryStates = ['pending', 'delivered', 'exhausted', 'blocked', 'stopped', 'paused'] as const

/** The state of a delivery after an attempt, with the number of that attempt. */
export interface DeliveryState {
  state: Exclude<(typeof deliveryStates)[number], 'paused'>
  number: number
  nextAt: Date
}

/**
 * Returns the state of a delivery after another attempt. A test is not retried, because a person watches its single
 * attempt.
 */
export function computeDeliveryState(
  { attempts, isTest }: { attempts: number; isTest: boolean },
  { next, retryAfterS }: AttemptVerdict,
  now: Date,
): DeliveryState {
  const number = attempts + 1
  const delayS = isTest ? null : computeDelayS(number, retryAfterS)
  const afterFailure = delayS === null ? 'exhausted' : 'pending'
  return {
    state: next === 'retry' ? afterFailure : next,
    number,
    nextAt: new Date(now.getTime() + (delayS ?? 0) * 1000),
  }
}
