import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { findBalance } from '../../../books/find-balance.ts'
import { deriveUuid } from '../../../lib/ids.ts'
import { Refusal, refuseField } from '../../../lib/refusal.ts'
import { simulatePayment } from '../../../money/simulate-payment.ts'
import type { App } from '../../../needs.ts'
import { Charge } from '../../../payments/charge.ts'
import type { ChargeKind } from '../compat-charge.ts'
import { createCharge } from '../create-charge.ts'
import { endCharge } from '../end-charge.ts'
import type { Caller } from '../find-caller.ts'
import { type FoundCharge, findCharge, listCharges } from '../find-charge.ts'
import { refundCharge } from '../refund-charge.ts'
import { invoiceView, paymentMethodView, paymentRequestView, refundView, transactionView } from '../xendit-view.ts'
import type { Dialect, DialectAnswer, DialectRequest, DialectRoute } from './compat-door.ts'
import { lineField, metadataField, optionalLineField, readFields, wholeNumberField } from './compat-fields.ts'
import { refuseAsXendit } from './xendit-refusals.ts'

export const xenditPrefix = '/compat/xendit'

const listedMax = 100

const Amount = wholeNumberField.refine(amount => amount > 0, 'must be greater than 0')
const Currency = z.literal('IDR', 'must be IDR').nullish()

const InvoiceBody = z.object({
  external_id: lineField(255).min(1, 'is required'),
  amount: Amount,
  currency: Currency,
  description: optionalLineField(500),
  payer_email: optionalLineField(254),
  invoice_duration: wholeNumberField.nullish(),
  success_redirect_url: optionalLineField(2000),
  failure_redirect_url: optionalLineField(2000),
  payment_methods: z.array(lineField(50)).max(100).nullish(),
  customer: z
    .object({
      given_names: optionalLineField(255),
      surname: optionalLineField(255),
      email: optionalLineField(254),
      mobile_number: optionalLineField(50),
    })
    .nullish(),
  items: z
    .array(
      z.object({ name: lineField(256), price: z.number(), quantity: z.number(), category: optionalLineField(256) }),
    )
    .max(75)
    .nullish(),
  fees: z
    .array(z.object({ type: lineField(100), value: z.number() }))
    .max(10)
    .nullish(),
  metadata: metadataField,
})

const QrCode = z
  .object({ channel_code: optionalLineField(50), amount: wholeNumberField.nullish(), currency: Currency })
  .nullish()

const RequestBody = z.object({
  reference_id: optionalLineField(255),
  amount: Amount,
  currency: Currency,
  description: optionalLineField(500),
  payment_method: z.object({ type: lineField(50), reusability: optionalLineField(50), qr_code: QrCode }, 'is required'),
  metadata: metadataField,
})

const MethodBody = z.object({
  type: lineField(50),
  reusability: optionalLineField(50),
  reference_id: optionalLineField(255),
  description: optionalLineField(500),
  qr_code: QrCode,
  metadata: metadataField,
})

const RefundBody = z.object({
  payment_request_id: optionalLineField(60),
  invoice_id: optionalLineField(60),
  reference_id: optionalLineField(255),
  amount: Amount.nullish(),
  currency: Currency,
  reason: optionalLineField(100),
})

const paying = ['payments'] as const
const reading = ['read', 'payments'] as const
const books = ['read', 'money'] as const

const routes: readonly DialectRoute[] = [
  { method: 'POST', path: /^\/v2\/invoices\/?$/, scopes: paying, handle: createInvoice },
  { method: 'GET', path: /^\/v2\/invoices\/?$/, scopes: reading, handle: listInvoices },
  { method: 'GET', path: /^\/v2\/invoices\/([^/]+)$/, scopes: reading, handle: showInvoice },
  { method: 'POST', path: /^\/invoices\/([^/]+)\/expire(?:!|%21)$/, scopes: paying, handle: expireInvoice },
  { method: 'POST', path: /^\/payment_requests\/?$/, scopes: paying, handle: createRequest },
  { method: 'GET', path: /^\/payment_requests\/?$/, scopes: reading, handle: listRequests },
  { method: 'GET', path: /^\/payment_requests\/([^/]+)$/, scopes: reading, handle: showRequest },
  {
    method: 'POST',
    path: /^\/payment_requests\/([^/]+)\/payments\/simulate$/,
    scopes: paying,
    handle: paySimulated('payment_request'),
  },
  { method: 'POST', path: /^\/v2\/payment_methods\/?$/, scopes: paying, handle: createMethod },
  { method: 'GET', path: /^\/v2\/payment_methods\/([^/]+)$/, scopes: reading, handle: showMethod },
  {
    method: 'POST',
    path: /^\/v2\/payment_methods\/([^/]+)\/payments\/simulate$/,
    scopes: paying,
    handle: paySimulated('payment_method'),
  },
  { method: 'POST', path: /^\/refunds\/?$/, scopes: ['money'], handle: refundPayment },
  { method: 'GET', path: /^\/balance$/, scopes: books, handle: showBalance },
  { method: 'GET', path: /^\/transactions$/, scopes: books, handle: listTransactions },
]

