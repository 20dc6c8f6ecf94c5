import { randomUUID } from 'node:crypto'
import { Refusal, type RefusalCode } from '../../../lib/refusal.ts'
import { OrderTakenError } from '../create-charge.ts'
import type { DialectAnswer } from './compat-door.ts'

interface MidtransError {
  code: number
  message: string
}

const unchangeable = { code: 412, message: 'Transaction status cannot be updated.' }
const conflict = {
  code: 406,
  message:
    'The request could not be completed due to a conflict with the current state of the target resource, ' +
    'please try again',
}
const invalid = { code: 400, message: 'One or more parameters in the payload is invalid.' }
const away = { code: 503, message: 'Sorry, the service is unavailable at the moment. Please try again later.' }

/** Midtrans's messages by the shop's own code; docs.midtrans.com/reference/code-status lists the numbers. */
const errorsByCode: Partial<Record<RefusalCode, MidtransError>> = {
  unauthorized: { code: 401, message: 'Unknown Merchant server_key/id' },
  forbidden: { code: 403, message: 'The key is not permitted to make this request.' },
  not_found: { code: 404, message: "Transaction doesn't exist." },
  method_unavailable: { code: 402, message: 'Payment channel is not activated.' },
  reference_taken: conflict,
  idempotency_mismatch: conflict,
  idempotency_conflict: conflict,
  refused_transition: unchangeable,
  already_paid: unchangeable,
  rate_limited: { code: 429, message: 'API rate limit exceeded.' },
  provider_unavailable: away,
  unavailable: away,
  invalid_request: invalid,
  amount_out_of_range: invalid,
  address_refused: invalid,
}

/** The codes that are also the HTTP status. Midtrans sends all others with 200, and the code in the body. */
const httpCodes = [401, 403, 404, 429, 500, 503]

/** Renders a refusal as Midtrans does: Core with its code inside the body, Snap with a list of messages. */
export function refuseAsMidtrans(error: unknown, path: string): DialectAnswer {
  const { code, message } = describeError(error)
  const messages = code === 400 ? refusalMessages(error) : []
  if (path.startsWith('/snap/')) {
    const shown = error instanceof OrderTakenError ? ['transaction_details.order_id sudah digunakan'] : messages
    const status = code === 406 ? 400 : code
    return { status, body: { error_messages: shown.length > 0 ? shown : [message] } }
  }
  return {
    status: httpCodes.includes(code) ? code : 200,
    body: {
      status_code: String(code),
      status_message: message,
      ...(messages.length > 0 ? { validation_messages: messages } : {}),
      id: randomUUID(),
    },
  }
}

function describeError(error: unknown): MidtransError {
  if (error instanceof OrderTakenError) return conflict
  const known = error instanceof Refusal ? errorsByCode[error.code] : undefined
  return known ?? { code: 500, message: 'Sorry. Our system is recovering from unexpected issues. Please retry.' }
}

// The shop's field names, by those of the request.
const names: Record<string, string> = {
  amount: 'transaction_details.gross_amount',
  redirect_url: 'callbacks.finish',
}

function refusalMessages(error: unknown): string[] {
  if (!(error instanceof Refusal)) return []
  const fields = error.fields ?? []
  if (fields.length === 0) return [error.message]
  return fields.map(({ path, error: problem }) => `${names[path] ?? path} ${problem}`)
}
