/** The reason why a code, an amount or a picture is rejected. */
export type QrisErrorCode = 'invalid_qris' | 'invalid_crc' | 'unsupported_qris' | 'invalid_nominal' | 'invalid_image'

/** Thrown for input that cannot be used. `code` is for programs, `message` is an English sentence for people. */
export class QrisError extends Error {
  override name = 'QrisError'
  readonly code: QrisErrorCode

  constructor(code: QrisErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
