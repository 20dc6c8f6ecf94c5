import { shuffled } from './shuffled.ts'

/**
 * Some of them, others in each run; all of them where WARUNG_CRASHES is set, which is for the time before a release.
 */
export function drawn<Item>(items: readonly Item[], count: number): readonly Item[] {
  return process.env.WARUNG_CRASHES === undefined ? shuffled(items).slice(0, count) : items
}
