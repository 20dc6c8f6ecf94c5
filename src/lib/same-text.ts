import { timingSafeEqual } from 'node:crypto'

/**
 * Compares a text with a secret in constant time. The texts are compared undecoded, because many spellings of base64
 * decode to the same bytes.
 */
export function isSameText(actual: string, expected: string): boolean {
  return isSameBytes(Buffer.from(actual), Buffer.from(expected))
}

/** Compares bytes in constant time, for hashes and for signatures with more than one spelling. */
export function isSameBytes(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/**
 * Removes secrets from a text, in plain and in URL-encoded form. All are removed before any replacement is inserted;
 * otherwise a secret that is part of "[secret]" would be replaced there too.
 */
export function removeSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  const forms = secrets.flatMap(secret => (secret ? [secret, encodeURIComponent(secret)] : []))
  // Longest first, because a secret may begin with another one.
  const longestFirst = forms.sort((one, other) => other.length - one.length)
  return longestFirst.reduce((parts, form) => parts.flatMap(part => part.split(form)), [text]).join('[secret]')
}
