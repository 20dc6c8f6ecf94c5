import { createTooComplexCatalog, type ParsedCatalog } from '../../catalog/import/parsed-catalog.ts'
import { createFairLanes } from '../../lib/fair-lanes.ts'
import type { Field } from '../../lib/fields/field.ts'
import type { CurrentCatalog } from './current-catalog.ts'
import { type ReadLimits, readInProcess } from './read-in-process.ts'

/** The text of a YAML file with the terms of coupons, or the bytes of a table with the shop's data. */
export type ParsableSource =
  | { yaml: string; couponFields: readonly Field[] | null }
  | { table: Uint8Array; current: CurrentCatalog }

const limitsOfAll: ReadLimits = { withinMs: 15_000, heapMbMax: 256 }
// Child processes of this one; at most one per account.
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 2, waitingMax: 20 })
const thread = new URL('./parse-catalog.worker.ts', import.meta.url)

/**
 * Reads a catalogue file like `parseCatalog`, or a table like `parseTable`, in a child process. If a file takes too
 * much time or memory, that is its only mistake. Refuses `rate_limited` if too many files of the account are waiting.
 */
export async function readCatalog(
  accountId: number,
  source: ParsableSource,
  limits = limitsOfAll,
): Promise<ParsedCatalog> {
  const answer = await lanes.run(accountId, () => readInProcess<ParsedCatalog>(thread, source, limits))
  if ('read' in answer) return answer.read
  const tooMuch = {
    memory: 'needs too much memory to be read: divide it',
    time: `takes longer than ${limits.withinMs / 1000} seconds to read: divide it`,
    clock: 'takes too long to be read: divide it',
  }
  return createTooComplexCatalog(tooMuch[answer.tooMuch])
}
