import { randomToken } from '../lib/ids.ts'

/**
 * The cause of another order of a payer, of a bill whose payers share a customer. One who is not known again is
 * somebody else each time.
 */
export function nextCauseOf(payer: Buffer | null): string {
  return `${payer === null ? beginningOf(randomToken()) : causesOf(payer)}${randomToken()}`
}

/** The beginning of the causes of all orders of a payer. */
export function causesOf(payer: Buffer): string {
  return beginningOf(payer.toString('base64url'))
}

const beginningOf = (name: string) => `payer ${name} `

/** A pattern, for `like`, of the causes of all orders of the same payer; null where the customer is the only payer. */
export function likeCauses(once: string | null): string | null {
  if (once === null) return null
  const beginning = once.slice(0, once.lastIndexOf(' ') + 1)
  return `${beginning.replace(/[\\%_]/g, '\\$&')}%`
}
