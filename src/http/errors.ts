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
    meaning: 'A field is missing, of the wrong kind or out of its range; `fields` names each',
  },
  unknown_field: {
    status: 400,
    meaning: 'The account has requests with fields that nobody knows refused; `fields` names each, with a guess',
  },
  unauthorized: { status: 401, meaning: 'The API key is missing, not valid, or has ended; the message says which' },
  forbidden: {
    status: 401,
    meaning:
      'The key is valid, and not for this: its scopes, the addresses that it may come from, or that it came in ' +
      'the query',
  },
  not_found: { status: 404, meaning: 'There is no such thing in this account and mode' },
  method_not_allowed: { status: 405, meaning: 'The path takes another method; `Allow` names it' },
  rate_limited: { status: 429, meaning: 'Too many requests; wait for `Retry-After` seconds' },
  amount_out_of_range: { status: 400, meaning: 'The method does not take this amount; the message says what it takes' },
  reference_taken: {
    status: 400,
    meaning:
      'Another open or paid payment of this account and mode has the `reference`; `invoice_id`, `payment_url` and ' +
      '`expires_at` name it',
  },
  payment_replaced: {
    status: 400,
    meaning:
      'Another payment was made with the same `reference`: name it in `replaced_by` to pay this one all the same',
  },
  method_unavailable: {
    status: 400,
    meaning: 'The account cannot use this method now; the message quotes the unmet requirements',
  },
  amounts_exhausted: {
    status: 429,
    meaning: 'Every distinct amount near this one is held by an open payment; wait for `Retry-After` seconds',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'The payment provider did not answer; the payment was cancelled, create another',
  },
  refused_transition: { status: 400, meaning: 'The payment or order is in a state from which this move is not made' },
  idempotency_conflict: { status: 409, meaning: 'The same request is still being worked on; ask again' },
  idempotency_mismatch: { status: 422, meaning: 'The `Idempotency-Key` was used with another body' },
  not_ready: { status: 409, meaning: 'What is asked for is still being prepared' },
  already_paid: { status: 400, meaning: 'It is paid' },
  invalid_qris: { status: 400, meaning: 'The text is not a QRIS' },
  invalid_crc: { status: 400, meaning: 'The checksum of the QRIS is wrong: a character was changed or lost' },
  unsupported_qris: { status: 400, meaning: 'The code is readable, and it is not one that can be converted' },
  invalid_nominal: { status: 400, meaning: 'The nominal is not whole rupiah in the range that a QRIS can carry' },
  invalid_image: { status: 400, meaning: 'The picture cannot be read; JPEG, PNG, GIF and WebP can' },
  image_too_large: { status: 400, meaning: 'The picture has too many bytes or pixels' },
  no_code_found: { status: 400, meaning: 'There is no QR code in the picture' },
  several_codes_found: { status: 400, meaning: 'There is more than one QR code in the picture' },
  address_refused: { status: 400, meaning: 'The address is not one that this service may call' },
  fetch_failed: { status: 400, meaning: 'The address could not be read' },
  closed: { status: 503, meaning: 'The shop is closed' },
  coupon: { status: 400, meaning: 'The coupon cannot be used' },
  out_of_stock: { status: 400, meaning: 'There are not that many left' },
  price_changed: { status: 400, meaning: 'The price is another one now' },
  insufficient_balance: {
    status: 400,
    meaning: 'The balance is less than what is to be withdrawn; `get-balance` tells it',
  },
  storage_full: {
    status: 400,
    meaning: 'The files and pictures of the account take all the room that it has; the message says how much that is',
  },
  too_many_open_orders: { status: 400, meaning: 'The customer has as many unpaid orders as are allowed' },
  expired: { status: 400, meaning: 'It has expired' },
  unavailable: { status: 503, meaning: 'The service cannot answer at the moment; wait for `Retry-After` seconds' },
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
    return new Refusal('idempotency_conflict', 'The same request is still being worked on', { retryAfterS: awayRetryS })
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
