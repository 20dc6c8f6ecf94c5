import { createHmac } from 'node:crypto'
import type { KeyAges } from '../../lib/seal.ts'
import type { Needs } from '../../needs.ts'

/**
 * Returns the keyed hashes under which an unread notification with this reference may be stored, the current one first.
 * The text cannot be guessed from them.
 */
export function hashReference({ seal }: Needs<'seal'>, reference: string, ages: KeyAges): [string, ...string[]] {
  const keys = seal.deriveKeys('unread notification', ages)
  const hashes = keys.map(({ key }) => createHmac('sha256', key).update(reference).digest('base64url'))
  return hashes as [string, ...string[]]
}
