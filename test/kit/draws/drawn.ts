import { shuffled } from './shuffled.ts'

/** Returns some of the items, different ones in each run; all of them if WARUNG_CRASHES is set, as before a release. */
export function drawn<Item>(items: readonly Item[], count: number): readonly Item[] {
  return process.env.WARUNG_CRASHES === undefined ? shuffled(items).slice(0, count) : items
}
