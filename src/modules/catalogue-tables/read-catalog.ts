import { fork } from 'node:child_process'
import { deserialize } from 'node:v8'
import { type ParsedCatalog, tooComplex } from '../../catalog/import/parsed-catalog.ts'
import { createFairLanes } from '../../lib/fair-lanes.ts'
import type { CurrentCatalog } from './current-catalog.ts'

/** The text of a YAML file, or the bytes of a table beside what the shop has. */
export type ReadSource = string | { table: Uint8Array; current: CurrentCatalog }

export interface ReadLimits {
  /** Computing time of the thread that reads. */
  withinMs: number
  /** By the clock, for a process that neither computes nor answers: it would keep its place for ever. */
  endsMs?: number
  heapMbMax: number
}

/** The first and only message to the process that reads a file. */
export interface ReadRequest {
  source: ReadSource
  limits: ReadLimits
}

const limitsOfAll: ReadLimits = { withinMs: 15_000, heapMbMax: 256 }
// Child processes of this one; one per account.
const lanes = createFairLanes({ width: 2, perKeyMax: 1, waitingPerKeyMax: 2, waitingMax: 20 })

/**
 * Reads a catalogue file as `parseCatalog` does, or a table as `parseTable` does, in a child process: a slow file
 * delays nobody else, and one that makes V8 abort ends that process alone. A file that takes too long, or too much
 * memory, has that as its only mistake. Refuses `rate_limited` when too many files of the account wait.
 */
export function readCatalog(accountId: number, source: ReadSource, limits = limitsOfAll): Promise<ParsedCatalog> {
  return lanes.run(accountId, () => parseInProcess({ source, limits }))
}

// Far beyond the time that a busy machine needs for what a thread may compute.
const endsMs = 300_000

function parseInProcess(request: ReadRequest): Promise<ParsedCatalog> {
  const reader = fork(new URL('./parse-catalog.process.ts', import.meta.url), {
    execArgv: [],
    // It gets none of the settings, which hold secrets: the file is somebody else's.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise<ParsedCatalog>((resolve, reject) => {
    const end = setTimeout(() => {
      resolve(tooComplex('takes too long to be read: divide it'))
      reader.kill('SIGKILL')
    }, request.limits.endsMs ?? endsMs)
    reader.once('message', answer => resolve(deserialize(answer as Uint8Array) as ParsedCatalog))
    reader.once('error', error => {
      clearTimeout(end)
      reject(error)
    })
    // After every message. V8 aborts, and a system that runs out of memory kills: both by a signal.
    reader.once('close', (code, signal) => {
      clearTimeout(end)
      if (signal !== null || code === abortedCode) resolve(tooComplex('needs too much memory to be read: divide it'))
      else reject(new Error(`the process that reads a catalogue ended with ${code}`))
    })
    // An error here means that the process has ended, which `close` reports.
    reader.send(request, () => {})
  })
}

// How Windows reports an abort, and shells report SIGABRT.
const abortedCode = 134
