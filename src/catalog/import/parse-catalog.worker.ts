import { parentPort, workerData } from 'node:worker_threads'
import { parseTable } from '../table/parse-table.ts'
import { parseCatalog } from './parse-catalog.ts'
import type { ReadSource } from './read-catalog.ts'

/** One file, and the thread ends. */
const source = workerData as ReadSource
parentPort!.postMessage(typeof source === 'string' ? parseCatalog(source) : parseTable(source.table, source.current))
