const skewMs = 60_000

/**
 * Returns when a code was paid, as its provider says, or null where that cannot be: before the code was made, or later
 * than now. Clocks that are hours off, or that write Jakarta's time as universal time, give such times. Money without a
 * time counts as in time while its payment is pending.
 */
export function possibleTime(time: Date | null, madeAt: Date, askedAt: Date): Date | null {
  const isPossible = time && time.getTime() >= madeAt.getTime() - skewMs && time.getTime() <= askedAt.getTime() + skewMs
  return isPossible ? time : null
}
