import type { FieldCode, FieldError, FieldProblem } from './refusals/field-error.ts'

/**
 * The closed set of reasons for refusals. The API maps each to a status (src/http/errors.ts), and pages and chats map
 * each to a sentence in both languages (refusals/refusal-texts.ts). The tables are total, so a new code without an
 * entry is a type error.
 */
export type RefusalCode = PlainRefusalCode | Detailed['code']

/** The codes without details. */
export type PlainRefusalCode =
  | 'invalid_request'
  | 'unknown_field'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'rate_limited'
  | 'amount_out_of_range'
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
  | 'expired'
  | 'unavailable'

/** The payment that already has a reference. */
export interface TakenReference {
  code: 'reference_taken'
  invoiceId: string
  expiresAt: Date
}

/** The codes with additional details for the reader. */
type Detailed =
  | TakenReference
  | { code: 'out_of_stock'; names: string[] }
  /** The current total, in rupiah or in Stars. */
  | { code: 'price_changed'; total: number }
  | { code: 'too_many_open_orders'; max: number }
  | { code: 'insufficient_balance'; available: number }
  /** The storage limits of an account: bytes, and the number of files and of pictures. */
  | { code: 'storage_full'; bytesMax: number; filesMax: number }
  /** When the shop opens; null if it does not reopen automatically. */
  | { code: 'closed'; opensAt: Date | null }
  | ({ code: 'coupon' } & CouponProblem)

/** The reason why a coupon cannot be used. */
export type CouponProblem =
  | { problem: 'unknown' | 'over' | 'used_up' | 'used_by_you' | 'other_goods' }
  | { problem: 'early'; startsAt: Date }
  | { problem: 'too_little'; totalMin: number }

/** A code with its details, discriminated by `code`. */
export type RefusalDetails = { code: PlainRefusalCode } | Detailed

interface More {
  fields?: FieldError[]
  retryAfterS?: number
  cause?: unknown
}

/** An expected "no". It is an answer, not a fault: nothing was written, and the API sends its message to the caller. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly details: RefusalDetails
  readonly fields: FieldError[] | undefined
  /** The seconds after which a retry makes sense. */
  readonly retryAfterS: number | undefined

  constructor(reason: PlainRefusalCode | RefusalDetails, message: string, { fields, retryAfterS, cause }: More = {}) {
    super(message, { cause })
    this.details = typeof reason === 'string' ? { code: reason } : reason
    this.code = this.details.code
    this.fields = fields
    this.retryAfterS = retryAfterS
  }

  /** Returns the API's description of the fields: their paths, and the mistakes in English. */
  said(): { fields?: { path: string; error: string }[] } {
    return this.fields ? { fields: this.fields.map(({ path, error }) => ({ path, error })) } : {}
  }

  /** Returns the same refusal with the path of the field, for a caller that knows the origin of the value. */
  of(path: string): Refusal {
    const fields = [{ path, error: this.message, code: 'malformed' as const }]
    return new Refusal(this.details, `${path}: ${this.message}`, { fields })
  }
}

/** Returns the refusal for an object that does not exist, or that the caller may not see. */
export function notFound(name: string): Refusal {
  return new Refusal('not_found', `There is no such ${name}`)
}

/** Returns the refusal for one invalid field. */
export function refuseField(
  path: string,
  error: string,
  problem: FieldCode<'plain'> | FieldProblem,
  {
    reason = 'invalid_request',
    cause,
  }: { reason?: PlainRefusalCode | RefusalDetails | undefined; cause?: unknown } = {},
): Refusal {
  const field = { path, error, ...(typeof problem === 'string' ? { code: problem } : problem) }
  return new Refusal(reason, `${path}: ${error}`, { fields: [field], cause })
}

/** Returns the refusal for invalid fields, at least one. It does not throw. */
export function refuseFields(fields: FieldError[]): Refusal {
  return new Refusal('invalid_request', fields.map(({ path, error }) => `${path}: ${error}`).join('; '), { fields })
}
