import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import type { Sql } from '../../lib/sql.ts'
import type { CodeRow } from '../simulator/code.ts'
import { makeCodeUuid, parseCodeUuid } from '../simulator/code-uuid.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'
import type { SimulatorRefusal } from './simulator-charge.ts'
import { makePaymentRequestId } from './simulator-view.ts'

const reasons = ['FRAUDULENT', 'DUPLICATE', 'REQUESTED_BY_CUSTOMER', 'CANCELLATION', 'OTHERS'] as const

const Wanted = z.looseObject({
  payment_request_id: z.string(),
  reference_id: z.string().nullish(),
  amount: z.number().positive().nullish(),
  currency: z.literal('IDR').nullish(),
  reason: z.enum(reasons).nullish(),
})

interface WantedRefund extends z.output<typeof Wanted> {
  idempotencyKey: string | null
}

interface StoredRefund {
  idempotencyKey: string | null
  reference: string | null
  amount: number
  reason: string | null
  at: string
}

const refundsMax = 100

/** Parses a request for a refund; null if it is malformed. */
export function readRefund({ body, headers }: SimulatorRequest): WantedRefund | null {
  const { data } = Wanted.safeParse(parseJson(body))
  const idempotencyKey = headers['idempotency-key']
  return data ? { ...data, idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null } : null
}

/** Refunds a paid code. Repeating the idempotency key returns the first answer. */
export async function makeRefund(
  sql: Sql,
  code: CodeRow,
  { idempotencyKey, reference_id: reference = null, amount: wanted, reason = null }: WantedRefund,
  now: Date,
): Promise<SimulatorAnswer | SimulatorRefusal> {
  const before = listRefunds(code)
  const earlier = before.findIndex(one => idempotencyKey !== null && one.idempotencyKey === idempotencyKey)
  if (earlier !== -1) return { status: 200, body: describeRefund(code, earlier, 'PENDING') }
  const amount = wanted ?? code.amount
  const refunded = before.reduce((sum, one) => sum + one.amount, 0) + amount
  if (refunded > code.amount || before.length === refundsMax) return tooMuch
  const refunds = [...before, { idempotencyKey, reference, amount, reason, at: now.toISOString() }]
  const written = await sql.write(
    `update sandbox.code set details = details || $2
     where id = $1 and jsonb_array_length(coalesce(details->'refunds', '[]')) = $3`,
    [code.id, { refunds }, before.length],
  )
  if (written === 0) return busy
  return {
    status: 200,
    body: describeRefund({ ...code, details: { ...code.details, refunds } }, before.length, 'PENDING'),
  }
}

/** Returns a refund, which is always complete when requested. */
export function viewRefund(code: CodeRow, id: string): SimulatorAnswer {
  return { status: 200, body: describeRefund(code, numberOf(id)! % refundsMax, 'SUCCEEDED') }
}

/** Returns the id of the refunded code; null if the text is not a refund id. */
export function findRefundedCode(id: string): number | null {
  const number = numberOf(id)
  return number === null ? null : Math.floor(number / refundsMax)
}

const numberOf = (id: string) => parseCodeUuid('xendit refund', id.replace(/^rfd-/, ''))

const tooMuch: SimulatorRefusal = {
  status: 400,
  error_code: 'MAXIMUM_REFUND_AMOUNT_REACHED',
  message: 'The amount is more than was paid',
}
const busy: SimulatorRefusal = {
  status: 409,
  error_code: 'IDEMPOTENCY_ERROR',
  message: 'Another refund of the payment is being made',
}

function listRefunds({ details }: CodeRow): StoredRefund[] {
  return (details.refunds as StoredRefund[] | undefined) ?? []
}

function describeRefund(code: CodeRow, index: number, status: 'PENDING' | 'SUCCEEDED') {
  const { reference, amount, reason, at } = listRefunds(code)[index]!
  return {
    id: `rfd-${makeCodeUuid('xendit refund', code.id * refundsMax + index)}`,
    payment_request_id: makePaymentRequestId(code),
    amount,
    currency: 'IDR',
    country: 'ID',
    channel_code: 'QRIS',
    status,
    reason,
    reference_id: reference ?? code.client_reference,
    failure_code: null,
    refund_fee_amount: null,
    metadata: null,
    created: at,
    updated: at,
  }
}
