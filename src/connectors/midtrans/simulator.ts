import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import type { Sql } from '../../lib/sql.ts'
import { type CodeRow, findOrCreateCode } from '../simulator/code.ts'
import { makeCodeUuid, parseCodeUuid } from '../simulator/code-uuid.ts'
import type { Simulator, SimulatorNeeds } from '../simulator/simulator.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'
import { findAccount, type MidtransAccount, makeMerchantId, makeServerKey } from './simulator-account.ts'
import { readCharge, type SimulatorRefusal } from './simulator-charge.ts'
import { pushPaidCode } from './simulator-push.ts'
import {
  describeState,
  listRefunds,
  signView,
  sumRefunds,
  type TransactionView,
  viewTransaction,
} from './simulator-view.ts'

/**
 * The QRIS part of Midtrans Core API, after docs.midtrans.com and the official SDKs. An answer repeats its HTTP status
 * in its body; with the fault `inside`, the status is only there.
 */
export const midtransSimulator: Simulator = {
  routes: [
    { method: 'POST', path: '/v2/charge', operation: 'charge', work: signedIn(answerCharge) },
    { method: 'GET', path: '/v2/:id/status', operation: 'status', work: signedIn(answerStatus) },
    { method: 'POST', path: '/v2/:id/cancel', operation: 'cancel', work: signedIn(answerCancel) },
    { method: 'POST', path: '/v2/:id/expire', operation: 'expire', work: signedIn(answerExpire) },
    { method: 'POST', path: '/v2/:id/refund', operation: 'refund', work: signedIn(answerRefund) },
    { method: 'POST', path: '/v2/:id/refund/online/direct', operation: 'refund', work: signedIn(answerRefund) },
  ],
  contracts: {
    options: z.object({}),
    credentials: async (_needs, { address, merchantId }) => ({
      server_key: makeServerKey(merchantId),
      base_url: address,
      merchant_id: makeMerchantId(merchantId),
    }),
  },
  faults: {
    any: ['inside', 'revoked', 'busy'],
    charge: ['inside', 'revoked', 'busy', 'inactive'],
    status: ['inside', 'revoked', 'busy', 'stuck', 'other_order', 'other_amount'],
    push: ['duplicate', 'forged', 'reordered'],
  },
  push: pushPaidCode,
}

type Work = (
  needs: SimulatorNeeds,
  request: SimulatorRequest,
  account: MidtransAccount,
) => Promise<TransactionView | SimulatorRefusal>

function signedIn(work: Work) {
  return async (needs: SimulatorNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const isInside = request.fault === 'inside'
    const account = request.fault === 'revoked' ? null : findAccount(request.headers)
    if (account === null) return answerRefusal(unknownKey, isInside)
    if (request.fault === 'busy') return answerRefusal({ code: '429', message: 'Too many requests.' }, isInside)
    const answer = await work(needs, request, account)
    return 'status_code' in answer ? { status: 200, body: answer } : answerRefusal(answer as SimulatorRefusal, isInside)
  }
}

const unknownKey: SimulatorRefusal = {
  code: '401',
  message: 'Transaction cannot be authorized with the current client/server key.',
}
const notFound: SimulatorRefusal = { code: '404', message: "Transaction doesn't exist." }
const wrongState: SimulatorRefusal = { code: '412', message: 'Transaction status cannot be updated.' }
const usedOrder: SimulatorRefusal = {
  code: '406',
  message:
    'The request could not be completed due to a conflict with the current state of the target resource, ' +
    'please try again',
}

function answerRefusal({ code, message, problems }: SimulatorRefusal, isInside: boolean): SimulatorAnswer {
  const body = { status_code: code, status_message: message, id: randomUUID() }
  return {
    status: isInside ? 200 : Number(code),
    body: problems ? { ...body, validation_messages: problems } : body,
  }
}

const idempotentMs = 300_000

/**
 * Answers a charge. An order id can be used only once; the same idempotency key returns the first answer for five
 * minutes.
 */
async function answerCharge({ sql, clock }: SimulatorNeeds, request: SimulatorRequest, account: MidtransAccount) {
  const wanted = readCharge(request)
  if ('code' in wanted) return wanted
  if (request.fault === 'inactive') return { code: '402', message: 'Payment channel is not activated.' }
  const now = clock.now()
  const used = await findCode(sql, account, wanted.orderId)
  if (used) {
    const isRepeated =
      wanted.idempotencyKey !== null &&
      used.details.idempotencyKey === wanted.idempotencyKey &&
      now.getTime() - used.requested_at.getTime() < idempotentMs
    return isRepeated ? viewCreated(used, account, now) : usedOrder
  }
  const { orderId: reference, amount, acquirer, idempotencyKey, notifyUrls } = wanted
  const code = await findOrCreateCode(sql, {
    mid: midOf(account),
    reference,
    amount,
    now,
    endsAt: new Date((wanted.orderTime ?? now).getTime() + wanted.lifeS * 1000),
    notifyUrl: notifyUrls.join(',') || null,
    details: { acquirer, idempotencyKey, serverKey: account.serverKey },
  })
  return viewCreated(code, account, now)
}

