/**
 * The closed set of reasons for which Warung says no. The API maps each to a status (src/http/errors.ts) and the
 * bot maps each to a sentence (bot/texts); both tables are total, so that a new code without an answer is a type error.
 */
export type RefusalCode =
  | 'invalid_request'
  | 'unknown_field'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'rate_limited'
  | 'amount_out_of_range'
  | 'reference_taken'
  | 'payment_replaced'
  | 'method_unavailable'
  | 'amounts_exhausted'
  | 'provider_unavailable'
  | 'refused_transition'
  | 'idempotency_conflict'
  | 'idempotency_mismatch'
  | 'not_ready'
  | 'already_paid'
  | 'invalid_qris'
  | 'invalid_crc'
  | 'unsupported_qris'
  | 'invalid_nominal'
  | 'invalid_image'
  | 'image_too_large'
  | 'no_code_found'
  | 'several_codes_found'
  | 'address_refused'
  | 'fetch_failed'
  | 'out_of_stock'
  | 'price_changed'
  | 'too_many_open_orders'
  | 'insufficient_balance'
  | 'expired'
  | 'unavailable'

export interface FieldError {
  /** Where in the input, dotted: `amount`, `items.0.quantity`. */
  path: string
  error: string
}

/** An expected "no". It is an answer, not a fault: nothing was written, and the sentence may be shown to the caller. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly fields: FieldError[] | undefined
  /** Seconds after which asking again makes sense. */
  readonly retryAfterS: number | undefined

  constructor(
    code: RefusalCode,
    message: string,
    details: { fields?: FieldError[]; retryAfterS?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.code = code
    this.fields = details.fields
    this.retryAfterS = details.retryAfterS
  }
}

/** The refusal for one field that is wrong. */
export function refuseField(
  path: string,
  error: string,
  code: RefusalCode = 'invalid_request',
  cause?: unknown,
): Refusal {
  return new Refusal(code, `${path}: ${error}`, { fields: [{ path, error }], cause })
}
