export { QRIS_CHARACTERS_MAX } from './code.ts'
export { type Conversion, convertQris, NOMINAL_MAX } from './convert-qris.ts'
export { crcOf } from './crc.ts'
export { parseQris, type Qris, type QrisProblem } from './parse-qris.ts'
export { type PictureSize, qrPng, qrSvg } from './picture.ts'
export { type PictureHeader, type PictureKind, pictureHeader } from './picture-header.ts'
export { QrisError, type QrisErrorCode } from './qris-error.ts'

/** Returns the texts of the codes in a picture (see `decode-picture.ts`). Loads the decoders with the first picture. */
export const decodePicture: typeof import('./decode-picture.ts').decodePicture = async (bytes, pixelsMax) =>
  (await import('./decode-picture.ts')).decodePicture(bytes, pixelsMax)
