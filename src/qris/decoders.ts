import { Worker } from 'node:worker_threads'
import { Refusal, type RefusalCode } from '../lib/refusal.ts'

export interface PictureToDecode {
  bytes: Uint8Array
  pixelsMax: number
}

export type Decoded = { texts: string[] } | { refusal: { code: RefusalCode; message: string } }

export interface DecoderLimits {
  /** Pictures decoded at once, each in a thread of its own. */
  workersMax: number
  /** Pictures waiting for a thread, held in memory. */
  waitingMax: number
  /** For one picture, from the moment a thread takes it; then the thread is killed. */
  timeoutMs: number
}

export interface Decoders {
  /**
   * The texts of the codes in a picture. Refuses `invalid_image` for a damaged one, `no_code_found` when none shows in time,
   * and `rate_limited` when too many wait.
   */
  decode(picture: PictureToDecode): Promise<string[]>
  /** Ends the threads; what is under way is refused. */
  close(): Promise<void>
}

interface Job {
  picture: PictureToDecode
  resolve(texts: string[]): void
  reject(error: unknown): void
}

/** Threads that decode pictures, started when the first one comes; they keep no process alive while they have nothing to do. */
export function createDecoders({ workersMax, waitingMax, timeoutMs }: DecoderLimits): Decoders {
  const waiting: Job[] = []
  const idle: Worker[] = []
  const all = new Set<Worker>()
  let isClosed = false

  function startNext(): void {
    const job = waiting[0]
    const worker = job && (idle.pop() ?? (all.size < workersMax ? start() : undefined))
    if (worker) void run(waiting.shift()!, worker).then(startNext)
  }

  function start(): Worker {
    const worker = new Worker(new URL('./decode.worker.ts', import.meta.url))
    all.add(worker)
    worker.on('exit', () => forget(worker))
    // A caller that waits for this worker is told of its end; a worker that ends while idle must not end the process.
    worker.on('error', () => forget(worker))
    return worker
  }

  function forget(worker: Worker): void {
    all.delete(worker)
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
  }

  async function run(job: Job, worker: Worker): Promise<void> {
    try {
      const decoded = await askWorker(worker, job.picture, timeoutMs)
      worker.unref()
      idle.push(worker)
      if ('texts' in decoded) job.resolve(decoded.texts)
      else job.reject(new Refusal(decoded.refusal.code, decoded.refusal.message))
    } catch (error) {
      forget(worker)
      void worker.terminate()
      job.reject(error)
    }
  }

  return {
    async decode(picture) {
      await preload()
      if (isClosed) throw new Refusal('unavailable', 'the service is stopping')
      if (waiting.length >= waitingMax) {
        throw new Refusal('rate_limited', 'too many pictures wait to be read', { retryAfterS: 2 })
      }
      return new Promise((resolve, reject) => {
        waiting.push({ picture, resolve, reject })
        startNext()
      })
    },
    async close() {
      isClosed = true
      for (const job of waiting.splice(0)) job.reject(new Refusal('unavailable', 'the service is stopping'))
      await Promise.all([...all].map(worker => worker.terminate()))
    },
  }
}

/**
 * sharp has to be loaded by the main thread before any worker loads it: a library that only workers hold is unloaded with
 * the first of them, under the feet of the others.
 */
async function preload(): Promise<void> {
  await import('sharp')
}

async function askWorker(worker: Worker, picture: PictureToDecode, timeoutMs: number): Promise<Decoded> {
  const over = new AbortController()
  try {
    return await new Promise<Decoded>((resolve, reject) => {
      const late = () => reject(new Refusal('no_code_found', `no code showed within ${timeoutMs / 1000} s`))
      const timer = setTimeout(late, timeoutMs)
      const ended = () => reject(new Refusal('unavailable', 'the picture was not read: the service is stopping'))
      over.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        worker.off('message', resolve).off('error', reject).off('exit', ended)
      })
      worker.on('message', resolve).on('error', reject).on('exit', ended)
      worker.ref()
      const bytes = Uint8Array.from(picture.bytes)
      worker.postMessage({ bytes, pixelsMax: picture.pixelsMax }, [bytes.buffer])
    })
  } finally {
    over.abort()
  }
}
