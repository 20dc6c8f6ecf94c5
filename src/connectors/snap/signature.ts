import { createHash, createHmac, type KeyObject, sign, verify } from 'node:crypto'
import { isSameText } from '../../lib/same-text.ts'

/**
 * The text signed by BI SNAP's three signature types (ASPI, "Technical and Security Standard"), which cover the sent
 * bytes, never an object.
 */

export interface SignedText {
  method: string
  /** The path and query, as the signer sees them. */
  path: string
  body: string
  /** The time, exactly as in the header `X-TIMESTAMP`. */
  timestamp: string
}

export type SignatureEncoding = 'base64' | 'hex'

/** A signature with the text that it covers, which a provider's support asks for first. */
export interface SignatureWithText {
  stringToSign: string
  signature: string
}

/** Signs a request for an access token: SHA256withRSA over client id and time. */
export function signTokenRequest(
  key: KeyObject,
  clientId: string,
  timestamp: string,
  encoding: SignatureEncoding = 'base64',
): SignatureWithText {
  return signRsa(key, makeTokenText(clientId, timestamp), encoding)
}

/** Signs a service request that carries a token: HMAC-SHA512 with the client secret. */
export function signSymmetric(
  secret: string,
  token: string,
  text: SignedText,
  encoding: SignatureEncoding = 'base64',
): SignatureWithText {
  const stringToSign = makeSymmetricText(token, text, sha256Hex(text.body))
  return { stringToSign, signature: hmacSha512(secret, stringToSign, encoding) }
}

/** Signs a service request or a notification without a token in the text: SHA256withRSA. */
export function signAsymmetric(
  key: KeyObject,
  text: SignedText,
  encoding: SignatureEncoding = 'base64',
): SignatureWithText {
  return signRsa(key, makeAsymmetricText(text, sha256Hex(text.body)), encoding)
}

export function verifyTokenRequest(key: KeyObject, clientId: string, timestamp: string, signature: string): boolean {
  return verifyRsa(key, makeTokenText(clientId, timestamp), signature)
}

/** Verifies SHA256withRSA; the signature may be base64 or hex. */
export function verifyRsa(key: KeyObject, stringToSign: string, signature: string): boolean {
  return verify('sha256', Buffer.from(stringToSign), key, readSignature(signature))
}

/** Verifies HMAC-SHA512 in one encoding, compared as text. */
export function verifyHmac(
  secret: string,
  stringToSign: string,
  { signature, encoding }: { signature: string; encoding: SignatureEncoding },
): boolean {
  return isSameText(signature, hmacSha512(secret, stringToSign, encoding))
}

export function makeTokenText(clientId: string, timestamp: string): string {
  return `${clientId}|${timestamp}`
}

export function makeSymmetricText(token: string, { method, path, timestamp }: SignedText, hash: string): string {
  return `${method}:${path}:${token}:${hash}:${timestamp}`
}

export function makeAsymmetricText({ method, path, timestamp }: SignedText, hash: string): string {
  return `${method}:${path}:${hash}:${timestamp}`
}

/** Returns the SHA-256 in lower-case hex. */
export function sha256Hex(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

/**
 * Returns the texts that a sender may have hashed for this body, starting with the received bytes. The standard signs
 * the minified body, which some senders indent later. DANA's SDKs parse and rewrite what they hash, and unescape quotes
 * in nested JSON that were escaped once too often.
 */
export function listSignableBodies(body: string): string[] {
  return [...new Set([body, minifyJson(body), rewriteJson(body), body.replaceAll('\\\\\\"', '\\"')])]
}

/**
 * Returns the JSON text without blanks between its tokens; numbers keep their spelling. The text must be valid JSON.
 */
export function minifyJson(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*"?)|\s+/g, '$1')
}

function rewriteJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json))
  } catch {
    return json
  }
}

function hmacSha512(secret: string, text: string, encoding: SignatureEncoding): string {
  return createHmac('sha512', secret).update(text).digest(encoding)
}

function signRsa(key: KeyObject, stringToSign: string, encoding: SignatureEncoding): SignatureWithText {
  return { stringToSign, signature: sign('sha256', Buffer.from(stringToSign), key).toString(encoding) }
}

// An RSA signature of 2,048 bits has 512 hex digits; base64 of that length without letters does not occur.
function readSignature(signature: string): Buffer {
  return Buffer.from(signature, /^(?:[0-9a-f]{2}){128,}$/i.test(signature) ? 'hex' : 'base64')
}
