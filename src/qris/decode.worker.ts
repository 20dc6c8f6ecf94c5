import { decodePicture } from '../../packages/qris/src/decode-picture.ts'
import { QrisError } from '../../packages/qris/src/qris-error.ts'
import type { DecodeResult, PictureToDecode } from './decoders.ts'

/** Decodes one picture at a time. Threads exchange values, so an error of the picture is returned as one. */
export default async function decode({ bytes, pixelsMax }: PictureToDecode): Promise<DecodeResult> {
  try {
    return { texts: await decodePicture(bytes, pixelsMax) }
  } catch (error) {
    if (error instanceof QrisError) return { refusal: { details: { code: error.code }, message: error.message } }
    throw error
  }
}
