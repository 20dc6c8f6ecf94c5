import { Refusal } from '../lib/refusal.ts'
import { decodePicture } from './decode-picture.ts'
import type { Decoded, PictureToDecode } from './decoders.ts'

/** One picture at a time. Threads hand over values, so a refusal goes as one. */
export default async function decode({ bytes, pixelsMax }: PictureToDecode): Promise<Decoded> {
  try {
    return { texts: await decodePicture(bytes, pixelsMax) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { details: error.details, message: error.message } }
    throw error
  }
}
