import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { isSameText } from '../../lib/same-text.ts'
import { ConnectorError, type ConnectorErrorKind, type Push, type PushAnswer, type Received } from '../connector.ts'
import { ourReference, readTime } from './answers.ts'
import type { SnapCall } from './call-service.ts'
import { profileOf, readPublicKey, type SnapCredentials } from './credentials.ts'
import { type SignedText, verifyAsymmetric, verifySymmetric, verifyTokenRequest } from './signature.ts'

/**
 * Takes a notification (services 52 and 56), or the provider's request for the token that it signs notifications with
 * (73).
 */
export function receivePush({ credentials }: SnapCall, push: Push): Promise<Received> {
  return Promise.resolve(isTokenRequest(push) ? giveToken(credentials, push) : receiveNotification(credentials, push))
}

export function refusePush(kind: ConnectorErrorKind, push: Push): PushAnswer {
  const [status, sentence] = refusals[kind] ?? refusals.unexpected
  return { status, body: { responseCode: `${status}${serviceOf(push)}00`, responseMessage: sentence } }
}

const refusals: Partial<Record<ConnectorErrorKind, [number, string]>> & { unexpected: [number, string] } = {
  unauthorized: [401, 'Unauthorized. Signature'],
  unreachable: [500, 'General Error'],
  unexpected: [400, 'Bad Request'],
}

const oldestMs = 10 * 60_000
const tokenLifeS = 900

function receiveNotification(credentials: SnapCredentials, push: Push): Received {
  const notification = Notification.safeParse(verifiedBody(credentials, push))
  if (!notification.success) throw new ConnectorError('unexpected', 'the notification names no payment')
  const { originalPartnerReferenceNo, originalReferenceNo } = notification.data
  return {
    charges: [
      {
        reference: originalPartnerReferenceNo ? ourReference(originalPartnerReferenceNo) : null,
        providerInvoiceId: originalReferenceNo ?? null,
      },
    ],
    transfers: [],
    answer: success(profileOf(credentials).notifyService),
  }
}

const Notification = z
  .object({
    originalReferenceNo: z.string().max(64).nullish(),
    originalPartnerReferenceNo: z.string().max(64).nullish(),
  })
  .refine(named => named.originalReferenceNo || named.originalPartnerReferenceNo)

function verifiedBody(credentials: SnapCredentials, push: Push): unknown {
  const text = push.body.toString('utf8')
  const body = readBody(text)
  const signature = push.headers['x-signature'] ?? ''
  const signed = {
    method: push.method,
    path: credentials.notify_path ?? push.path,
    body: text,
    timestamp: freshTimestamp(push),
  }
  if (!isSigned(credentials, push, signed, signature)) throw unauthorized('the signature is not the provider’s')
  return body
}

function isSigned(credentials: SnapCredentials, push: Push, text: SignedText, signature: string): boolean {
  const profile = profileOf(credentials)
  if (profile.notifySignature === 'rsa') {
    const key = credentials.provider_public_key
    return key !== undefined && verifyAsymmetric(readPublicKey(key), text, signature)
  }
  const token = /^Bearer (.+)$/i.exec(push.headers.authorization ?? '')?.[1] ?? ''
  if (token !== '' && !isOwnToken(credentials, token, push.receivedAt)) return false
  return verifySymmetric(credentials.client_secret!, token, text, { signature, encoding: profile.encoding })
}

// Some providers ask us for a token first. It carries its own expiry and our signature, so nothing has to be stored.
function giveToken(credentials: SnapCredentials, push: Push): Received {
  readBody(push.body.toString('utf8'))
  const timestamp = freshTimestamp(push)
  const clientId = push.headers['x-client-key'] ?? ''
  const key = credentials.provider_public_key
  const isProvider =
    key !== undefined && verifyTokenRequest(readPublicKey(key), clientId, timestamp, push.headers['x-signature'] ?? '')
  if (!isProvider) throw unauthorized('the request for a token is not the provider’s')
  const answer = success('73')
  return {
    charges: [],
    transfers: [],
    answer: {
      status: 200,
      body: {
        ...(answer.body as object),
        accessToken: tokenUntil(credentials, Math.floor(push.receivedAt.getTime() / 1000) + tokenLifeS),
        tokenType: 'Bearer',
        expiresIn: String(tokenLifeS),
      },
    },
  }
}

function tokenUntil(credentials: SnapCredentials, endS: number): string {
  const mac = createHmac('sha256', credentials.client_secret ?? credentials.private_key)
    .update(`notification token ${endS}`)
    .digest('base64url')
  return `${endS}.${mac}`
}

function isOwnToken(credentials: SnapCredentials, token: string, now: Date): boolean {
  const endS = Number(token.slice(0, token.indexOf('.')))
  if (!Number.isSafeInteger(endS) || endS * 1000 < now.getTime()) return false
  return isSameText(token, tokenUntil(credentials, endS))
}

function freshTimestamp(push: Push): string {
  const timestamp = push.headers['x-timestamp'] ?? ''
  const time = readTime(timestamp)
  if (time === null || Math.abs(push.receivedAt.getTime() - time.getTime()) > oldestMs) {
    throw unauthorized('X-TIMESTAMP is missing or too old')
  }
  return timestamp
}

function readBody(text: string): unknown {
  const body = parseJson(text)
  if (body === undefined) throw new ConnectorError('unexpected', 'the body is not JSON')
  return body
}

function isTokenRequest(push: Push): boolean {
  return /\/access-token\/b2b$/.test(push.path)
}

function serviceOf(push: Push): string {
  if (isTokenRequest(push)) return '73'
  return push.path.includes('/debit/') ? '56' : '52'
}

function success(service: string): PushAnswer {
  return { status: 200, body: { responseCode: `200${service}00`, responseMessage: 'Successful' } }
}

const unauthorized = (message: string) => new ConnectorError('unauthorized', message)
