import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { parseCatalog } from '../../catalog/import/parse-catalog.ts'
import { createFailedCatalog, createTooComplexCatalog, mistakesMax } from '../../catalog/import/parsed-catalog.ts'
import { parseTable } from './parse-table.ts'
import type { ParsableSource } from './read-catalog.ts'

/** The maximum size of a parsed catalogue of 5 MiB, all of which the requesting process holds in memory. */
const answerBytesMax = 67_108_864

/** Reads one file; then the thread ends. */
const source = workerData as ParsableSource
const read =
  'yaml' in source ? parseCatalog(source.yaml, source.couponFields) : parseTable(source.table, source.current)
// A file with more mistakes is refused: sending its valid parts would only cost the process that receives them.
const catalog = serialize(read.mistakes.length < mistakesMax ? read : createFailedCatalog(read.mistakes))
const isTooLarge = catalog.length > answerBytesMax
parentPort!.postMessage(
  isTooLarge ? serialize(createTooComplexCatalog('holds too much to be read at once: divide it')) : catalog,
)
