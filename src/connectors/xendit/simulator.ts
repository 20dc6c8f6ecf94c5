import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import type { Sql } from '../../lib/sql.ts'
import { type CodeRow, findOrCreateCode } from '../simulator/code.ts'
import { parseCodeUuid } from '../simulator/code-uuid.ts'
import type { Simulator, SimulatorNeeds } from '../simulator/simulator.ts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/simulator-request.ts'
import { findBusiness, isOlderAccount, makeBusinessId, makeKeys } from './simulator-account.ts'
import {
  codeLifeMs,
  readCharge,
  readOldCharge,
  refuseExpiry,
  type SimulatorCharge,
  type SimulatorRefusal,
} from './simulator-charge.ts'
import { pushPaidCode } from './simulator-push.ts'
import { type OlderCharge, readQrCode, viewQrCode, viewQrPayment } from './simulator-qr-code.ts'
import { findRefundedCode, makeRefund, readRefund, viewRefund } from './simulator-refund.ts'
import {
  describeStatus,
  viewOldPaymentRequest,
  viewPayment,
  viewPaymentRequest,
  viewTransaction,
} from './simulator-view.ts'

const Account = z.enum(['usual', 'older']).default('usual')

/**
 * Xendit in test mode, for QRIS only. It serves payment requests of 2024-11-11 and of the previous version, which the
 * official SDKs use; accounts whose name ends with `-older` get QR codes of 2022-07-31 instead. A QRIS code lives for
 * 48 hours and accepts no end of its own, except with the fault `takes_expiry`.
 */
export const xenditSimulator: Simulator = {
  routes: [
    { method: 'POST', path: '/v3/payment_requests', operation: 'charge', work: signedIn(requireVersion(answerCreate)) },
    {
      method: 'GET',
      path: '/v3/payment_requests/:id',
      operation: 'status',
      work: signedIn(requireVersion(answerShow)),
    },
    {
      method: 'POST',
      path: '/v3/payment_requests/:id/cancel',
      operation: 'cancel',
      work: signedIn(requireVersion(answerCancel)),
    },
    {
      method: 'POST',
      path: '/v3/payment_requests/:id/simulate',
      operation: 'simulate',
      work: signedIn(answerSimulate),
    },
    { method: 'GET', path: '/v3/payments/:id', operation: 'status', work: signedIn(requireVersion(showPayment)) },
    { method: 'POST', path: '/payment_requests', operation: 'charge', work: signedIn(createOld) },
    { method: 'GET', path: '/payment_requests/:id', operation: 'status', work: signedIn(showOld) },
    {
      method: 'POST',
      path: '/v2/payment_methods/:id/payments/simulate',
      operation: 'simulate',
      work: signedIn(answerSimulate),
    },
    { method: 'POST', path: '/qr_codes', operation: 'charge', work: signedIn(createQrCode) },
    { method: 'GET', path: '/qr_codes/:id/payments', operation: 'status', work: signedIn(listQrPayments) },
    { method: 'GET', path: '/balance', operation: 'balance', work: signedIn(answerBalance) },
    { method: 'GET', path: '/transactions', operation: 'history', work: signedIn(listTransactions) },
    { method: 'POST', path: '/refunds', operation: 'refund', work: signedIn(answerRefund) },
    { method: 'GET', path: '/refunds/:id', operation: 'refund', work: signedIn(showRefund) },
  ],
  contracts: {
    options: z.object({ account: Account }),
    credentials: async (_needs, { address, merchantId, options }) => {
      const name = Account.parse(options.account) === 'older' ? `${merchantId}-older` : merchantId
      return { ...makeKeys(name), base_url: address, business_id: makeBusinessId(name) }
    },
  },
  faults: {
    any: ['revoked', 'forbidden', 'busy'],
    charge: ['revoked', 'forbidden', 'busy', 'inactive', 'takes_expiry'],
    status: ['revoked', 'forbidden', 'busy', 'other_order', 'other_amount'],
    balance: ['revoked', 'forbidden', 'busy'],
    push: ['duplicate', 'forged', 'reordered'],
  },
  push: pushPaidCode,
}

type Work = (
  needs: SimulatorNeeds,
  request: SimulatorRequest,
  businessId: string,
) => Promise<SimulatorAnswer | SimulatorRefusal>

function signedIn(work: Work) {
  return async (needs: SimulatorNeeds, request: SimulatorRequest): Promise<SimulatorAnswer> => {
    const businessId = findBusiness(request.headers)
    if (businessId === null || request.fault === 'revoked') return answerRefusal(invalidKey)
    if (request.fault === 'forbidden') return answerRefusal(forbidden)
    if (request.fault === 'busy') return answerRefusal(rateLimited)
    const answer = await work(needs, request, businessId)
    return 'error_code' in answer ? answerRefusal(answer) : answer
  }
}

