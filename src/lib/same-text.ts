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

/**
 * The text without these secrets, as they stand and as an address carries them. All are taken out before anything is
 * put in their place: a secret that is a part of "[secret]" would be replaced there too.
 */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const forms = secrets.flatMap(secret => (secret ? [secret, encodeURIComponent(secret)] : []))
  // The longest first: a secret may begin with another one.
  const longestFirst = forms.sort((one, other) => other.length - one.length)
  return longestFirst.reduce((parts, form) => parts.flatMap(part => part.split(form)), [text]).join('[secret]')
}