/** Xendit's invoices, payment requests and related objects, for QRIS. */
export const xendit: Dialect = { prefix: xenditPrefix, routes, refuse: refuseAsXendit }

const partsOf = (app: App, { standing }: Caller) => ({ config: app.config, merchantName: standing.displayName })

async function createInvoice(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const { caller } = request
  const body = readFields(InvoiceBody, request.body)
  const { external_id, amount, invoice_duration: duration, payment_methods: methods, customer } = body
  if (methods?.length && !methods.includes('QRIS')) throw notActivated()
  const { currency, invoice_duration, payment_methods, ...repeated } = body
  const name = [customer?.given_names, customer?.surname].filter(Boolean).join(' ')
  const made = await createCharge(app, caller, {
    id: randomBytes(12).toString('hex'),
    kind: 'invoice',
    reference: external_id,
    amount,
    description: body.description,
    customer: { name: name || undefined, email: customer?.email ?? body.payer_email, phone: customer?.mobile_number },
    redirectUrl: body.success_redirect_url,
    lifetimeMaxS: lifetimeSeconds(duration),
    request: withoutEmpty({ ...repeated, external_id: undefined, amount: undefined }),
    ...readRepeat(request),
  })
  return { status: 200, body: invoiceView(partsOf(app, caller), made) }
}

function lifetimeSeconds(duration: number | null | undefined): number | undefined {
  if (duration === null || duration === undefined) return undefined
  if (duration < 1) throw refuseField('invoice_duration', 'must be greater than 0', 'malformed')
  return duration
}

// A key may contain a comma.
function readIdempotencyKey({ header }: DialectRequest): string | undefined {
  return header('idempotency-key').join(',') || undefined
}

/** Returns the id of an order that the request does not name, the same for a repeated request. */
function referenceFor(request: DialectRequest): string {
  const key = readIdempotencyKey(request)
  return key === undefined ? randomUUID() : deriveUuid(`compat reference ${key}`)
}

function readRepeat(request: DialectRequest) {
  const { caller } = request
  const idempotencyKey = readIdempotencyKey(request)
  if (idempotencyKey && idempotencyKey.length > 255) {
    throw refuseField('idempotency-key', 'has at most 255 characters', 'malformed')
  }
  return { idempotencyKey, notifyUrls: caller.notifyUrl === null ? [] : [caller.notifyUrl] }
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
}

async function showInvoice(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const found = await requireCharge(app, request, 'invoice')
  return { status: 200, body: invoiceView(partsOf(app, request.caller), found) }
}

async function listInvoices(app: App, { caller, query }: DialectRequest): Promise<DialectAnswer> {
  const filter = { kind: 'invoice', reference: query.external_id, limit: readLimit(query.limit) } as const
  const found = await listCharges(app, caller.standing, filter)
  return { status: 200, body: found.map(one => invoiceView(partsOf(app, caller), one)) }
}

async function expireInvoice(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const found = await requireCharge(app, request, 'invoice')
  const ended = await endCharge(app, request.caller.standing, found, 'expire')
  if (!ended) throw new Refusal('refused_transition', 'Invoice was already expired or paid')
  return { status: 200, body: invoiceView(partsOf(app, request.caller), ended) }
}

async function createRequest(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const body = readFields(RequestBody, request.body)
  requireQrCode(body.payment_method)
  const { amount, description } = body
  const made = await createCharge(app, request.caller, {
    id: `pr-${randomUUID()}`,
    kind: 'payment_request',
    reference: body.reference_id ?? referenceFor(request),
    amount,
    description,
    request: withoutEmpty({ description, metadata: body.metadata }),
    ...readRepeat(request),
  })
  return { status: 201, body: paymentRequestView(made, made.qris) }
}

async function createMethod(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const body = readFields(MethodBody, request.body)
  requireQrCode(body)
  const amount = body.qr_code?.amount
  if (!amount) throw refuseField('qr_code.amount', 'is required: a code without an amount cannot be had', 'missing')
  const { description } = body
  const made = await createCharge(app, request.caller, {
    id: `pm-${randomUUID()}`,
    kind: 'payment_method',
    reference: body.reference_id ?? referenceFor(request),
    amount,
    description,
    request: withoutEmpty({ description, metadata: body.metadata }),
    ...readRepeat(request),
  })
  return { status: 200, body: paymentMethodView(made, made.qris) }
}

interface NamedMethod {
  type: string
  reusability?: string | undefined
  qr_code?: { channel_code?: string | undefined } | null | undefined
}

