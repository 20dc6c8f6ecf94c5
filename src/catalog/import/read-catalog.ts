import { Worker } from 'node:worker_threads'
import { createFairLanes } from '../../lib/fair-lanes.ts'
import { onlyMistakes, type ParsedCatalog } from './parsed-catalog.ts'

const withinMs = 15_000
const heapMbMax = 256
// Threads of this process; one of an account.
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 2, waitingMax: 20 })

/**
 * Reads a catalogue file as `parseCatalog` does, in a thread of its own: a file that is made to be slow costs nobody else a moment. One that takes
 * too long, or too much memory, has that as its only mistake. Refuses `rate_limited` when too many files of the account wait.
 */
export function readCatalog(accountId: number, text: string): Promise<ParsedCatalog> {
  return lanes.run(accountId, () => parseInThread(text))
}

function parseInThread(text: string): Promise<ParsedCatalog> {
  const thread = new Worker(new URL('./parse-catalog.worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    execArgv: [],
  })
  return new Promise<ParsedCatalog>((resolve, reject) => {
    const tooLate = setTimeout(() => {
      resolve(mistaken(`the file takes longer than ${withinMs / 1000} seconds to read: divide it`))
      void thread.terminate()
    }, withinMs)
    thread.once('message', resolve)
    thread.once('error', error => {
      const isTooLarge = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isTooLarge) resolve(mistaken('the file needs too much memory to be read: divide it'))
      else reject(error)
    })
    thread.once('exit', code => {
      clearTimeout(tooLate)
      reject(new Error(`the thread that reads a catalogue ended with ${code}`))
    })
  })
}

function mistaken(error: string): ParsedCatalog {
  return onlyMistakes([{ line: 1, error }])
}
