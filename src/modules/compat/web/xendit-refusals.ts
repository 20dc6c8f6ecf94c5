import { Refusal, type RefusalCode } from '../../../lib/refusal.ts'
import type { DialectAnswer } from './compat-door.ts'

interface XenditError {
  status: number
  code: string
  /** The message; by default the shop's own. */
  message?: string
}

const invalid = { status: 400, code: 'API_VALIDATION_ERROR', message: 'Inputs are failing validation.' }

/** Xendit's messages by the shop's own code. */
const errorsByCode: Partial<Record<RefusalCode, XenditError>> = {
  unauthorized: { status: 401, code: 'INVALID_API_KEY', message: 'API key is not authorized for this API service' },
  forbidden: { status: 403, code: 'REQUEST_FORBIDDEN_ERROR' },
  not_found: { status: 404, code: 'DATA_NOT_FOUND' },
  method_unavailable: {
    status: 403,
    code: 'CHANNEL_NOT_ACTIVATED',
    message: 'Payment request failed because this specific payment channel has not been activated.',
  },
  reference_taken: { status: 409, code: 'DUPLICATE_ERROR' },
  idempotency_mismatch: { status: 409, code: 'IDEMPOTENCY_ERROR' },
  idempotency_conflict: { status: 409, code: 'IDEMPOTENCY_ERROR' },
  refused_transition: { status: 400, code: 'INELIGIBLE_TRANSACTION' },
  already_paid: { status: 400, code: 'INELIGIBLE_TRANSACTION' },
  rate_limited: { status: 429, code: 'RATE_LIMIT_EXCEEDED' },
  provider_unavailable: { status: 503, code: 'CHANNEL_UNAVAILABLE' },
  unavailable: { status: 503, code: 'SERVICE_UNAVAILABLE' },
  not_ready: { status: 503, code: 'SERVICE_UNAVAILABLE' },
  invalid_request: invalid,
  amount_out_of_range: invalid,
  address_refused: invalid,
}

/** Renders a refusal as Xendit does: with the HTTP status, a code and a message. */
export function refuseAsXendit(error: unknown, path: string): DialectAnswer {
  if (!(error instanceof Refusal)) return broken
  const { status, code, message = error.message } = errorsByCode[error.code] ?? { status: 500, code: 'SERVER_ERROR' }
  const errors = (error.fields ?? []).map(({ path: field, error: problem }) => ({
    path: field === 'redirect_url' ? 'success_redirect_url' : field,
    message: problem,
  }))
  const error_code = code === 'DATA_NOT_FOUND' && path.includes('/invoices/') ? 'INVOICE_NOT_FOUND_ERROR' : code
  return { status, body: { error_code, message, ...(status === 400 && errors.length > 0 ? { errors } : {}) } }
}

const broken = { status: 500, body: { error_code: 'SERVER_ERROR', message: 'Something broke; it was written down' } }
