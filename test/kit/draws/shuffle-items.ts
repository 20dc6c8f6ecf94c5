import { randomInt } from 'node:crypto'

/** Returns the items in an order drawn from the seed of the run. All orders are equally likely. */
export function shuffleItems<Item>(items: readonly Item[]): Item[] {
  const drawn = [...items]
  for (let at = drawn.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[drawn[at], drawn[other]] = [drawn[other]!, drawn[at]!]
  }
  return drawn
}
