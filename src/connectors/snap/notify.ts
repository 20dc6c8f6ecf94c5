import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { isSameText } from '../../lib/same-text.ts'
import { ConnectorError, type ConnectorErrorKind, type Push, type PushAnswer, type PushContents } from '../connector.ts'
import { readTime, restoreDashes } from './answers.ts'
import type { SnapCall } from './call-service.ts'
import { findProfile } from './credentials.ts'
import { readPublicKey } from './keys.ts'
import { listSignedClaims, type SignedClaim } from './notify-forms.ts'
import { makeTokenText, verifyTokenRequest } from './signature.ts'

/**
 * Handles a notification (services 52 and 56), or the provider's request for the token with which it signs
 * notifications (73).
 */
export async function receivePush(call: SnapCall, push: Push): Promise<PushContents> {
  return isTokenRequest(push) ? giveToken(call, push) : receiveNotification(call, push)
}

export function refusePush(kind: ConnectorErrorKind, push: Push): PushAnswer {
  const [status, sentence] = refusals[kind] ?? refusals.unexpected
  const isLate = kind === 'unauthorized' && !isFresh(push)
  const responseMessage = isLate ? `Unauthorized. Timestamp, it is ${push.receivedAt.toISOString()} here` : sentence
  return { status, body: { responseCode: `${status}${serviceCode(push)}00`, responseMessage } }
}

const refusals: Partial<Record<ConnectorErrorKind, [number, string]>> & { unexpected: [number, string] } = {
  unauthorized: [401, 'Unauthorized. Signature'],
  unreachable: [500, 'General Error'],
  unexpected: [400, 'Bad Request'],
}

const oldestMs = 10 * 60_000
const tokenLifeS = 900

function receiveNotification(call: SnapCall, push: Push): PushContents {
  const { form, body } = verifiedBody(call, push)
  const notification = Notification.safeParse(body)
  if (!notification.success) throw new ConnectorError('unexpected', 'the notification names no payment')
  const { reference, providerInvoiceId } = notification.data
  return {
    charges: [{ reference: reference === null ? null : restoreDashes(reference), providerInvoiceId }],
    transfers: [],
    form,
    answer: answerSuccess(findProfile(call.credentials).notifyService),
  }
}

const Reference = z.string().min(1).max(64)

// The standard's body, or DOKU's own.
const Notification = z.union([
  z
    .object({ originalPartnerReferenceNo: Reference, originalReferenceNo: z.string().max(64).nullish() })
    .transform(({ originalPartnerReferenceNo, originalReferenceNo }) => ({
      reference: originalPartnerReferenceNo as string | null,
      providerInvoiceId: originalReferenceNo || null,
    })),
  z
    .object({ originalReferenceNo: Reference })
    .transform(({ originalReferenceNo }) => ({ reference: null, providerInvoiceId: originalReferenceNo })),
  z
    .object({ order: z.object({ invoice_number: Reference }) })
    .transform(({ order }) => ({ reference: order.invoice_number, providerInvoiceId: null })),
])

function verifiedBody(call: SnapCall, push: Push): { form: string; body: unknown } {
  const body = readBody(push.body.toString('utf8'))
  if (!isFresh(push)) throw unauthorized('the timestamp is missing or too old')
  const claim = findSignedClaim(call, push)
  if (claim === null) throw unauthorized('the signature is not the provider’s')
  return { form: claim.form, body }
}

// If the token is not ours, the sender is not this connection's provider.
function findSignedClaim(call: SnapCall, push: Push): SignedClaim | null {
  const token = bearerOf(push)
  if (token !== '' && !isOwnToken(call, token, push.receivedAt)) return null
  return findClaims(call, push).find(claim => claim.isSigned()) ?? null
}

function findClaims({ credentials }: SnapCall, push: Push): SignedClaim[] {
  return listSignedClaims(credentials, findProfile(credentials), { push, token: bearerOf(push) })
}

const bearerOf = ({ headers }: Push) => /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** Returns the texts that the signature of a push may cover, in the order in which they are tried. */
export function listSignedTexts(call: SnapCall, push: Push): string[] {
  const { 'x-client-key': clientId = '', 'x-timestamp': timestamp = '' } = push.headers
  if (isTokenRequest(push)) return [makeTokenText(clientId, timestamp)]
  return findClaims(call, push).map(({ stringToSign }) => stringToSign)
}

// Some providers request a token from us first. It contains its own expiry and our signature, so nothing has to be
// stored.
function giveToken(call: SnapCall, push: Push): PushContents {
  readBody(push.body.toString('utf8'))
  const timestamp = push.headers['x-timestamp'] ?? ''
  const clientId = push.headers['x-client-key'] ?? ''
  const key = call.credentials.provider_public_key
  const isProvider =
    key !== undefined &&
    isFresh(push) &&
    verifyTokenRequest(readPublicKey(key), clientId, timestamp, push.headers['x-signature'] ?? '')
  if (!isProvider) throw unauthorized('the request for a token is not the provider’s')
  const answer = answerSuccess('73')
  return {
    charges: [],
    transfers: [],
    answer: {
      status: 200,
      body: {
        ...(answer.body as object),
        accessToken: tokenUntil(call, Math.floor(push.receivedAt.getTime() / 1000) + tokenLifeS),
        tokenType: 'Bearer',
        expiresIn: String(tokenLifeS),
      },
    },
  }
}

// Bound to the address of the connection: a token of another one with the same secret is refused.
function tokenUntil({ credentials, hook }: SnapCall, endS: number): string {
  const mac = createHmac('sha256', credentials.client_secret ?? credentials.private_key)
    .update(`notification token ${endS} ${hook ?? ''}`)
    .digest('base64url')
  return `${endS}.${mac}`
}

function isOwnToken(call: SnapCall, token: string, now: Date): boolean {
  const endS = Number(token.slice(0, token.indexOf('.')))
  if (!Number.isSafeInteger(endS) || endS * 1000 < now.getTime()) return false
  return isSameText(token, tokenUntil(call, endS))
}

function isFresh({ headers, receivedAt }: Push): boolean {
  const time = readTime(headers['x-timestamp'] ?? headers['request-timestamp'])
  return time !== null && Math.abs(receivedAt.getTime() - time.getTime()) <= oldestMs
}

function readBody(text: string): unknown {
  const body = parseJson(text)
  if (body === undefined) throw new ConnectorError('unexpected', 'the body is not JSON')
  return body
}

function isTokenRequest(push: Push): boolean {
  return /\/access-token\/b2b$/.test(push.path)
}

function serviceCode(push: Push): string {
  if (isTokenRequest(push)) return '73'
  return push.path.includes('/debit/') ? '56' : '52'
}

function answerSuccess(service: string): PushAnswer {
  return { status: 200, body: { responseCode: `200${service}00`, responseMessage: 'Successful' } }
}

const unauthorized = (message: string) => new ConnectorError('unauthorized', message)
