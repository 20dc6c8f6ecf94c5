import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { rememberKeys } from '../../callbacks/key-memory.ts'
import { signStandardHeaders } from '../../callbacks/sign-callback.ts'

export interface EventToSign {
  id: string
  body: string
  /** The secrets, oldest first: each signs, so that the receiver can switch to the new one at any moment. */
  secrets: string[]
  /** The private key from `createSigningKey`. */
  key: string
  attempt: number
  isTest: boolean
  /** When it is sent, in real time: receivers compare it with their own clocks. */
  sentAt: Date
}

/**
 * Returns the headers of Standard Webhooks: a signature `v1` by each secret, and `v1a` by the webhook's own Ed25519
 * key.
 */
export function signEvent({ id, body, secrets, key, attempt, isTest, sentAt }: EventToSign): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1000)
  const { 'webhook-signature': symmetric, ...standard } = signStandardHeaders(secrets, id, timestamp, body)
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Warung/1 (event)',
    ...standard,
    'webhook-signature': `${symmetric} ${asymmetricSignature(key, `${id}.${timestamp}.${body}`)}`,
    'X-Webhook-Attempt': String(attempt),
    ...(isTest ? { 'X-Webhook-Test': '1' } : {}),
  }
}

function asymmetricSignature(key: string, signed: string): string {
  return `v1a,${sign(null, Buffer.from(signed), privateKeyOf(key)).toString('base64')}`
}

const readPrivateKey = (key: string) =>
  createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
const privateKeyOf = rememberKeys(readPrivateKey)

const rawKeyBytes = 32

/** Creates an Ed25519 key pair: the private key as base64 of PKCS #8, the public key as receivers get it. */
export function createSigningKey(): { privateKey: string; publicKey: string } {
  const pair = generateKeyPairSync('ed25519')
  const privateKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { privateKey, publicKey: readPublicKey(privateKey) }
}

/** Reads a private key: `whpk_` and base64 of 32 bytes. Throws if it is not an Ed25519 key. */
export function readPublicKey(privateKey: string): string {
  const key = readPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('no Ed25519 key')
  const publicDer = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return `whpk_${publicDer.subarray(-rawKeyBytes).toString('base64')}`
}
