import { createHash } from 'node:crypto'
import { selectStoredColumns } from '../database/columns.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { Standing } from '../keys/standing.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import { statement } from '../lib/statement.ts'
import { servesByOwnCode } from '../methods/edition.ts'
import { listMethodsOfAll } from '../methods/list-methods-of-all.ts'
import { chooseMethod } from '../methods/list-ways-to-pay.ts'
import type { RequestedMethod } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { createPayment } from '../payments/create-payment.ts'
import type { NewPayment } from '../payments/draft-payment.ts'
import type { Payment } from '../payments/payment.ts'
import type { CancelReason } from '../payments/payment-moves.ts'
import { Order, OrderInvoice, type OrderItem } from './order.ts'
import { holdGoods, lockOrder, readItems } from './order-goods.ts'
import { makeOrderPayload } from './order-payload.ts'
import { findEarlierOrders, lockCustomer, refuseShortage, refuseTooManyOrders } from './place-order.ts'

type RequestNeeds = Needs<
  'sql' | 'ask' | 'transaction' | 'em' | 'now' | 'edition' | 'connectors' | 'reactions' | 'wake'
>

export interface InvoiceRequest {
  customerId: number
  /** The order's token. */
  token: string
  /** The method of the payer's chosen way; by default the shop's usual one. `chooseMethod` may replace it. */
  paymentMethod?: RequestedMethod | undefined
  /** Refuses to reserve an order's goods again after its hold expired; called once they are reserved. */
  refuseHold?: ((tx: Tx, order: Order) => Promise<void>) | undefined
  /** The terms for a public channel. */
  terms?: Pick<NewPayment, 'isPublic' | 'lifetimeMaxS' | 'redirectUrl' | 'description' | 'metadata'> | undefined
}

/** An order with its open invoice. */
export interface OpenInvoice {
  order: Order
  payment: Payment
}

const triesMax = 5

/**
 * Opens an invoice for a pending order of this customer, reserving its goods again if their hold has expired. The order
 * then waits for payment. A second request returns the same open invoice. All or nothing, and no provider is asked: the
 * code may come a moment later. Refuses `not_found`, `already_paid`, `expired` for a cancelled order, `out_of_stock`,
 * `too_many_open_orders`, and as `createPayment` does.
 */
export async function requestPayment(
  app: RequestNeeds,
  standing: Standing,
  input: InvoiceRequest,
): Promise<OpenInvoice> {
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    const open = await app.transaction(standing, tx => requestPaymentIn(app, tx, standing, input)).catch(nullIfStale)
    if (open) return open
  }
  throw new Refusal('refused_transition', 'The order is being changed by somebody else; look at it again')
}

/** Thrown if the order changed between two reads: the attempt is rolled back and repeated. */
export class StaleRead extends Error {}

/** Returns null for an attempt that has to be repeated; throws other errors. */
export function nullIfStale(error: unknown): null {
  if (error instanceof StaleRead) return null
  throw error
}

/** Requests a payment like `requestPayment`, inside a transaction of the caller. Throws `StaleRead`. */
export async function requestPaymentIn(
  app: RequestNeeds,
  tx: Tx,
  standing: Standing,
  input: InvoiceRequest,
): Promise<OpenInvoice> {
  const { customerId, token } = input
  await lockCustomer(tx, standing.accountId, customerId)
  const seen = await tx.em.findOne(Order, { token, customer: customerId })
  if (!seen) throw notFound('order')
  if (seen.status === 'waiting_payment') return { order: seen, payment: await openPayment(tx, seen) }
  refuseEnded(seen)
  // Orders of a bill are counted when they are placed, because one customer may represent many payers.
  if (seen.door !== 'bill') {
    const others = (await findEarlierOrders(tx, customerId)).filter(order => order !== seen)
    refuseTooManyOrders(others, app.now())
  }
  const { invoiceCount } = seen
  const items = await readItems(tx, [seen])
  // Payments are locked before orders and stock; if the goods are gone, everything is rolled back.
  const failed = await methodsWithoutCode(tx, seen)
  const method = chooseMethod(app, standing, { amount: seen.total, requested: input.paymentMethod, failed })
  const payment = await createPayment(
    app,
    standing,
    {
      amount: seen.total,
      paymentMethod: method,
      // Chat customers should not have to type an amount if a code can contain it.
      useQrisConverter: isPaidByOwnCode(app, standing, method),
      description: describeOrder(seen, items),
      customerName: seen.customerName,
      customerPhone: seen.customerPhone ?? undefined,
      idempotencyKey: invoiceKey(seen),
      ...input.terms,
    },
    { tx },
  )
  const order = await lockOrder(tx, seen.id)
  if (order.status !== 'pending' || order.invoiceCount !== invoiceCount) throw new StaleRead()
  return { order: await openInvoice(app, tx, order, { payment, refuseHold: input.refuseHold }), payment }
}

