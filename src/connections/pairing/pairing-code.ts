import { createHmac } from 'node:crypto'
import { isSameText } from '../../lib/same-text.ts'
import type { Needs } from '../../needs.ts'

/** The lifetime of a pairing code, in seconds. */
export const pairingLifeS = 900

interface Paired {
  connectionId: number
  /** The current keys of the connection's phones; a change of these invalidates the code. */
  keys: readonly string[]
  /** Whether the phone is added and earlier phones stay paired. */
  adds: boolean
}

const added = '-more'

/** Returns a code that pairs one phone with a connection, within a quarter of an hour. Nothing is stored for it. */
export function makePairingCode({ seal, now }: Needs<'seal' | 'now'>, { connectionId, keys, adds }: Paired): string {
  const endsAtS = Math.floor(now().getTime() / 1000) + pairingLifeS
  const [current] = seal.deriveKeys(purpose, 'recent')
  const signature = signPairing(current!.key, { connectionId, keys, adds, endsAtS })
  return `${connectionId}-${endsAtS.toString(36)}${adds ? added : ''}-${signature}`
}

export interface PairingCodeParts {
  connectionId: number
  endsAtS: number
  adds: boolean
  signature: string
}

/** Returns the parts of a pairing code, still unverified; null if the text is not a pairing code. */
export function readPairingCode(code: string): PairingCodeParts | null {
  const parts = /^([1-9]\d{0,14})-([0-9a-z]{1,9})(-more)?-([\w-]{43})$/.exec(code)
  if (!parts) return null
  const [, connectionId, endsAt, more, signature] = parts
  const adds = more !== undefined
  return { connectionId: Number(connectionId), endsAtS: Number.parseInt(endsAt!, 36), adds, signature: signature! }
}

/** Returns whether a code was created here for the connection's current keys. */
export function isPairingCode(
  { seal }: Needs<'seal'>,
  { signature, ...read }: PairingCodeParts,
  keys: string[],
): boolean {
  const derived = seal.deriveKeys(purpose, 'recent')
  return derived.some(({ key }) => isSameText(signature, signPairing(key, { ...read, keys })))
}

const purpose = 'forwarder pairing'

function signPairing(
  key: Parameters<typeof createHmac>[1],
  { connectionId, keys, adds, endsAtS }: Paired & { endsAtS: number },
) {
  return createHmac('sha256', key)
    .update(`${connectionId}|${endsAtS}|${keys.join('|')}${adds ? added : ''}`)
    .digest('base64url')
}
