import { createHash, createHmac, type KeyObject, sign, verify } from 'node:crypto'
import { isSameBytes } from '../../lib/same-text.ts'

/**
 * BI SNAP's three ways to sign (ASPI, "Technical and Security Standard"): over the bytes that are sent, never over an
 * object.
 */

export interface SignedText {
  method: string
  /** Path and query, as the signer sees them. */
  path: string
  body: string
  /** `X-TIMESTAMP`, as it stands in the header. */
  timestamp: string
}

export type SignatureEncoding = 'base64' | 'hex'

/** For the access token: SHA256withRSA over client id and time. Returns base64. */
export function signTokenRequest(key: KeyObject, clientId: string, timestamp: string): string {
  return sign('sha256', Buffer.from(`${clientId}|${timestamp}`), key).toString('base64')
}

/** For a service with a token: HMAC-SHA512 with the client secret. */
export function signSymmetric(
  secret: string,
  token: string,
  text: SignedText,
  encoding: SignatureEncoding = 'base64',
): string {
  const hash = hashOf(text.body)
  return createHmac('sha512', secret)
    .update(`${text.method}:${text.path}:${token}:${hash}:${text.timestamp}`)
    .digest(encoding)
}

/** For a service or a notification without a token inside: SHA256withRSA. Returns base64. */
export function signAsymmetric(key: KeyObject, text: SignedText): string {
  return sign('sha256', Buffer.from(asymmetricText(text, hashOf(text.body))), key).toString('base64')
}

export function verifyTokenRequest(key: KeyObject, clientId: string, timestamp: string, signature: string): boolean {
  return verify('sha256', Buffer.from(`${clientId}|${timestamp}`), key, Buffer.from(signature, 'base64'))
}

export function verifyAsymmetric(key: KeyObject, text: SignedText, signature: string): boolean {
  const given = Buffer.from(signature, 'base64')
  return hashesOf(text.body).some(hash => verify('sha256', Buffer.from(asymmetricText(text, hash)), key, given))
}

export function verifySymmetric(
  secret: string,
  token: string,
  text: SignedText,
  given: { signature: string; encoding: SignatureEncoding },
): boolean {
  const claimed = Buffer.from(given.signature, given.encoding)
  return bodiesOf(text.body).some(body => {
    const expected = Buffer.from(signSymmetric(secret, token, { ...text, body }, given.encoding), given.encoding)
    return isSameBytes(claimed, expected)
  })
}

function asymmetricText({ method, path, timestamp }: SignedText, hash: string): string {
  return `${method}:${path}:${hash}:${timestamp}`
}

/** Lower-case hex of SHA-256. */
export function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

function hashesOf(body: string): string[] {
  return bodiesOf(body).map(hashOf)
}

// The standard signs the minified body: most senders send exactly those bytes, some indent what they signed without
// blanks.
function bodiesOf(body: string): string[] {
  return [...new Set([body, minify(body)])]
}

/**
 * The JSON text without the blanks between its tokens; a number stays written as it was. The text must be valid JSON.
 */
export function minify(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*"?)|\s+/g, '$1')
}
