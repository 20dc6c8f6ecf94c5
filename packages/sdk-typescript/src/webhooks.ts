import { isUtf8 } from 'node:buffer'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { isObject, parseObject } from './json.ts'

/** The reason why a webhook was refused. */
export type SignatureProblem =
  | 'bad_secret'
  | 'missing_headers'
  | 'bad_signature'
  | 'bad_timestamp'
  | 'too_old'
  | 'too_new'
  | 'not_json'

/** Thrown for a webhook that was not sent by the shop, or not recently. Answer it with 401. */
export class SignatureError extends Error {
  override name = 'SignatureError'
  readonly reason: SignatureProblem

  constructor(reason: SignatureProblem, message: string) {
    super(message)
    this.reason = reason
  }
}

/** A verified callback of a payment, or a verified event of an endpoint. */
export interface WebhookMessage<Data = Record<string, unknown>> {
  /**
   * An id that is identical in every attempt. Store it with your results, and ignore the webhook if you have it
   * already.
   */
  id: string
  /** The type, `payment.paid` and so on. */
  type: string
  /** The payment, the order or another object that the type refers to. */
  data: Data
  /**
   * The sequence of the event: ignore it if you have a higher sequence for the object. Null for the callback of a
   * payment.
   */
  sequence: number | null
  /** The time of sending, in seconds since 1970. */
  timestamp: number
  /** Whether the merchant is only testing the address, without a payment. */
  isTest: boolean
  /** The whole body. */
  body: Record<string, unknown>
}

/** Headers in the form used by Node, Express, Fastify, Hono and `Request`. */
export type WebhookHeaders = { get(name: string): string | null } | Record<string, string | string[] | undefined>

export interface VerifyOptions {
  /** The maximum difference between the sender's clock and yours, in seconds; 300 by default. */
  toleranceS?: number
  /** The current time in seconds since 1970, for tests. */
  now?: number
}

export interface SignOptions {
  id?: string
  /** The time of sending, in seconds since 1970. */
  timestamp?: number
}

export interface ExampleOptions extends SignOptions {
  /** Fields that replace those of the example. */
  data?: Record<string, unknown>
  /** The type of an event as endpoints get it; without it, the example is the callback `payment.paid`. */
  type?: string
}

const defaultToleranceS = 300

/**
 * Verifies a webhook by its raw body, exactly as received and before any parser, and returns its content. Throws a
 * SignatureError otherwise. While a secret is rotated, pass both.
 */
function verify<Data = Record<string, unknown>>(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | string[],
  options: VerifyOptions = {},
): WebhookMessage<Data> {
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new TypeError('webhooks.verify needs the raw body, a string or bytes, and not what a parser made of it')
  }
  const keys = [secret].flat().map(decodeKey)
  if (keys.length === 0) throw new SignatureError('bad_secret', 'no secret was given')
  const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map(name => readHeader(headers, `webhook-${name}`))
  if (!id || !sentAt || !signatures) {
    throw new SignatureError('missing_headers', 'webhook-id, webhook-timestamp or webhook-signature is missing')
  }
  const bytes = Buffer.from(rawBody)
  const expected = keys.map(key => Buffer.from(computeSignature(key, id, sentAt, bytes)))
  const candidates = signatures.split(' ').map(text => Buffer.from(text))
  if (!candidates.some(candidate => expected.some(one => isSame(one, candidate)))) {
    throw new SignatureError('bad_signature', 'no signature is one of this secret over this body')
  }
  const timestamp = checkTime(sentAt, options)
  const body = parse(bytes)
  return {
    id,
    type: String(body.type ?? body.event ?? ''),
    data: (isObject(body.data) ? body.data : body) as Data,
    sequence: typeof body.sequence === 'number' ? body.sequence : null,
    timestamp,
    isTest: readHeader(headers, 'x-webhook-test') === '1',
    body,
  }
}

/** Signs a body as the shop does, for the tests of your receiver; returns the headers. */
function sign(body: string, secret: string, options: SignOptions = {}): Record<string, string> {
  const { id = randomUUID(), timestamp = Math.floor(Date.now() / 1000) } = options
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': computeSignature(decodeKey(secret), id, String(timestamp), Buffer.from(body)),
  }
}

/** Creates a signed example for the tests of your receiver: its raw body and its headers. */
function example(secret: string, options: ExampleOptions = {}): { body: string; headers: Record<string, string> } {
  const { id = randomUUID(), timestamp = Math.floor(Date.now() / 1000), type, data } = options
  const created_at = new Date(timestamp * 1000).toISOString()
  const event = { id, type, version: 1, created_at, mode: 'test', sequence: 1, data: data ?? {} }
  const body = JSON.stringify(type === undefined ? { ...paidExample, timestamp, ...data } : event)
  return { body, headers: sign(body, secret, { id, timestamp }) }
}

export const webhooks = { verify, sign, example }

/** The callback that docs/api.md shows. */
const paidExample = {
  event: 'payment.paid',
  invoice_id: 'INV-CZSRHR2XGY9QFHM5YCHN',
  status: 'paid',
  amount: 15_000,
  final_amount: 15_036,
  unique_code: 36,
  paid_at: '2026-11-21 13:59:35',
  paid_amount: 15_036,
  paid_reff_num: '413255111',
  payment_method: 'qris',
  paid_via: 'qris',
  customer_name: 'Siti Aminah',
  customer_email: null,
  customer_phone: null,
  description: 'Kopi susu',
  redirect_url: null,
  reference: null,
  metadata: {},
  has_file: false,
  has_content: false,
  download_token: null,
  provider_payment_customername: 'Zainal Arief',
  provider_payment_methodby: 'Sakuku',
}

function checkTime(sentAt: string, { toleranceS = defaultToleranceS, now = Date.now() / 1000 }: VerifyOptions): number {
  if (!/^\d{1,15}$/.test(sentAt)) throw new SignatureError('bad_timestamp', 'webhook-timestamp is not a number')
  const timestamp = Number(sentAt)
  if (now - timestamp > toleranceS) throw new SignatureError('too_old', `it was sent more than ${toleranceS} s ago`)
  if (timestamp - now > toleranceS) throw new SignatureError('too_new', 'it comes from the future: compare the clocks')
  return timestamp
}

function computeSignature(key: Uint8Array, id: string, timestamp: string, body: Uint8Array): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

// An empty or damaged secret would produce a key that an attacker can guess.
function decodeKey(secret: string): Uint8Array {
  const text = typeof secret === 'string' ? secret.trim().replace(/^whsec_/, '') : ''
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new SignatureError('bad_secret', 'the secret is not whsec_ and base64: copy it whole from the dashboard')
  }
  return Buffer.from(text, 'base64')
}

function isSame(expected: Buffer, candidate: Buffer): boolean {
  return expected.length === candidate.length && timingSafeEqual(expected, candidate)
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  const value = entry?.[1] as string | string[] | undefined
  return Array.isArray(value) ? value[0] : value
}

function parse(bytes: Buffer): Record<string, unknown> {
  const body = isUtf8(bytes) ? parseObject(bytes.toString()) : null
  if (!body) throw new SignatureError('not_json', 'the signed body is not a JSON object')
  return body
}
