import { fork } from 'node:child_process'
import { deserialize } from 'node:v8'

export interface ReadLimits {
  /** The maximum computing time of the reading thread. */
  withinMs: number
  /** The maximum elapsed time, for a process that neither computes nor answers and would keep its slot forever. */
  endsMs?: number
  heapMbMax: number
}

/** The first and only message to the process that reads a file. */
export interface ReadRequest {
  /** The module of the reading thread, which posts its serialized result and ends. */
  thread: string
  source: unknown
  limits: ReadLimits
}

/** The limit that a file exceeded: computing time, memory, or elapsed time. */
export type ExceededLimit = 'time' | 'memory' | 'clock'

// Far more than a busy machine needs for the permitted computing time of a thread.
const endsMs = 300_000

/**
 * Reads an uploaded file in a child process: a slow file delays no other work, and one that makes V8 abort ends only
 * that process. Returns what the thread posted, or the limit that the file exceeded.
 */
export function readInProcess<Result>(
  thread: URL,
  source: unknown,
  limits: ReadLimits,
): Promise<{ read: Result } | { tooMuch: ExceededLimit }> {
  const reader = fork(new URL('./read.process.ts', import.meta.url), {
    execArgv: [],
    // It gets none of the settings, because these contain secrets.
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    const end = setTimeout(() => {
      resolve({ tooMuch: 'clock' })
      reader.kill('SIGKILL')
    }, limits.endsMs ?? endsMs)
    reader.once('message', answer => {
      if (answer === 'time' || answer === 'memory') resolve({ tooMuch: answer })
      else resolve({ read: deserialize(answer as Uint8Array) as Result })
    })
    reader.once('error', error => {
      clearTimeout(end)
      reject(error)
    })
    // `close` follows all messages. Both V8 and a system without memory end a process by a signal.
    reader.once('close', (code, signal) => {
      clearTimeout(end)
      if (signal !== null || code === abortedCode) resolve({ tooMuch: 'memory' })
      else reject(new Error(`the process that reads a file ended with ${code}`))
    })
    // An error here means that the process has ended, which `close` reports.
    reader.send({ thread: thread.href, source, limits } satisfies ReadRequest, () => {})
  })
}

// How Windows reports an abort, and shells report SIGABRT.
const abortedCode = 134
