import type Koa from 'koa'
import { isDatabaseUnreachable } from '../database/is-database-unreachable.ts'
import { recordDiskFull } from '../lib/disk-full.ts'
import { AbandonedError } from '../lib/gather.ts'
import type { Log } from '../lib/log.ts'
import { Refusal, type RefusalCode } from '../lib/refusal.ts'
import { writeRetryAfter } from './retry-after.ts'

/**
 * The meaning of each refusal for an API client: its HTTP status, and its sentence in the documented list of codes. 400
 * for everything that the caller can correct.
 */
export const refusals: Record<RefusalCode, { status: number; meaning: string }> = {
  invalid_request: {
    status: 400,
    meaning: 'A field is missing, has the wrong type or is out of range; `fields` lists each one',
  },
  unknown_field: {
    status: 400,
    meaning: 'The account rejects requests with unknown fields; `fields` lists each one, with a suggestion',
  },
  unauthorized: { status: 401, meaning: 'The API key is missing, invalid or expired; the message says which' },
  forbidden: {
    status: 401,
    meaning:
      'The key is valid but not allowed here because of its scopes, its allowed addresses, or because it was sent ' +
      'in the query; the message says which',
  },
  not_found: { status: 404, meaning: 'It does not exist in this account and mode' },
  method_not_allowed: { status: 405, meaning: 'The path requires another method; `Allow` names it' },
  rate_limited: { status: 429, meaning: 'Too many requests; wait for `Retry-After` seconds' },
  amount_out_of_range: { status: 400, meaning: 'The method does not accept this amount; the message names the limits' },
  reference_taken: {
    status: 400,
    meaning:
      'Another open or paid payment in this account and mode has the `reference`; `invoice_id`, `payment_url` and ' +
      '`expires_at` identify it',
  },
  payment_replaced: {
    status: 400,
    meaning:
      'Another payment was created with the same `reference`; to pay this one anyway, name the other one in ' +
      '`replaced_by`',
  },
  method_unavailable: {
    status: 400,
    meaning: 'The account cannot use this method now; the message lists the unmet requirements',
  },
  amounts_exhausted: {
    status: 429,
    meaning: 'All unique amounts near this one are held by open payments; wait for `Retry-After` seconds',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'The payment provider did not respond, and the payment was cancelled; create another one',
  },
  refused_transition: { status: 400, meaning: 'The current state of the payment or order does not allow this change' },
  idempotency_conflict: { status: 409, meaning: 'The same request is still being processed; retry it' },
  idempotency_mismatch: { status: 422, meaning: 'The `Idempotency-Key` was already used with a different body' },
  not_ready: { status: 409, meaning: 'The requested object is still being prepared' },
  already_paid: { status: 400, meaning: 'It is already paid' },
  invalid_qris: { status: 400, meaning: 'The text is not a QRIS' },
  invalid_crc: { status: 400, meaning: 'The checksum of the QRIS is wrong: a character was changed or lost' },
  unsupported_qris: { status: 400, meaning: 'The code is readable but cannot be converted' },
  invalid_nominal: { status: 400, meaning: 'The amount is not whole rupiah in the range that a QRIS supports' },
  invalid_image: {
    status: 400,
    meaning: 'The image cannot be read; the supported formats are JPEG, PNG, GIF and WebP',
  },
  image_too_large: { status: 400, meaning: 'The image has too many bytes or pixels' },
  no_code_found: { status: 400, meaning: 'There is no QR code in the image' },
  several_codes_found: { status: 400, meaning: 'There is more than one QR code in the image' },
  address_refused: { status: 400, meaning: 'This service may not send requests to the address' },
  fetch_failed: { status: 400, meaning: 'The file at the address could not be fetched' },
  closed: { status: 503, meaning: 'The shop is closed' },
  coupon: { status: 400, meaning: 'The coupon cannot be used' },
  out_of_stock: { status: 400, meaning: 'There is not enough stock' },
  price_changed: { status: 400, meaning: 'The price has changed' },
  insufficient_balance: {
    status: 400,
    meaning: 'The balance is lower than the amount to withdraw; see `get-balance`',
  },
  storage_full: {
    status: 400,
    meaning: "The account's files and images use up its storage; the message says how large it is",
  },
  too_many_open_orders: { status: 400, meaning: 'The customer has reached the maximum number of unpaid orders' },
  expired: { status: 400, meaning: 'It has expired' },
  unavailable: { status: 503, meaning: 'The service is temporarily unavailable; wait for `Retry-After` seconds' },
}

const awayRetryS = 2
const diskFullRetryS = 30

/**
 * Writes the error body for anything that was thrown. Unexpected errors are logged, and their messages are not sent.
 */
export function answerError(ctx: Koa.Context, error: unknown, log: Log): void {
  const refusal = toRefusal(ctx, error)
  if (refusal === null) log.error({ err: error, request_id: ctx.state.requestId }, 'a request failed')
  const answer = refusal ?? new Refusal('unavailable', 'Something broke on our side; it was written down')
  ctx.status = refusal === null ? 500 : refusals[refusal.code].status
  writeRetryAfter(ctx, answer)
  ctx.body = {
    success: false,
    error: answer.message,
    code: refusal === null ? 'internal' : refusal.code,
    ...answer.said(),
    request_id: ctx.state.requestId,
  }
}

/**
 * Returns the error as a refusal: itself, or `unavailable` if the database is unavailable; null for any other error.
 */
export function toRefusal(ctx: Koa.Context, error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  // The caller has left, but this must not count as a server error.
  if (error instanceof AbandonedError)
    return new Refusal('unavailable', 'The caller left before it was begun: nothing was done')
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === lockTimeout && ctx.get('Idempotency-Key') !== '') {
    return new Refusal('idempotency_conflict', 'The same request is still being processed', { retryAfterS: awayRetryS })
  }
  if (recordDiskFull(error)) {
    return new Refusal('unavailable', 'The disk of this service is full: nothing was stored', {
      retryAfterS: diskFullRetryS,
    })
  }
  if (isDatabaseUnreachable(code, message)) {
    return new Refusal(
      'unavailable',
      'The database is away for a moment: ask again (to create, with the same Idempotency-Key)',
      {
        retryAfterS: awayRetryS,
      },
    )
  }
  return null
}

const lockTimeout = '55P03'