/** Returns the methods that created no code for this order: their payments were cancelled because of it. */
async function methodsWithoutCode(tx: Tx, order: Order): Promise<Set<string>> {
  if (order.invoiceCount === 0) return new Set()
  const endReason = { $in: ['provider_unavailable', 'provider_refused'] satisfies CancelReason[] }
  const ended = { order: order.id, payment: { endReason } }
  const invoices = await tx.em.find(OrderInvoice, ended, { populate: ['payment'] })
  return new Set(invoices.map(({ payment }) => payment.paymentMethod))
}

async function openPayment(tx: Tx, order: Order): Promise<Payment> {
  const open = await tx.em.findOne(OrderInvoice, { order: order.id, isOpen: true }, { populate: ['payment'] })
  if (!open) throw new StaleRead()
  return open.payment
}

const descriptionMax = 400

/** Returns a description such as `Kopi Susu (Besar) × 2, Roti (ORD-261121-ABC123)`. */
function describeOrder({ orderNumber }: Order, items: OrderItem[]): string {
  const goods = items.map(item => item.label()).join(', ')
  const told = goods.length > descriptionMax ? `${goods.slice(0, descriptionMax - 1).toWellFormed()}…` : goods
  return `${told} (${orderNumber})`
}

function refuseEnded(order: Order): void {
  if (order.status === 'cancelled') throw new Refusal('expired', 'The order was cancelled')
  if (order.status !== 'pending') throw new Refusal('already_paid', 'The order is paid')
}

/** Returns whether the account's own code serves this method, and can contain the amount. */
export function isPaidByOwnCode(
  app: Needs<'edition' | 'connectors'>,
  standing: Standing,
  method: RequestedMethod | undefined,
): boolean {
  const offered = method === 'all' ? listMethodsOfAll(app, standing) : method === undefined ? [] : [method]
  return offered.some(each => servesByOwnCode(app.edition, standing, each))
}

function invoiceKey(order: Order) {
  const key = `order:${order.orderNumber}:${order.invoiceCount + 1}`
  return { key, fingerprint: createHash('sha256').update(`${key} ${order.total}`).digest() }
}

// Run for every checkout. Returns no row if the order is not pending.
const waitSql = statement<{ orderId: number; invoiceId: string }>(`
  with waiting as (
    update store_order set status = 'waiting_payment', held_until = null, invoice_count = invoice_count + 1
    where id = :orderId and status = 'pending' returning ${selectStoredColumns(Order, 'store_order')}),
  invoice as (
    insert into order_invoice (invoice_id, account_id, order_id, number)
    select :invoiceId, account_id, id, invoice_count from waiting)
  select * from waiting`)

async function openInvoice(
  app: RequestNeeds,
  tx: Tx,
  order: Order,
  { payment, refuseHold }: Pick<InvoiceRequest, 'refuseHold'> & { payment: Payment },
): Promise<Order> {
  // The goods of an order that was not paid in time were released.
  if (order.heldUntil === null) {
    const short = await holdGoods(app, tx, await readItems(tx, [order]), app.now())
    if (short.length > 0) throw refuseShortage(short.map(item => item.name()))
    await refuseHold?.(tx, order)
  }
  const [row] = await tx.query(waitSql, { orderId: order.id, invoiceId: payment.invoiceId })
  const waiting = tx.em.map(Order, row!)
  await announceFacts(app, tx, [
    {
      accountId: order.accountId,
      type: 'order.waiting_payment',
      subject: payment.invoiceId,
      payload: {
        ...makeOrderPayload(waiting),
        invoiceId: payment.invoiceId,
        expiresAt: payment.expiresAt.toISOString(),
      },
      createdAt: app.now(),
    },
  ])
  return waiting
}
