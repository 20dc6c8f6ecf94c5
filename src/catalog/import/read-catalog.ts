import { Worker } from 'node:worker_threads'
import { createFairLanes } from '../../lib/fair-lanes.ts'
import type { CurrentCatalog } from '../table/current-catalog.ts'
import { onlyMistakes, type ParsedCatalog } from './parsed-catalog.ts'

/** The text of a YAML file, or the bytes of a table beside what the shop has. */
export type ReadSource = string | { table: Uint8Array; current: CurrentCatalog }

interface ReadLimits {
  withinMs: number
  heapMbMax: number
}

const limitsOfAll: ReadLimits = { withinMs: 15_000, heapMbMax: 256 }
// Threads of this process; one of an account.
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 2, waitingMax: 20 })

/**
 * Reads a catalogue file as `parseCatalog` does, or a table as `parseTable` does, in a thread of its own: a file that
 * is made to be slow costs nobody else a moment. One that takes too long, or too much memory, has that as its only
 * mistake. Refuses `rate_limited` when too many files of the account wait.
 */
export function readCatalog(accountId: number, source: ReadSource, limits = limitsOfAll): Promise<ParsedCatalog> {
  return lanes.run(accountId, () => parseInThread(source, limits))
}

function parseInThread(source: ReadSource, { withinMs, heapMbMax }: ReadLimits): Promise<ParsedCatalog> {
  const thread = new Worker(new URL('./parse-catalog.worker.ts', import.meta.url), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    execArgv: [],
  })
  return new Promise<ParsedCatalog>((resolve, reject) => {
    const stopWatching = watchTime(thread, withinMs, () => {
      resolve(mistaken(`the file takes longer than ${withinMs / 1000} seconds to read: divide it`))
      void thread.terminate()
    })
    thread.once('message', resolve)
    thread.once('error', error => {
      const isTooLarge = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isTooLarge) resolve(mistaken('the file needs too much memory to be read: divide it'))
      else reject(error)
    })
    thread.once('exit', code => {
      stopWatching()
      reject(new Error(`the thread that reads a catalogue ended with ${code}`))
    })
  })
}

// The limit counts what the thread has computed, not the clock: no file is slow because the machine is busy.
function watchTime(thread: Worker, withinMs: number, end: () => void): () => void {
  let isOver = false
  let watching: NodeJS.Timeout | undefined
  const look = async () => {
    const { user, system } = await thread.cpuUsage()
    const leftMs = withinMs - (user + system) / 1000
    if (leftMs <= 0) end()
    else lookIn(leftMs)
  }
  const lookIn = (ms: number) => {
    // A thread that has ended meanwhile does not answer.
    if (!isOver) watching = setTimeout(() => void look().catch(() => {}), Math.max(ms, looksApartMs))
  }
  // Before it is there it does not answer either.
  thread.once('online', () => lookIn(withinMs))
  return () => {
    isOver = true
    clearTimeout(watching)
  }
}

const looksApartMs = 50

function mistaken(error: string): ParsedCatalog {
  return onlyMistakes([{ line: 1, name: 'file', error, code: 'too_complex' }])
}
