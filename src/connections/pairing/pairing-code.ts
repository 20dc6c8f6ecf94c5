import { createHmac } from 'node:crypto'
import { isSameText } from '../../lib/same-text.ts'
import type { Needs } from '../../needs.ts'

/** How long a pairing code can be used. */
export const pairingLifeS = 900

interface Paired {
  connectionId: number
  /** The key that the phone of this connection has now: another one makes the code worthless. */
  secret: string
}

/** Returns a code that pairs one phone with a connection, within a quarter of an hour. The code is not stored. */
export function makePairingCode({ seal, now }: Needs<'seal' | 'now'>, { connectionId, secret }: Paired): string {
  const endsAtS = Math.floor(now().getTime() / 1000) + pairingLifeS
  const [current] = seal.deriveKeys(purpose, 'recent')
  return `${connectionId}-${endsAtS.toString(36)}-${signatureOf(current!.key, { connectionId, secret, endsAtS })}`
}

export interface ReadCode {
  connectionId: number
  endsAtS: number
  signature: string
}

/** Returns the parts of a pairing code, still unverified; null if the text is not a pairing code. */
export function readPairingCode(code: string): ReadCode | null {
  const parts = /^([1-9]\d{0,14})-([0-9a-z]{1,9})-([\w-]{43})$/.exec(code)
  return parts && { connectionId: Number(parts[1]), endsAtS: Number.parseInt(parts[2]!, 36), signature: parts[3]! }
}

/** Whether a code was made here for the key that the connection still has. */
export function isPairingCode({ seal }: Needs<'seal'>, { signature, ...read }: ReadCode, secret: string): boolean {
  const keys = seal.deriveKeys(purpose, 'recent')
  return keys.some(({ key }) => isSameText(signature, signatureOf(key, { ...read, secret })))
}

const purpose = 'forwarder pairing'

function signatureOf(
  key: Parameters<typeof createHmac>[1],
  { connectionId, secret, endsAtS }: Paired & { endsAtS: number },
) {
  return createHmac('sha256', key).update(`${connectionId}|${endsAtS}|${secret}`).digest('base64url')
}
