import { pictureHeader } from '../../packages/qris/src/picture-header.ts'
import { Refusal } from '../lib/refusal.ts'
import { rethrowQrisErrors } from './rethrow-qris-errors.ts'

/** Wider and higher than any photo or screenshot; the cost of a narrow picture depends on its height. */
const sideMax = 16_384

export interface PictureLimits {
  bytesMax: number
  pixelsMax: number
}

/**
 * Refuses `image_too_large` for a picture that would cost too much to unpack, from its first bytes, and `invalid_image`
 * for other files. Every incoming picture is checked here first, whatever its use.
 */
export function refuseLargePicture(bytes: Buffer, { bytesMax, pixelsMax }: PictureLimits): void {
  if (bytes.length > bytesMax) throw new Refusal('image_too_large', `has ${bytesMax} bytes at most`)
  const { width, height } = rethrowQrisErrors(() => pictureHeader(bytes))
  if (width > sideMax || height > sideMax) {
    throw new Refusal('image_too_large', `is ${width} x ${height} pixels, and ${sideMax} at most on a side`)
  }
  if (width * height > pixelsMax) {
    throw new Refusal('image_too_large', `is ${width} x ${height} pixels, and ${pixelsMax} at most in all`)
  }
}
