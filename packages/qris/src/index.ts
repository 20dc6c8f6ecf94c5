export { QRIS_CHARACTERS_MAX } from './code.ts'
export { type Conversion, convertQris, NOMINAL_MAX } from './convert-qris.ts'
export { crcOf } from './crc.ts'
export { parseQris, type Qris, type QrisProblem } from './parse-qris.ts'
export { type PictureSize, qrPng, qrSvg } from './picture.ts'
export { type PictureHeader, type PictureKind, pictureHeader } from './picture-header.ts'
export { QrisError, type QrisErrorCode } from './qris-error.ts'

/**
 * Returns the distinct texts of the QR codes in a picture, in any order; empty if no code is found. Loads the decoders
 * with the first picture. At worst a picture takes seconds of a processor. Throws a QrisError `invalid_image` for bytes
 * that are not a whole picture.
 */
export async function decodePicture(bytes: Uint8Array, pixelsMax: number): Promise<string[]> {
  const decoders = await import('./decode-picture.ts')
  return decoders.decodePicture(bytes, pixelsMax)
}
