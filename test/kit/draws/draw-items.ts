import { shuffleItems } from './shuffle-items.ts'

/** Returns some of the items, different ones in each run; all of them if WARUNG_CRASHES is set, as before a release. */
export function drawItems<Item>(items: readonly Item[], count: number): readonly Item[] {
  return process.env.WARUNG_CRASHES === undefined ? shuffleItems(items).slice(0, count) : items
}
