import { timingSafeEqual } from 'node:crypto'

/**
 * Whether somebody who gives this knows the secret text, in a time that does not depend on how much of it is right. Texts are
 * compared as they are: decoded first, many spellings of base64 would be one.
 */
export function isSameText(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