function viewCreated(code: CodeRow, account: MidtransAccount, now: Date): TransactionView {
  return {
    ...viewTransaction(code, account, now),
    status_message: 'QRIS transaction is created',
    actions: [
      {
        name: 'generate-qr-code',
        method: 'GET',
        url: `https://api.sandbox.midtrans.com/v2/qris/${makeCodeUuid('midtrans', code.id)}/qr-code`,
      },
    ],
    qr_string: code.qris,
  }
}

async function answerStatus(
  { sql, clock }: SimulatorNeeds,
  { params, fault }: SimulatorRequest,
  account: MidtransAccount,
) {
  const code = await findCode(sql, account, params?.id ?? '')
  if (!code) return notFound
  const view = viewTransaction(code, account, clock.now())
  const shown = shownInstead(fault, code)
  return { ...signView({ ...view, ...shown }, account), status_message: 'Success, transaction is found' }
}

function shownInstead(fault: string | undefined, { paid_at, amount }: CodeRow): Partial<TransactionView> {
  if (fault === 'other_order') return { order_id: 'another-order' }
  if (fault === 'other_amount') return { gross_amount: `${amount + 1}.00` }
  // A code may stay pending past its end: github.com/Midtrans/midtrans-php/issues/116.
  return fault === 'stuck' && !paid_at ? { status_code: '201', transaction_status: 'pending' } : {}
}

async function answerCancel(needs: SimulatorNeeds, request: SimulatorRequest, account: MidtransAccount) {
  return changeCode(needs, request, account, {
    text: 'update sandbox.code set cancelled_at = $2 where id = $1 and paid_at is null and cancelled_at is null',
    message: 'Success, transaction is canceled',
  })
}

async function answerExpire(needs: SimulatorNeeds, request: SimulatorRequest, account: MidtransAccount) {
  return changeCode(needs, request, account, {
    text: 'update sandbox.code set ends_at = $2 where id = $1 and paid_at is null and cancelled_at is null',
    message: 'Success, transaction is expired',
  })
}

/** Ends a pending code; the body of the request may be `null`. */
async function changeCode(
  { sql, clock }: SimulatorNeeds,
  { params }: SimulatorRequest,
  account: MidtransAccount,
  { text, message }: { text: string; message: string },
) {
  const code = await findCode(sql, account, params?.id ?? '')
  if (!code) return notFound
  const now = clock.now()
  if (describeState(code, now).transaction_status !== 'pending') return wrongState
  if ((await sql.write(text, [code.id, now])) === 0) return wrongState
  const ended = await findCode(sql, account, code.client_reference)
  return { ...viewTransaction(ended!, account, now), status_message: message }
}

const Refund = z.object({
  refund_key: z.string().optional(),
  amount: z.int().positive().optional(),
  reason: z.string().optional(),
})

async function answerRefund(
  { sql, clock }: SimulatorNeeds,
  { params, body }: SimulatorRequest,
  account: MidtransAccount,
) {
  const code = await findCode(sql, account, params?.id ?? '')
  if (!code) return notFound
  const parsed = Refund.safeParse(parseJson(body || '{}') ?? {})
  if (!parsed.success) return { code: '400', message: 'One or more parameters in the payload is invalid.' }
  const { refund_key = randomUUID(), amount = code.amount - sumRefunds(code), reason = '' } = parsed.data
  const before = listRefunds(code)
  // A key is executed only once.
  if (before.some(one => one.refund_key === refund_key)) return usedOrder
  if (!code.paid_at || amount < 1 || sumRefunds(code) + amount > code.amount) return wrongState
  const refund_chargeback_id = code.id * 100 + before.length
  const refunds = [...before, { refund_chargeback_id, refund_amount: `${amount}.00`, refund_key, reason }]
  const written = await sql.write(
    `update sandbox.code set details = details || $2
     where id = $1 and jsonb_array_length(coalesce(details->'refunds', '[]')) = $3`,
    [code.id, { refunds }, before.length],
  )
  if (written === 0) return usedOrder
  const after = await findCode(sql, account, code.client_reference)
  return {
    ...viewTransaction(after!, account, clock.now()),
    status_message: 'Success, refund request is approved',
    refund_chargeback_id,
    refund_key,
  }
}

/** Returns a code of this account by its order id or transaction id. */
async function findCode(sql: Sql, account: MidtransAccount, id: string): Promise<CodeRow | undefined> {
  const [code] = await sql.query<CodeRow>(
    'select * from sandbox.code where mid = $1 and (client_reference = $2 or id = $3)',
    [midOf(account), id, parseCodeUuid('midtrans', id)],
  )
  return code
}

const midOf = ({ merchantId }: MidtransAccount) => `midtrans ${merchantId}`
