import { escapeLike } from '../lib/escape-like.ts'
import { generateToken } from '../lib/ids.ts'

/**
 * Returns a key for another order of a payer, for a bill whose payers share a customer. A payer who cannot be
 * recognised counts as a new one each time.
 */
export function makeNextCause(payer: Buffer | null): string {
  return `${payer === null ? beginningOf(generateToken()) : makeCausePrefix(payer)}${generateToken()}`
}

/** Returns the prefix of the keys of all orders of a payer. */
export function makeCausePrefix(payer: Buffer): string {
  return beginningOf(payer.toString('base64url'))
}

const beginningOf = (name: string) => `payer ${name} `

/** Returns a `like` pattern for the keys of all orders of the same payer; null if the customer is the only payer. */
export function makeCausePattern(once: string | null): string | null {
  if (once === null) return null
  const beginning = once.slice(0, once.lastIndexOf(' ') + 1)
  return `${escapeLike(beginning)}%`
}
