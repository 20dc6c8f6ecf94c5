import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from '../catalogue-tables/parse-table.ts'
import { BrokenSheet } from '../catalogue-tables/sheet.ts'
import { UnreadableList } from './bank-list.ts'
import { findColumn } from './list-columns.ts'
import { pdfRows } from './pdf-rows.ts'
import { readList } from './read-list.ts'
import type { ListSource, ReadAnswer } from './read-list-file.ts'

/** Reads one file; then the thread ends. */
const { bytes, password, ...reading } = workerData as ListSource
parentPort!.postMessage(serialize(await readWorkerList()))

async function readWorkerList(): Promise<ReadAnswer> {
  try {
    const isPdf = Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')
    const sheet = isPdf ? await pdfRows(bytes, password) : readSheet(bytes, cell => findColumn(cell) !== null)
    return { list: readList(sheet, reading) }
  } catch (error) {
    if (error instanceof UnreadableList) return { unreadable: error.reason, rows: error.rows }
    if (error instanceof BrokenSheet) return { unreadable: 'malformed', rows: [] }
    throw error
  }
}
