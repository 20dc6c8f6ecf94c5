import { parentPort, workerData } from 'node:worker_threads'
import { parseCatalog } from './parse-catalog.ts'

/** One file, and the thread ends. */
parentPort!.postMessage(parseCatalog(workerData as string))
