import { timingSafeEqual } from 'node:crypto'

/**
 * Whether somebody who gives this knows the secret text, in a time that does not depend on how much of it is right.
 * Texts are compared as they are: decoded first, many spellings of base64 would be one.
 */
export function isSameText(given: string, wanted: string): boolean {
  return isSameBytes(Buffer.from(given), Buffer.from(wanted))
}

/** The same for bytes: hashes, signatures that have more than one spelling. */
export function isSameBytes(given: Buffer, wanted: Buffer): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** The text without the secret, as it stands and as an address carries it. */
export function withoutSecret(text: string, secret: string): string {
  return text.replaceAll(secret, '[secret]').replaceAll(encodeURIComponent(secret), '[secret]')
}
