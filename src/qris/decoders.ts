import { Piscina } from 'piscina'
import { createFairLanes } from '../lib/fair-lanes.ts'
import { Refusal, type RefusalDetails } from '../lib/refusal.ts'

export interface PictureToDecode {
  bytes: Uint8Array
  pixelsMax: number
}

export type Decoded = { texts: string[] } | { refusal: { details: RefusalDetails; message: string } }

export interface DecoderLimits {
  /** Pictures decoded at once, each in a thread of its own. */
  workersMax: number
  /** Pictures waiting for a thread, held in memory. */
  waitingMax: number
  /** The number of waiting pictures of one owner. */
  waitingPerOwnerMax: number
  /** The limit for one picture, from the moment a thread takes it; then the thread is killed. */
  timeoutMs: number
}

export interface Decoders {
  /**
   * The texts of the codes in a picture; owners take turns. Refuses `invalid_image` for a damaged one, `no_code_found`
   * when none shows in time, and `rate_limited` when too many wait.
   */
  decode(picture: PictureToDecode, owner: number): Promise<string[]>
  /**
   * Waits for the owner's turn among those whose pictures are decoded, and works. Refuses `rate_limited` when too many
   * wait.
   */
  inTurn<Result>(owner: number, work: () => Promise<Result>): Promise<Result>
  /** Ends the threads; running work is refused. */
  close(): Promise<void>
}

// A thread's own heap; pixels are outside of it, and bounded by the picture's size.
const heapMbMax = 128
const idleMs = 30_000

/** Threads that decode pictures, started when the first one comes. */
export function createDecoders(limits: DecoderLimits): Decoders {
  const { workersMax, waitingMax, waitingPerOwnerMax, timeoutMs } = limits
  const lanes = createFairLanes({ width: workersMax, perKeyMax: 1, waitingPerKeyMax: waitingPerOwnerMax, waitingMax })
  const closing = new AbortController()
  let threads: Piscina<PictureToDecode, Decoded> | undefined

  async function decodeNow(picture: PictureToDecode): Promise<string[]> {
    if (closing.signal.aborted) throw stopping()
    threads ??= openThreads(workersMax)
    const late = AbortSignal.timeout(timeoutMs)
    const bytes = Uint8Array.from(picture.bytes)
    try {
      const signal = AbortSignal.any([late, closing.signal])
      const decoded = await threads.run({ ...picture, bytes }, { signal, transferList: [bytes.buffer] })
      if ('texts' in decoded) return decoded.texts
      throw new Refusal(decoded.refusal.details, decoded.refusal.message)
    } catch (error) {
      if (closing.signal.aborted) throw stopping()
      if (late.aborted) throw new Refusal('no_code_found', `no code showed within ${timeoutMs / 1000} s`)
      throw isOutOfMemory(error)
        ? new Refusal('image_too_large', 'the picture needs more memory than one may have')
        : error
    }
  }

  async function inTurn<Result>(owner: number, work: () => Promise<Result>): Promise<Result> {
    if (closing.signal.aborted) throw stopping()
    return lanes.run(owner, work)
  }

  return {
    inTurn,
    async decode(picture, owner) {
      await preloadSharp()
      return inTurn(owner, () => decodeNow(picture))
    },
    async close() {
      closing.abort()
      await threads?.destroy()
    },
  }
}

function openThreads(workersMax: number): Piscina<PictureToDecode, Decoded> {
  return new Piscina({
    filename: new URL('./decode.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: workersMax,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
  })
}

const outOfMemory = new Set(['ERR_WORKER_OUT_OF_MEMORY'])
const isOutOfMemory = (error: unknown) => outOfMemory.has((error as { code?: string }).code ?? '')
const stopping = () => new Refusal('unavailable', 'the service is stopping')

/**
 * Loads sharp in the main thread before any worker does. A library that only workers hold is unloaded with the first of
 * them, while the others still use it.
 */
async function preloadSharp(): Promise<void> {
  await import('sharp')
}
