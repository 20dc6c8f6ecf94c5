import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from '../catalogue-tables/parse-table.ts'
import { BrokenSheetError } from '../catalogue-tables/sheet.ts'
import { UnreadableListError } from './bank-list.ts'
import { findColumn } from './list-columns.ts'
import { readPdfRows } from './pdf-rows.ts'
import { readList } from './read-list.ts'
import type { ListSource, ReadAnswer } from './read-list-file.ts'

/** Reads one file; then the thread ends. */
const { bytes, password, ...reading } = workerData as ListSource
parentPort!.postMessage(serialize(await readWorkerList()))

async function readWorkerList(): Promise<ReadAnswer> {
  try {
    const isPdf = Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')
    const sheet = isPdf ? await readPdfRows(bytes, password) : readSheet(bytes, cell => findColumn(cell) !== null)
    return { list: readList(sheet, reading) }
  } catch (error) {
    if (error instanceof UnreadableListError) return { unreadable: error.reason, rows: error.rows }
    if (error instanceof BrokenSheetError) return { unreadable: 'malformed', rows: [] }
    throw error
  }
}
