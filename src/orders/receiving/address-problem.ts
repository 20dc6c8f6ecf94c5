/** Why a text is not an address: it is too short or has no word, or it has neither a number nor a postcode. */
export type AddressProblem = 'unusable' | 'numberless'

const lengthMin = 10
/** Matches a shared location, which a courier can open. */
const point = /-?\d{1,3}\.\d+,\s*-?\d{1,3}\.\d+/

/** Returns what a courier would miss in an address, or null if nothing is missing. */
export function findAddressProblem(text: string): AddressProblem | null {
  if (point.test(text)) return null
  if ([...text.trim()].length < lengthMin || !/\p{L}{2}/u.test(text)) return 'unusable'
  return /\p{N}/u.test(text) ? null : 'numberless'
}
