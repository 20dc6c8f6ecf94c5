import { Worker } from 'node:worker_threads'
import type { ExceededLimit, ReadLimits, ReadRequest } from './read-in-process.ts'

/*
 * Reads one file and ends. A thread parses, so that this process can measure its time and notice that the parent has
 * ended.
 */
process.once('message', message => {
  const { thread: href, source, limits } = message as ReadRequest
  const thread = new Worker(new URL(href), {
    workerData: source,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMbMax },
    execArgv: [],
  })
  thread.once('message', sendAnswer)
  thread.once('error', error => {
    if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    sendAnswer('memory')
  })
  thread.once('online', () => watchTime(thread, limits))
})
process.once('disconnect', () => process.exit())

let isAnswered = false

function sendAnswer(read: Uint8Array | ExceededLimit): void {
  if (isAnswered) return
  isAnswered = true
  process.send!(read, () => process.exit())
}

// The limit counts computing time, not elapsed time: a file is not slow because the machine is busy.
function watchTime(thread: Worker, { withinMs }: ReadLimits): void {
  const check = async () => {
    const { user, system } = await thread.cpuUsage()
    const leftMs = withinMs - (user + system) / 1000
    if (leftMs <= 0) sendAnswer('time')
    else checkIn(leftMs)
  }
  // A thread that has ended does not answer.
  const checkIn = (ms: number) => setTimeout(() => void check().catch(() => {}), Math.max(ms, checksApartMs))
  checkIn(withinMs)
}

const checksApartMs = 50
