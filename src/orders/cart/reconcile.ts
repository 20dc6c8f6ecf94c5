/** The units of a line with the same options. */
export interface MakingShare<Making> {
  /** Their options; null for none. */
  making: Making | null
  quantity: number
}

/**
 * Distributes the quantity of a line over its makings. The line's quantity decides, because version 1.0.0 changes
 * nothing else: if it is lower than the makings' sum, the newest makings are dropped; if it is higher, the remaining
 * units have no options.
 *
 * @param makings the oldest first
 */
export function reconcileMakings<Making extends { quantity: number }>(
  quantity: number,
  makings: readonly Making[],
): MakingShare<Making>[] {
  const shares: MakingShare<Making>[] = []
  let left = quantity
  for (const making of makings) {
    if (left === 0) break
    const taken = Math.min(left, making.quantity)
    shares.push({ making, quantity: taken })
    left -= taken
  }
  return left > 0 ? [...shares, { making: null, quantity: left }] : shares
}
