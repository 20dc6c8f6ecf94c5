import type { ModelEvent, ModelOrder, ModelPayment, ModelTransfer } from './model-types.ts'
import { expectSame, inOrder, sorted } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { trackingUrlOf } from './view-orders.ts'

type Facts = Record<string, unknown>

/** Checks the stored events of payments, money and orders with all their facts, from which messages are made. */
export async function checkFacts(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const rows = await shop.app.sql.query<{ type: string; subject: string; payload: Facts; at: Date; money: string }>(
    `select e.type, e.subject, e.payload, e.created_at as at, t.reference as money from event e
     left join transfer t on e.subject = 'transfer ' || t.id
     where e.account_id = $1 and e.mode = 'test' and e.type ~ '^(payment|transfer|order)[.]'`,
    [shop.demo.accountId],
  )
  const orders = new Map(model.orders.map(order => [order.number, order]))
  // Cash sales and the ends of codes are not among the events of the model.
  const found = rows.flatMap(({ type, subject, payload, at, money }) => {
    const own = payload.orderNumber === undefined ? undefined : orders.get(String(payload.orderNumber))
    if (type.startsWith('order.') && !own) return []
    const id = own?.number ?? money ?? subject.split(' ')[0]
    const facts = type === 'order.payment_ended' ? payload : withoutTexts(model, known(simulated, payload, own))
    return [[type, id, simulated.minuteOf(at.toISOString()), inOrder(facts)]]
  })
  const expected = model.events.flatMap(event => {
    const facts = factsOf(simulated, event, orders)
    return facts ? [[event.type, event.id, event.at, inOrder(facts)]] : []
  })
  const isEnd = ([type]: unknown[]) => type === 'order.payment_ended'
  expectSame(sorted(found.filter(row => !isEnd(row))), sorted(expected), 'stored events')
  checkEnds(
    model,
    rows.flatMap(({ type, payload }) => (type === 'order.payment_ended' ? [payload] : [])),
  )
}

/** Checks that the end of each code was announced to its order. */
function checkEnds({ events, payments }: SimulatedShop['model'], found: Facts[]): void {
  const ends = events.filter(({ type }) => type === 'payment.expired' || type === 'payment.cancelled')
  const expected = ends.flatMap(({ type, id, change }) => {
    const order = payments.find(({ invoiceId }) => invoiceId === id)?.order
    const ended = type.replace('payment.', '')
    return order ? [[order.number, order.token, order.customerId, id, ended, change?.reason ?? 'expired']] : []
  })
  const rows = found.map(one => [one.orderNumber, one.token, one.customerId, one.invoiceId, one.ended, one.reason])
  expectSame(sorted(rows), sorted(expected), 'the ends of the codes of orders')
}

/** Returns facts with their times as minutes, without what the model does not know. */
function known({ minuteOf }: SimulatedShop, payload: Facts, order: ModelOrder | undefined): Facts {
  const { expiresAt, paidAt, occurredAt, itemIds, transferId, ...facts } = payload
  const { customerName, refund, by, redirectUrl, ...rest } = facts
  const times = Object.entries({ expiresAt, paidAt, occurredAt }).filter(([, time]) => time !== undefined)
  return {
    ...rest,
    ...Object.fromEntries(times.map(([name, time]) => [name, time === null ? null : minuteOf(String(time))])),
    ...(order?.person !== null && customerName !== undefined && { customerName }),
    ...(redirectUrl !== undefined && { returns: redirectUrl !== null }),
    ...(by !== undefined && { by: String(by).replace(/ \d+$/, '') }),
    // A correction has an id of its own.
    ...(refund !== undefined && { refund: Number(facts.amount) < 0 ? null : refund }),
    ...(itemIds !== undefined && { hasItems: (itemIds as number[]).length > 0 }),
    ...(transferId !== undefined && { transferId: typeof transferId }),
  }
}

/** Returns the facts about a payment without its texts, if the model does not know them. */
function withoutTexts({ payments }: SimulatedShop['model'], facts: Facts): Facts {
  const payment = payments.find(({ invoiceId }) => invoiceId === facts.invoiceId)
  if (payment?.details || facts.paymentMethod === undefined) return facts
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !(name in noTexts)))
}

