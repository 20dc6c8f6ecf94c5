import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { tooComplex } from '../../catalog/import/parsed-catalog.ts'
import type { ReadLimits, ReadRequest } from './read-catalog.ts'

/*
 * Reads one file and ends. A thread parses, so that this one can measure its time and notice that the parent has ended.
 */
process.once('message', message => {
  const { source, limits } = message as ReadRequest
  const thread = new Worker(new URL('./parse-catalog.worker.ts', import.meta.url), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMbMax },
    execArgv: [],
  })
  thread.once('message', answer)
  thread.once('error', error => {
    if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    answer(serialize(tooComplex('needs too much memory to be read: divide it')))
  })
  thread.once('online', () => watchTime(thread, limits))
})
process.once('disconnect', () => process.exit())

let isAnswered = false

function answer(catalog: Uint8Array): void {
  if (isAnswered) return
  isAnswered = true
  process.send!(catalog, () => process.exit())
}

// The limit counts what the thread has computed, not the clock: no file is slow because the machine is busy.
function watchTime(thread: Worker, { withinMs }: ReadLimits): void {
  const check = async () => {
    const { user, system } = await thread.cpuUsage()
    const leftMs = withinMs - (user + system) / 1000
    if (leftMs <= 0) answer(serialize(tooComplex(`takes longer than ${withinMs / 1000} seconds to read: divide it`)))
    else checkIn(leftMs)
  }
  // A thread that has ended does not answer.
  const checkIn = (ms: number) => setTimeout(() => void check().catch(() => {}), Math.max(ms, checksApartMs))
  checkIn(withinMs)
}

const checksApartMs = 50