function requireVersion(work: Work): Work {
  return async (needs, request, businessId) =>
    request.headers['api-version'] === '2024-11-11' ? work(needs, request, businessId) : missingVersion
}

const invalidKey: SimulatorRefusal = {
  status: 401,
  error_code: 'INVALID_API_KEY',
  message: 'API key provided is invalid. Please make sure to use the secret/public API key from your dashboard',
}
const forbidden: SimulatorRefusal = {
  status: 403,
  error_code: 'REQUEST_FORBIDDEN_ERROR',
  message: 'The API key is forbidden to perform this request',
}
const rateLimited: SimulatorRefusal = { status: 429, error_code: 'RATE_LIMIT_EXCEEDED', message: 'Rate limit exceeded' }
const missingVersion: SimulatorRefusal = {
  status: 400,
  error_code: 'API_VALIDATION_ERROR',
  message: 'The header api-version is required',
}
const notFound: SimulatorRefusal = { status: 404, error_code: 'DATA_NOT_FOUND', message: 'The resource was not found' }
const inactive: SimulatorRefusal = {
  status: 400,
  error_code: 'CHANNEL_NOT_ACTIVATED',
  message: 'The channel QRIS is not activated for this account',
}
const usedReference: SimulatorRefusal = {
  status: 409,
  error_code: 'DUPLICATE_ERROR',
  message: 'A QR code with this reference_id exists already',
}
const differentRepeat: SimulatorRefusal = {
  status: 409,
  error_code: 'IDEMPOTENCY_ERROR',
  message: 'The idempotency-key was used before with other parameters',
}

function answerRefusal({ status, ...body }: SimulatorRefusal): SimulatorAnswer {
  return { status, body }
}

async function answerCreate(needs: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  if (isOlderAccount(request.headers)) return inactive
  const made = await makeCode(needs, request, businessId, readCharge(request))
  if ('error_code' in made) return made
  return { status: 201, body: viewPaymentRequest(made, needs.clock.now()) }
}

async function createOld(needs: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  const made = await makeCode(needs, request, businessId, readOldCharge(request))
  if ('error_code' in made) return made
  return { status: 201, body: viewOldPaymentRequest(made, needs.clock.now()) }
}

async function makeCode(
  { sql, clock }: SimulatorNeeds,
  { fault }: SimulatorRequest,
  businessId: string,
  charge: (SimulatorCharge & Partial<OlderCharge>) | SimulatorRefusal,
): Promise<CodeRow | SimulatorRefusal> {
  if ('error_code' in charge) return charge
  if (fault === 'inactive') return inactive
  const now = clock.now()
  const { reference, amount, metadata, expiresAt, notifyUrl = null, isQrCode = false } = charge
  if (expiresAt !== null && expiresAt <= now) return refuseExpiry('channel_properties.expires_at')
  const code = await findOrCreateCode(sql, {
    mid: midOf(businessId),
    reference,
    amount,
    now,
    endsAt: expiresAt ?? new Date(now.getTime() + codeLifeMs),
    notifyUrl,
    details: { metadata, isEndSet: expiresAt !== null, isQrCode },
  })
  return code.amount === amount ? code : differentRepeat
}

async function createQrCode(needs: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  if (request.headers['api-version'] !== '2022-07-31') return missingVersion
  if (!isOlderAccount(request.headers)) return inactive
  const wanted = readQrCode(request)
  if (!('error_code' in wanted) && (await isUsed(needs.sql, businessId, wanted.reference))) return usedReference
  const made = await makeCode(needs, request, businessId, wanted)
  if ('error_code' in made) return made
  return { status: 201, body: viewQrCode(made, businessId, needs.clock.now()) }
}

async function isUsed(sql: Sql, businessId: string, reference: string): Promise<boolean> {
  const codes = 'select from sandbox.code where mid = $1 and client_reference = $2'
  return (await sql.query(codes, [midOf(businessId), reference])).length > 0
}

async function listQrPayments({ sql }: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  if (request.headers['api-version'] !== '2022-07-31') return missingVersion
  const code = await findCode(sql, businessId, request)
  if (!code) return notFound
  const shown = {
    ...code,
    ...(request.fault === 'other_order' ? { client_reference: 'another-order' } : {}),
    ...(request.fault === 'other_amount' ? { amount: code.amount + 1 } : {}),
  }
  return { status: 200, body: { data: code.paid_at ? [viewQrPayment(shown, businessId)] : [], has_more: false } }
}

