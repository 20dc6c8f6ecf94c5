import type Koa from 'koa'
import type { Log } from '../lib/log.ts'
import { Refusal, type RefusalCode } from '../lib/refusal.ts'

/** Design 4: 400 for whatever the caller can mend, and only the spec's statuses beside the few that its clients need. */
export const statusOfRefusal: Record<RefusalCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 401,
  not_found: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  amount_out_of_range: 400,
  method_unavailable: 400,
  amounts_exhausted: 429,
  provider_unavailable: 503,
  refused_transition: 400,
  idempotency_conflict: 409,
  idempotency_mismatch: 422,
  not_ready: 409,
  already_paid: 400,
  invalid_qris: 400,
  invalid_crc: 400,
  unsupported_qris: 400,
  invalid_nominal: 400,
  invalid_image: 400,
  image_too_large: 400,
  no_code_found: 400,
  several_codes_found: 400,
  address_refused: 400,
  fetch_failed: 400,
  out_of_stock: 400,
  price_changed: 400,
  too_many_open_orders: 400,
  expired: 400,
  unavailable: 503,
}

const awayRetryS = 2

/** Writes the one error body (design 4) for whatever was thrown; what nobody expected is logged and not told. */
export function answerError(ctx: Koa.Context, error: unknown, log: Log): void {
  const refusal = asRefusal(ctx, error)
  if (refusal === null) log.error({ err: error, request_id: ctx.state.requestId }, 'a request failed')
  const shown = refusal ?? new Refusal('unavailable', 'Something broke on our side; it was written down')
  ctx.status = refusal === null ? 500 : statusOfRefusal[refusal.code]
  if (shown.retryAfterS !== undefined) ctx.set('Retry-After', String(Math.ceil(shown.retryAfterS)))
  ctx.body = {
    success: false,
    error: shown.message,
    code: refusal === null ? 'internal' : refusal.code,
    ...(shown.fields ? { fields: shown.fields } : {}),
    request_id: ctx.state.requestId,
  }
}

function asRefusal(ctx: Koa.Context, error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === lockTimeout && ctx.get('Idempotency-Key') !== '') {
    return new Refusal('idempotency_conflict', 'The same request is still being worked on', { retryAfterS: awayRetryS })
  }
  if (isAway(code, message)) {
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
// Among them: rows that somebody holds for long, deadlocks that repeat, a server that became a read-only standby.
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|57P0[1-5]|57014|08\w{3}|53\w{3}|55P03|40001|40P01|25006)$/
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/

/** Whether the error says that PostgreSQL cannot be reached, is starting, stopping, or too busy to answer in time. */
export function isAway(code: unknown, message: unknown): boolean {
  return awayCodes.test(String(code)) || awayMessages.test(String(message))
}