function requireQrCode({ type, reusability, qr_code: code }: NamedMethod): void {
  const isQris = type === 'QR_CODE' && (code?.channel_code ?? 'QRIS') === 'QRIS'
  if (!isQris || (reusability ?? 'ONE_TIME_USE') !== 'ONE_TIME_USE') throw notActivated()
}

async function showRequest(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const found = await requireCharge(app, request, 'payment_request')
  return { status: 200, body: paymentRequestView(found, await findCode(app, request.caller, found)) }
}

async function showMethod(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const found = await requireCharge(app, request, 'payment_method')
  return { status: 200, body: paymentMethodView(found, await findCode(app, request.caller, found)) }
}

async function listRequests(app: App, { caller, query }: DialectRequest): Promise<DialectAnswer> {
  const filter = { kind: 'payment_request', reference: query.reference_id, limit: readLimit(query.limit) } as const
  const found = await listCharges(app, caller.standing, filter)
  const codes = await findCodes(app, caller, found)
  const data = found.map(one => paymentRequestView(one, codes.get(one.payment.invoiceId) ?? null))
  return { status: 200, body: { data, has_more: false } }
}

function paySimulated(kind: ChargeKind) {
  return async (app: App, request: DialectRequest): Promise<DialectAnswer> => {
    const { standing } = request.caller
    if (standing.mode !== 'test') throw new Refusal('forbidden', 'Only test payments can be simulated')
    const { payment } = await requireCharge(app, request, kind)
    await simulatePayment(app, standing, { invoiceId: payment.invoiceId, simulation: 'exact' })
    const message = 'A simulated payment is being processed. The status arrives by notification.'
    return { status: 200, body: { status: 'PENDING', message } }
  }
}

async function refundPayment(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const body = readFields(RefundBody, request.body)
  const { caller } = request
  const id = body.payment_request_id ?? body.invoice_id
  if (id === undefined) throw refuseField('payment_request_id', 'is required', 'missing')
  const kind =
    body.payment_request_id === undefined ? 'invoice' : id.startsWith('pm-') ? 'payment_method' : 'payment_request'
  const found = await findCharge(app, caller.standing, { kind, id })
  if (!found) throw new Refusal('not_found', 'The payment was not found')
  const key = readIdempotencyKey(request) ?? body.reference_id
  const { amount, reason } = body
  const refunded = await refundCharge(app, caller, found, { amount: amount ?? undefined, reason, key })
  return { status: 200, body: refundView({ ...found, payment: refunded.payment }, refunded.refund, body) }
}

async function showBalance(app: App, { caller }: DialectRequest): Promise<DialectAnswer> {
  const { available } = await findBalance(app, caller.standing)
  return { status: 200, body: { balance: available } }
}

async function listTransactions(app: App, { caller, query }: DialectRequest): Promise<DialectAnswer> {
  const found = await listCharges(app, caller.standing, { isPaid: true, limit: readLimit(query.limit) })
  return { status: 200, body: { data: found.map(transactionView), has_more: false, links: [] } }
}

function readLimit(limit: string | undefined): number {
  return limit && /^\d{1,3}$/.test(limit) ? Math.min(Math.max(Number(limit), 1), listedMax) : 10
}

/** Returns the codes of charges by their payments, without payments whose code does not exist yet. */
async function findCodes(
  app: App,
  { standing }: Caller,
  charges: readonly FoundCharge[],
): Promise<Map<string, string | null>> {
  const payment = { $in: charges.map(one => one.payment.invoiceId) }
  const codes = await app.em({ accountId: standing.accountId }).find(Charge, { payment })
  return new Map(codes.map(code => [code.payment.invoiceId, code.qris]))
}

async function findCode(app: App, caller: Caller, charge: FoundCharge): Promise<string | null> {
  return (await findCodes(app, caller, [charge])).get(charge.payment.invoiceId) ?? null
}

async function requireCharge(app: App, { caller, names }: DialectRequest, kind: ChargeKind): Promise<FoundCharge> {
  const id = names[0]!
  const found =
    (await findCharge(app, caller.standing, { kind, id })) ??
    (kind === 'payment_method' ? await findMethodOfRequest(app, caller, id) : null)
  if (!found) {
    throw new Refusal(
      'not_found',
      kind === 'invoice' ? 'Invoice not found. Please try again' : 'The data was not found',
    )
  }
  return found
}

/** Returns the payment method that represents the code of a payment request. */
function findMethodOfRequest(app: App, { standing }: Caller, id: string): Promise<FoundCharge | null> {
  return findCharge(app, standing, { kind: 'payment_request', id: id.replace(/^pm-/, 'pr-') })
}

function notActivated(): Refusal {
  return new Refusal('method_unavailable', 'Only QRIS for one payment is taken')
}
