import { parentPort } from 'node:worker_threads'
import { Refusal } from '../lib/refusal.ts'
import { decodePicture } from './decode-picture.ts'
import type { Decoded, PictureToDecode } from './decoders.ts'

/** One picture at a time; a fault that is no refusal ends the worker, and its pool starts another. */
parentPort?.on('message', async ({ bytes, pixelsMax }: PictureToDecode) => {
  parentPort?.postMessage(await decode(bytes, pixelsMax))
})

async function decode(bytes: Uint8Array, pixelsMax: number): Promise<Decoded> {
  try {
    return { texts: await decodePicture(bytes, pixelsMax) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, message: error.message } }
    throw error
  }
}
