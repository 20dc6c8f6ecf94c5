const skewMs = 60_000

/**
 * Returns the provider's time of payment. Null if it is impossible, which is before the code was created or in the
 * future. Clocks that are hours off, or that write Jakarta time as UTC, produce such times. Money without a time counts
 * as on time while its payment is pending.
 */
export function discardImpossibleTime(time: Date | null, madeAt: Date, askedAt: Date): Date | null {
  const isPossible = time && time.getTime() >= madeAt.getTime() - skewMs && time.getTime() <= askedAt.getTime() + skewMs
  return isPossible ? time : null
}