async function answerShow({ sql, clock }: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  const code = await findCode(sql, businessId, request)
  if (!code) return notFound
  const isOther = { order: request.fault === 'other_order', amount: request.fault === 'other_amount' }
  const shown = {
    ...code,
    ...(isOther.order ? { client_reference: 'another-order' } : {}),
    ...(isOther.amount ? { amount: code.amount + 1 } : {}),
  }
  return { status: 200, body: viewPaymentRequest(shown, clock.now()) }
}

async function showOld({ sql, clock }: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  const code = await findCode(sql, businessId, request)
  return code ? { status: 200, body: viewOldPaymentRequest(code, clock.now()) } : notFound
}

async function showPayment({ sql }: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  const code = await findCode(sql, businessId, request)
  return code?.paid_at ? { status: 200, body: viewPayment(code) } : notFound
}

async function answerCancel({ sql, clock }: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  const code = await findCode(sql, businessId, request)
  if (!code) return notFound
  const now = clock.now()
  const isOpen = describeStatus(code, now) === 'REQUIRES_ACTION'
  const won = isOpen
    ? await sql.write('update sandbox.code set cancelled_at = $2 where id = $1 and paid_at is null', [code.id, now])
    : 0
  if (won === 0) {
    return { status: 400, error_code: 'INVALID_REQUEST_STATE', message: 'The payment request cannot be canceled' }
  }
  return { status: 200, body: viewPaymentRequest({ ...code, cancelled_at: now }, now) }
}

async function answerSimulate({ sql, pay, clock }: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  const code = await findCode(sql, businessId, request)
  if (!code || !pay) return notFound
  const { amount = code.amount } = (parseJson(request.body) ?? {}) as { amount?: unknown }
  if (describeStatus(code, clock.now()) !== 'REQUIRES_ACTION' || amount !== code.amount) {
    return { status: 400, error_code: 'INVALID_PAYMENT_SIMULATION', message: 'The payment cannot be simulated' }
  }
  await pay(code.qris)
  return { status: 200, body: { status: 'PENDING', message: 'The payment is being simulated' } }
}

async function answerRefund({ sql, clock }: SimulatorNeeds, request: SimulatorRequest, businessId: string) {
  const wanted = readRefund(request)
  const code = await findCode(sql, businessId, { ...request, params: { id: wanted?.payment_request_id ?? '' } })
  return code?.paid_at ? makeRefund(sql, code, wanted!, clock.now()) : notFound
}

async function showRefund({ sql }: SimulatorNeeds, { params }: SimulatorRequest, businessId: string) {
  const [code] = await sql.query<CodeRow>('select * from sandbox.code where mid = $1 and id = $2', [
    midOf(businessId),
    findRefundedCode(params?.id ?? ''),
  ])
  return code ? viewRefund(code, params!.id!) : notFound
}

async function answerBalance() {
  return { status: 200, body: { balance: 1_000_000 } }
}

const pageMax = 50

async function listTransactions({ sql }: SimulatorNeeds, { query }: SimulatorRequest, businessId: string) {
  const limit = Math.min(Number(query.get('limit') ?? 10), pageMax)
  const after = query.get('after_id')
  const rows = await sql.query<CodeRow>(
    `select * from sandbox.code
     where mid = $1 and paid_at >= $2 and paid_at <= $3 and ($4::bigint is null or id > $4)
     order by id limit $5`,
    [
      midOf(businessId),
      query.get('created[gte]') ?? new Date(0),
      query.get('created[lte]') ?? new Date('9999-01-01T00:00:00Z'),
      after === null ? null : parseCodeUuid('xendit', after.replace(/^txn_/, '')),
      limit + 1,
    ],
  )
  const data = rows.slice(0, limit).map(viewTransaction)
  return { status: 200, body: { has_more: rows.length > limit, data, links: [] } }
}

/** Returns a code of this business by the id of its payment request, payment or payment method. */
async function findCode(sql: Sql, businessId: string, { params }: SimulatorRequest): Promise<CodeRow | undefined> {
  const id = /^(?:pr-|py-|pm-|qr_)(.+)$/.exec(params?.id ?? '')?.[1] ?? ''
  const [code] = await sql.query<CodeRow>('select * from sandbox.code where mid = $1 and id = $2', [
    midOf(businessId),
    parseCodeUuid('xendit', id),
  ])
  return code
}

const midOf = (businessId: string) => `xendit ${businessId}`
