/** So many units of a line that are made alike. */
export interface Share<Making> {
  /** Null for units without options. */
  making: Making | null
  quantity: number
}

/**
 * How the units of a line are made. The line's quantity rules, since version 1.0.0 changes nothing else: where it holds
 * fewer than its makings say, the newest go; where it holds more, the rest is without options.
 *
 * @param makings the oldest first
 */
export function reconcile<Making extends { quantity: number }>(
  quantity: number,
  makings: readonly Making[],
): Share<Making>[] {
  const shares: Share<Making>[] = []
  let left = quantity
  for (const making of makings) {
    if (left === 0) break
    const taken = Math.min(left, making.quantity)
    shares.push({ making, quantity: taken })
    left -= taken
  }
  return left > 0 ? [...shares, { making: null, quantity: left }] : shares
}
