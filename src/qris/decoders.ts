import type { Piscina } from 'piscina'
import { createFairLanes } from '../lib/fair-lanes.ts'
import { Refusal, type RefusalDetails } from '../lib/refusal.ts'
import { loadSharp } from '../lib/sharp.ts'

export interface PictureToDecode {
  bytes: Uint8Array
  pixelsMax: number
}

export type DecodeResult = { texts: string[] } | { refusal: { details: RefusalDetails; message: string } }

export interface DecoderLimits {
  /** The maximum number of pictures decoded at once, each in its own thread. */
  workersMax: number
  /** The maximum number of pictures in memory that wait for a thread. */
  waitingMax: number
  /** The maximum number of waiting pictures per owner. */
  waitingPerOwnerMax: number
  /** The time limit for one picture, from the moment a thread starts it; then the thread is killed. */
  timeoutMs: number
}

export interface Decoders {
  /**
   * Returns the texts of the codes in a picture; owners take turns. Refuses `invalid_image` for a damaged one,
   * `no_code_found` if none is found in time, and `rate_limited` if too many wait.
   */
  decode(picture: PictureToDecode, owner: number): Promise<string[]>
  /**
   * Runs work when it is the owner's turn among those whose pictures are decoded. Refuses `rate_limited` if too many
   * wait.
   */
  inTurn<Result>(owner: number, work: () => Promise<Result>): Promise<Result>
  /** Ends the threads; running work is refused. */
  close(): Promise<void>
}

// The heap of a thread; pixels are outside it, and limited by the picture's size.
const heapMbMax = 128
const idleMs = 30_000

/** Creates threads that decode pictures, started with the first picture. */
export function createDecoders(limits: DecoderLimits): Decoders {
  const { workersMax, waitingMax, waitingPerOwnerMax, timeoutMs } = limits
  const lanes = createFairLanes({ width: workersMax, perKeyMax: 1, waitingPerKeyMax: waitingPerOwnerMax, waitingMax })
  const closing = new AbortController()
  let threads: Promise<Piscina<PictureToDecode, DecodeResult>> | undefined

  async function decodeNow(picture: PictureToDecode): Promise<string[]> {
    if (closing.signal.aborted) throw stopping()
    threads ??= openThreads(workersMax).catch(error => {
      threads = undefined
      throw error
    })
    const late = AbortSignal.timeout(timeoutMs)
    const bytes = Uint8Array.from(picture.bytes)
    try {
      const signal = AbortSignal.any([late, closing.signal])
      const decoded = await (await threads).run({ ...picture, bytes }, { signal, transferList: [bytes.buffer] })
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
      // A library that only threads hold is unloaded with the first of them, while the others still use it.
      loadSharp()
      return inTurn(owner, () => decodeNow(picture))
    },
    async close() {
      closing.abort()
      await (await threads)?.destroy()
    },
  }
}

async function openThreads(workersMax: number): Promise<Piscina<PictureToDecode, DecodeResult>> {
  const { Piscina } = await import('piscina')
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