const noTexts = {
  description: null,
  customerName: null,
  customerEmail: null,
  customerPhone: null,
  reference: null,
  metadata: {},
}

/** Returns the facts of an event, with times in minutes; null if it is not checked. */
function factsOf({ model }: SimulatedShop, event: ModelEvent, orders: Map<string, ModelOrder>): Facts | null {
  const { type, id } = event
  const payment = model.payments.find(({ invoiceId }) => invoiceId === id)
  const transfer = model.transfers.find(({ reference }) => reference === id)
  const order = orders.get(String(id))
  if (type.startsWith('payment.') && payment) return ofPayment(payment, event)
  if (type.startsWith('transfer.') && transfer) return ofTransfer(transfer, type)
  return type.startsWith('order.') && order ? ofOrder(model, order, event) : null
}

function ofPayment(payment: ModelPayment, { type, change }: ModelEvent): Facts {
  if (type === 'payment.created') return {}
  if (type === 'payment.expired') return { mode: 'test' }
  if (type === 'payment.cancelled') return { mode: 'test', ...change }
  const { invoiceId, method, amount, finalAmount, paidAt, details } = payment
  if (type === 'payment.refunded') {
    const { refund_id: refund, ...more } = change!
    return { invoiceId, mode: 'test', refund, ...more }
  }
  return {
    invoiceId,
    mode: 'test',
    paymentMethod: method,
    paidVia: method,
    amount,
    finalAmount,
    uniqueCode: finalAmount - amount,
    paidAt,
    ...inCamels(change!),
    ...(details && inCamels(details)),
    callbackUrl: null,
    returns: payment.bill !== null,
    hasFile: false,
    hasContent: false,
  }
}

function ofTransfer(transfer: ModelTransfer, type: string): Facts {
  const { reference, amount, reason, payment, likely, payer, at, hasTime, state, note } = transfer
  if (type === 'transfer.in_review') {
    const invoiceId = transfer.first?.invoiceId ?? null
    const facts = { mode: 'test', reason, invoiceId, likelyInvoiceId: likely?.invoiceId ?? null }
    return { ...facts, amount, reference, occurredAt: hasTime ? at : null, payerName: payer }
  }
  const outcome = state === 'settled' ? 'accepted' : state
  const facts = { mode: 'test', transferId: 'number', outcome, invoiceId: payment?.invoiceId ?? null }
  return { ...facts, amount, by: 'api key', note }
}

function ofOrder(model: SimulatedShop['model'], order: ModelOrder, { type, change, order: state }: ModelEvent): Facts {
  const { number: orderNumber, token, customerId, person } = order
  const name = person === null ? {} : { customerName: model.world.people[person]!.name }
  const door = person === null ? 'counter' : 'chat'
  const { parcel, ...sum } = state!
  const facts = { orderNumber, token, mode: 'test', customerId, ...name, ...sum, door, ...inCamels(change ?? {}) }
  const payment = model.payments.find(({ invoiceId }) => invoiceId === change?.invoice_id)
  if (type === 'order.waiting_payment') return { ...facts, expiresAt: payment!.createdAt + payment!.lifetime }
  if (type === 'order.paid') return { ...facts, paidAt: payment!.paidAt, isOrdered: false }
  if (type === 'order.delivered') return { ...facts, hasItems: true }
  if (type === 'order.undone')
    return { ...facts, was: change!.was === 'processing' && parcel ? 'shipped' : change!.was }
  if (type === 'order.shipped') {
    const { courier, number: trackingNumber } = parcel!
    return { ...facts, courier, trackingNumber, trackingUrl: trackingUrlOf(courier, trackingNumber), notify: true }
  }
  return /processing|completed|cancelled/.test(type) ? { ...facts, notify: true } : facts
}

/** Writes the names of fields as in stored facts: `paid_amount` becomes `paidAmount`. */
const inCamels = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
  )
