const skewMs = 60_000

/**
 * When a code was paid, as its provider says; null where nobody can have paid then: before it was made, or later than now. Clocks that
 * are hours off, or that write Jakarta's time as universal time, tell such moments, and money without a time is in time while its
 * payment is pending.
 */
export function possibleTime(time: Date | null, madeAt: Date, askedAt: Date): Date | null {
  const isPossible = time && time.getTime() >= madeAt.getTime() - skewMs && time.getTime() <= askedAt.getTime() + skewMs
  return isPossible ? time : null
}
