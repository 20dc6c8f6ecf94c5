import { p } from '@mikro-orm/core'
import type { AttemptOutcome } from './post-callback.ts'

/**
 * The results of an account's callbacks to one origin. A row is stored from the first failure on. Times are business
 * time, like the schedule of retries.
 */
export interface EndpointHealth {
  failuresInRow: number
  windowFrom: Date | null
  windowTries: number
  windowFailures: number
  /** How long the breaker was last opened, in seconds; 0 if it is closed. */
  openS: number
  blockedUntil: Date | null
  /** The first failure since the last success. */
  failingSince: Date | null
  disabledAt: Date | null
}

/** Returns the columns of the health, except the last one, whose meaning differs by endpoint. */
export function makeHealthColumns() {
  return {
    failuresInRow: p.integer().comment('Failures since the last success.').default(0),
    windowFrom: p.datetime().strictNullable(),
    windowTries: p.integer().comment('The number of attempts since window_from.').default(0),
    windowFailures: p.integer().comment('The number of failures since window_from.').default(0),
    openS: p.integer().comment('How long the circuit breaker opened last, in seconds.').default(0),
    blockedUntil: p.datetime().comment('Nothing is sent to it earlier.').strictNullable(),
    failingSince: p.datetime().strictNullable(),
  }
}

const windowMs = 300_000
const windowTriesMin = 10
const windowShare = 0.7
const inRowMax = 10
// A hanging attempt occupies a slot until its timeout.
const hungInRowMax = 3
// Slightly less than the shortest timeout of an attempt (`answerTimeoutMs`).
const hungMs = 4_500
const openSMin = 60
const openSMax = 900
const disableAfterMs = 5 * 86_400_000
const disableFailuresMin = 10

/** The result of one attempt for the health of its endpoint; `hung` means that it timed out without any answer. */
export type AttemptResult = 'delivered' | 'failed' | 'hung'

/** Returns what an attempt's outcome says about its endpoint. */
export function classifyAttempt({
  next,
  status,
  durationMs,
}: Pick<AttemptOutcome, 'next' | 'status' | 'durationMs'>): AttemptResult {
  if (next === 'delivered') return 'delivered'
  return status === null && durationMs >= hungMs ? 'hung' : 'failed'
}

export const initialHealth: EndpointHealth = {
  failuresInRow: 0,
  windowFrom: null,
  windowTries: 0,
  windowFailures: 0,
  openS: 0,
  blockedUntil: null,
  failingSince: null,
  disabledAt: null,
}

/**
 * Returns the health after one more attempt. The breaker opens after ten failures in a row, after three if the last one
 * hung, or if seven of ten attempts within five minutes failed. It stays open for a minute; then one attempt is let
 * through, and each failure doubles the pause, up to fifteen minutes. Five days with only failures disable the
 * endpoint; any success resets everything.
 */
export function computeHealth(before: EndpointHealth, attempt: AttemptResult, now: Date): EndpointHealth {
  if (attempt === 'delivered') return afterSuccess(before, now)
  const failingSince = before.failingSince ?? now
  const failed: EndpointHealth = {
    ...before,
    ...countedIn(before, now, 1),
    failuresInRow: before.failuresInRow + 1,
    failingSince,
  }
  const hasFailedForLong =
    now.getTime() - failingSince.getTime() >= disableAfterMs && failed.failuresInRow >= disableFailuresMin
  return {
    ...failed,
    ...breakerAfterFailure(failed, attempt === 'hung' ? hungInRowMax : inRowMax, now),
    disabledAt: before.disabledAt ?? (hasFailedForLong ? now : null),
  }
}

// A successful attempt closes the breaker and resets the counts.
function afterSuccess(before: EndpointHealth, now: Date): EndpointHealth {
  return before.openS > 0 ? initialHealth : { ...initialHealth, ...countedIn(before, now, 0) }
}

function countedIn(before: EndpointHealth, now: Date, failures: 0 | 1) {
  const isCurrent = before.windowFrom !== null && now.getTime() - before.windowFrom.getTime() < windowMs
  return isCurrent
    ? {
        windowTries: before.windowTries + 1,
        windowFailures: before.windowFailures + failures,
        windowFrom: before.windowFrom,
      }
    : { windowTries: 1, windowFailures: failures, windowFrom: now }
}

function breakerAfterFailure(
  failed: EndpointHealth,
  mostInRow: number,
  now: Date,
): Pick<EndpointHealth, 'openS' | 'blockedUntil'> {
  const { openS, blockedUntil } = failed
  // Attempts that were already running when the breaker opened are not counted again.
  if (blockedUntil !== null && now < blockedUntil) return { openS, blockedUntil }
  const isBad =
    failed.failuresInRow >= mostInRow ||
    (failed.windowTries >= windowTriesMin && failed.windowFailures >= windowShare * failed.windowTries)
  if (openS === 0 && !isBad) return { openS, blockedUntil }
  const nextS = openS === 0 ? openSMin : Math.min(openSMax, openS * 2)
  return { openS: nextS, blockedUntil: new Date(now.getTime() + nextS * 1000) }
}
