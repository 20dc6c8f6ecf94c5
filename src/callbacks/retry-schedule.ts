/** Seconds after each failed attempt until the next (design 4): twelve attempts over about 71 hours. */
export const retryDelaysS = [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400]
const jitter = 0.2

/**
 * Seconds until the next attempt, a fifth more or less; never sooner than the receiver asked for. Null: there is none.
 */
export function nextDelayS(attemptsMade: number, retryAfterS = 0): number | null {
  const delayS = retryDelaysS[attemptsMade - 1]
  if (delayS === undefined) return null
  return Math.max(delayS * (1 - jitter + Math.random() * 2 * jitter), retryAfterS)
}
