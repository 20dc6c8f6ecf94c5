import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checkCallbackAddress } from '../../../callbacks/callback-address.ts'
import { Refusal, refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { createCharge } from '../create-charge.ts'
import { endCharge } from '../end-charge.ts'
import { type FoundCharge, findMidtransCharge } from '../find-charge.ts'
import { midtransView, signMidtrans } from '../midtrans-view.ts'
import { refundCharge } from '../refund-charge.ts'
import type { Dialect, DialectAnswer, DialectRequest, DialectRoute } from './compat-door.ts'
import { lineField, optionalLineField, readFields, wholeNumberField } from './compat-fields.ts'
import { refuseAsMidtrans } from './midtrans-refusals.ts'

export const midtransPrefix = '/compat/midtrans'

const seconds = {
  second: 1,
  seconds: 1,
  minute: 60,
  minutes: 60,
  hour: 3600,
  hours: 3600,
  day: 86_400,
  days: 86_400,
}

const Details = z.object(
  {
    order_id: lineField(50).regex(/^[\w\-~.]+$/, 'contains unallowed characters'),
    gross_amount: wholeNumberField.refine(amount => amount > 0, 'must be greater than 0'),
  },
  'is required',
)
const Items = z
  .array(z.object({ price: wholeNumberField, quantity: wholeNumberField, name: optionalLineField(200) }))
  .max(200)
  .nullish()
const Customer = z
  .object({
    first_name: optionalLineField(255),
    last_name: optionalLineField(255),
    email: optionalLineField(255),
    phone: optionalLineField(255),
  })
  .nullish()
const Custom = {
  custom_field1: optionalLineField(255),
  custom_field2: optionalLineField(255),
  custom_field3: optionalLineField(255),
}
const unit = z.enum(Object.keys(seconds) as (keyof typeof seconds)[], 'is invalid')

const ChargeBody = z.object({
  payment_type: lineField(50),
  transaction_details: Details,
  item_details: Items,
  customer_details: Customer,
  qris: z.object({ acquirer: optionalLineField(30) }).nullish(),
  custom_expiry: z.object({ expiry_duration: wholeNumberField, unit: unit.nullish() }).nullish(),
  ...Custom,
})

const SnapBody = z.object({
  transaction_details: Details,
  item_details: Items,
  customer_details: Customer,
  enabled_payments: z.array(lineField(50)).max(50).nullish(),
  callbacks: z.object({ finish: optionalLineField(2000) }).nullish(),
  expiry: z.object({ duration: wholeNumberField, unit }).nullish(),
  ...Custom,
})

const RefundBody = z.object({
  amount: wholeNumberField.nullish(),
  reason: optionalLineField(255),
  refund_key: optionalLineField(100),
})

type Ordered = Pick<z.infer<typeof ChargeBody>, 'transaction_details' | 'item_details' | 'customer_details'> &
  Partial<Record<keyof typeof Custom, string | undefined>>

const routes: readonly DialectRoute[] = [
  { method: 'POST', path: /^\/v2\/charge$/, scopes: ['payments'], handle: answerCharge },
  { method: 'GET', path: /^\/v2\/([^/]+)\/status$/, scopes: ['read', 'payments'], handle: showStatus },
  { method: 'POST', path: /^\/v2\/([^/]+)\/cancel$/, scopes: ['payments'], handle: endBy('cancel') },
  { method: 'POST', path: /^\/v2\/([^/]+)\/expire$/, scopes: ['payments'], handle: endBy('expire') },
  { method: 'POST', path: /^\/v2\/([^/]+)\/refund(?:\/online\/direct)?$/, scopes: ['money'], handle: refundMoney },
  { method: 'POST', path: /^\/v2\/([^/]+)\/(?:approve|deny|capture)$/, scopes: ['payments'], handle: refuseCard },
  { method: 'POST', path: /^\/v2\/capture$/, scopes: ['payments'], handle: refuseCard },
  { method: 'POST', path: /^\/snap\/v1\/transactions$/, scopes: ['payments'], handle: createSnap },
]

/** Midtrans' Core API and Snap, for QRIS. */
export const midtrans: Dialect = { prefix: midtransPrefix, routes, refuse: refuseAsMidtrans }

async function answerCharge(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const body = readFields(ChargeBody, request.body)
  if (body.payment_type !== 'qris') throw new Refusal('method_unavailable', 'Only QRIS is taken')
  const { custom_expiry: expiry } = body
  const made = await createCharge(app, request.caller, {
    ...readOrder(app, request, body),
    id: randomUUID(),
    kind: 'midtrans',
    lifetimeMaxS: expiry ? lifetimeSeconds(expiry.expiry_duration, expiry.unit ?? 'minute') : undefined,
    request: { acquirer: body.qris?.acquirer ?? 'gopay', fields: customFields(body) },
  })
  const signed = signMidtrans(midtransView(made.charge, made.payment, 'charge'), request.caller.key)
  const url = `${app.config.baseUrl}${midtransPrefix}/v2/qris/${made.charge.id}/qr-code`
  const actions = ['generate-qr-code', 'generate-qr-code-v2'].map(name => ({ name, method: 'GET', url }))
  return { status: 200, body: { ...signed, actions, qr_string: made.qris } }
}

async function createSnap(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const body = readFields(SnapBody, request.body)
  const { enabled_payments: enabled, expiry, transaction_details: details } = body
  if (enabled?.length && !enabled.some(method => /qris|gopay/.test(method))) {
    throw new Refusal('method_unavailable', 'Only QRIS is taken')
  }
  const earlier = await findOpenSnap(app, request, details)
  if (earlier) return snapAnswer(app, earlier.charge.id)
  const finish = body.callbacks?.finish
  const made = await createCharge(app, request.caller, {
    ...readOrder(app, request, body),
    id: randomUUID(),
    kind: 'snap',
    redirectUrl: finish && withOrder(finish, details.order_id),
    lifetimeMaxS: expiry ? lifetimeSeconds(expiry.duration, expiry.unit) : undefined,
    request: { fields: customFields(body) },
  })
  return snapAnswer(app, made.charge.id)
}

/** Returns the existing Snap page of an order, which may be requested again until it is paid. */
async function findOpenSnap(
  app: App,
  { caller }: DialectRequest,
  { order_id, gross_amount }: { order_id: string; gross_amount: number },
): Promise<FoundCharge | null> {
  const found = await findMidtransCharge(app, caller.standing, order_id)
  const isOpen = found?.charge.kind === 'snap' && found.payment.status === 'pending'
  return isOpen && found.payment.amount === gross_amount ? found : null
}

function snapAnswer(app: App, token: string): DialectAnswer {
  const url = `${app.config.baseUrl}${midtransPrefix}/snap/v4/redirection/${token}`
  return { status: 201, body: { token, redirect_url: url } }
}

function withOrder(address: string, orderId: string): string {
  if (!URL.canParse(address)) throw refuseField('callbacks.finish', 'is invalid', 'malformed')
  const url = new URL(address)
  url.searchParams.set('order_id', orderId)
  if (url.href.length > addressMax) throw refuseField('callbacks.finish', 'is too long', 'malformed')
  return url.href
}

/** Returns the parts of an order that Core and Snap share. */
function readOrder(app: App, request: DialectRequest, body: Ordered) {
  const { transaction_details: details, item_details: items, customer_details: customer } = body
  const amount = details.gross_amount
  const sum = items?.reduce((total, { price, quantity }) => total + price * quantity, 0)
  if (sum !== undefined && items!.length > 0 && sum !== amount) {
    throw refuseField('transaction_details.gross_amount', 'is not equal to the sum of item_details', 'malformed')
  }
  const name = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ')
  return {
    reference: details.order_id,
    amount,
    description: items?.map(({ name: item, quantity }) => `${quantity} × ${item ?? ''}`).join(', ') || undefined,
    customer: { name: name || undefined, email: customer?.email, phone: customer?.phone },
    notifyUrls: readNotifyUrls(app, request),
  }
}

function readNotifyUrls(app: App, { caller, header }: DialectRequest): string[] {
  const own = header('X-Override-Notification')
  const usual = caller.notifyUrl === null ? [] : [caller.notifyUrl]
  const urls = [...new Set([...(own.length > 0 ? own : usual), ...header('X-Append-Notification')])]
  if (urls.length > urlsMax) throw refuseField('X-Override-Notification', `has at most ${urlsMax} URLs`, 'malformed')
  for (const url of urls) {
    if (url.length > addressMax) throw refuseField('X-Override-Notification', 'is too long', 'malformed')
    checkCallbackAddress(app, 'X-Override-Notification', url)
  }
  return urls
}

const urlsMax = 4
// A longer address could not be stored once the payment is paid.
const addressMax = 2048

function customFields(body: Ordered): Record<string, string> {
  const { custom_field1, custom_field2, custom_field3 } = body
  return {
    ...(custom_field1 && { custom_field1 }),
    ...(custom_field2 && { custom_field2 }),
    ...(custom_field3 && { custom_field3 }),
  }
}

function lifetimeSeconds(duration: number, of: keyof typeof seconds): number {
  if (duration < 1) throw refuseField('custom_expiry.expiry_duration', 'must be greater than 0', 'malformed')
  return duration * seconds[of]
}

async function showStatus(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const { charge, payment } = await requireCharge(app, request)
  return { status: 200, body: signMidtrans(midtransView(charge, payment, 'status'), request.caller.key) }
}

function endBy(how: 'cancel' | 'expire') {
  return async (app: App, request: DialectRequest): Promise<DialectAnswer> => {
    const ended = await endCharge(app, request.caller.standing, await requireCharge(app, request), how)
    if (!ended) throw new Refusal('refused_transition', 'Transaction status cannot be updated.')
    return { status: 200, body: signMidtrans(midtransView(ended.charge, ended.payment, how), request.caller.key) }
  }
}

async function refundMoney(app: App, request: DialectRequest): Promise<DialectAnswer> {
  const found = await requireCharge(app, request)
  const { amount, reason, refund_key: key } = readFields(RefundBody, request.body)
  const refunded = await refundCharge(app, request.caller, found, { amount: amount ?? undefined, reason, key })
  const view = signMidtrans(midtransView(found.charge, refunded.payment, 'refund'), request.caller.key)
  const refundAmount = `${refunded.refund.amount}.00`
  return {
    status: 200,
    body: { ...view, refund_amount: refundAmount, refund_key: key ?? refunded.refund.key },
  }
}

async function refuseCard(): Promise<DialectAnswer> {
  throw new Refusal('refused_transition', 'Transaction status cannot be updated.')
}

async function requireCharge(app: App, { caller, names }: DialectRequest): Promise<FoundCharge> {
  const found = await findMidtransCharge(app, caller.standing, names[0]!)
  if (!found) throw new Refusal('not_found', "Transaction doesn't exist.")
  return found
}
