import { createHash, createHmac } from 'node:crypto'
import { isSameText } from '../../lib/same-text.ts'
import type { Push } from '../connector.ts'
import { readPublicKey } from './keys.ts'
import type { NotifyForm, Profile } from './profile.ts'
import {
  listSignableBodies,
  makeAsymmetricText,
  makeSymmetricText,
  makeTokenText,
  type SignedText,
  sha256Hex,
  verifyHmac,
  verifyRsa,
} from './signature.ts'

/** The credentials that verify notifications. */
interface NotifyKeys {
  client_id: string
  partner_id?: string | undefined
  client_secret?: string | undefined
  provider_public_key?: string | undefined
  notify_path?: string | undefined
}

/** A text that the sender may have signed. */
export interface SignedClaim {
  form: NotifyForm
  stringToSign: string
  isSigned(): boolean
}

/**
 * Returns every text over which a notification of this profile may be signed, in the order in which they are tried. A
 * trace of a refused notification shows them.
 */
export function listSignedClaims(
  credentials: NotifyKeys,
  { notifyForms: forms }: Pick<Profile, 'notifyForms'>,
  { push, token }: { push: Push; token: string },
): SignedClaim[] {
  const path = credentials.notify_path ?? push.path
  const timestamp = push.headers['x-timestamp'] ?? ''
  const texts = listSignableBodies(push.body.toString('utf8')).map(body => ({
    method: push.method,
    path,
    body,
    timestamp,
  }))
  return forms.flatMap(form => claimsOf[form](credentials, { push, token, texts }))
}

interface Evidence {
  push: Push
  token: string
  texts: SignedText[]
}

type Claims = (credentials: NotifyKeys, evidence: Evidence) => SignedClaim[]

const claimsOf: Record<NotifyForm, Claims> = {
  rsa: (credentials, { push, texts }) =>
    texts.map(text => rsaClaim('rsa', credentials, push, makeAsymmetricText(text, sha256Hex(text.body)))),
  rsa_client: (credentials, { push }) =>
    clientIds(credentials, push).map(id =>
      rsaClaim('rsa_client', credentials, push, makeTokenText(id, push.headers['x-timestamp'] ?? '')),
    ),
  hmac: hmacClaims('hmac', 'base64', sha256Hex),
  hmac_hex: hmacClaims('hmac_hex', 'hex', sha256Hex),
  hmac_double_hash: hmacClaims('hmac_double_hash', 'base64', body => Buffer.from(sha256Hex(body)).toString('hex')),
  doku: (credentials, { push, texts }) => texts.map(text => dokuClaim(credentials, push, text)),
}

function rsaClaim(form: NotifyForm, credentials: NotifyKeys, push: Push, stringToSign: string): SignedClaim {
  const key = credentials.provider_public_key
  return {
    form,
    stringToSign,
    isSigned: () => key !== undefined && verifyRsa(readPublicKey(key), stringToSign, push.headers['x-signature'] ?? ''),
  }
}

function hmacClaims(form: NotifyForm, encoding: 'base64' | 'hex', hash: (body: string) => string): Claims {
  return ({ client_secret: secret }, { push, token, texts }) =>
    texts.map(text => {
      const stringToSign = makeSymmetricText(token, text, hash(text.body))
      const claim = { signature: push.headers['x-signature'] ?? '', encoding }
      return { form, stringToSign, isSigned: () => secret !== undefined && verifyHmac(secret, stringToSign, claim) }
    })
}

// developers.doku.com, "Signature Component: Non SNAP", as in DOKU's jokul-php-library.
function dokuClaim({ client_secret: secret }: NotifyKeys, { headers }: Push, text: SignedText): SignedClaim {
  const stringToSign = [
    `Client-Id:${headers['client-id'] ?? ''}`,
    `Request-Id:${headers['request-id'] ?? ''}`,
    `Request-Timestamp:${headers['request-timestamp'] ?? ''}`,
    `Request-Target:${text.path}`,
    `Digest:${createHash('sha256').update(text.body).digest('base64')}`,
  ].join('\n')
  return {
    form: 'doku',
    stringToSign,
    isSigned() {
      if (secret === undefined) return false
      const mac = createHmac('sha256', secret).update(stringToSign).digest('base64')
      return isSameText(headers.signature ?? '', `HMACSHA256=${mac}`)
    },
  }
}

// The signed id is a header in the provider's own documents and the merchant's id in others.
function clientIds({ client_id, partner_id }: NotifyKeys, { headers }: Push): string[] {
  const ids = [headers['x-client-key'], headers['x-partner-id'], client_id, partner_id]
  return [...new Set(ids.filter(id => id !== undefined))]
}
