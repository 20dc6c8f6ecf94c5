import { createFairLanes } from '../../lib/fair-lanes.ts'
import { readInProcess } from '../catalogue-tables/read-in-process.ts'
import type { ParsedBankList, UnreadableReason } from './bank-list.ts'
import type { ListReadOptions } from './read-list.ts'

/** An uploaded file. */
export interface ListSource extends ListReadOptions {
  bytes: Uint8Array
  /** The password of a PDF; empty if it has none. */
  password: string
}

export type ReadAnswer = { list: ParsedBankList } | { unreadable: UnreadableReason; rows: string[][] }

const limits = { withinMs: 10_000, heapMbMax: 256 }
// Child processes of this one; at most one per account.
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 2, waitingMax: 20 })
const thread = new URL('./read-list.worker.ts', import.meta.url)

/**
 * Reads a bank's list, a CSV, Excel or PDF file, in a child process. Refuses `rate_limited` if too many files of the
 * account are waiting.
 */
export async function readListFile(accountId: number, source: ListSource): Promise<ReadAnswer> {
  const answer = await lanes.run(accountId, () => readInProcess<ReadAnswer>(thread, source, limits))
  return 'read' in answer ? answer.read : { unreadable: 'too_complex', rows: [] }
}
