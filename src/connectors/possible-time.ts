const skewMs = 60_000

/**
 * Returns when a code was paid according to its provider. Null if that is impossible: before the code was made, or
 * later than now. Clocks that are hours off, or that write Jakarta time as UTC, produce such times. Money without a
 * time counts as in time while its payment is pending.
 */
export function possibleTime(time: Date | null, madeAt: Date, askedAt: Date): Date | null {
  const isPossible = time && time.getTime() >= madeAt.getTime() - skewMs && time.getTime() <= askedAt.getTime() + skewMs
  return isPossible ? time : null
}
