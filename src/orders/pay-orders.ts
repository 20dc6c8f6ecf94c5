import { sellStock } from '../catalog/stock/move-stock.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts, type Event, type Fact, type Reactions } from '../events/announce.ts'
import type { OrderPaid } from '../events/payloads.ts'
import { StoredEvent } from '../events/stored-event.ts'
import { findOrderForLateMoney } from './find-order-for-late-money.ts'
import { type Order, OrderInvoice, type OrderItem } from './order.ts'
import { holdGoods, lockOrder, readInvoices, readItems } from './order-goods.ts'
import { makeOrderPayload } from './order-payload.ts'
import { requestUnits } from './request-units.ts'

type Announcer = { reactions: Reactions }

/**
 * The reaction to `payment.paid`: marks the invoice's order as paid, sells its goods, and gives the customer the
 * automatic ones. The order is `completed` if nothing is left to do by hand, `processing` if goods ran out, and
 * otherwise stays `paid`.
 */
export async function payOrders(tx: Tx, events: Event<'payment.paid'>[], app: Announcer): Promise<void> {
  for (const { invoiceId, orderId } of await readInvoices(
    tx,
    events.map(fact => fact.payload.invoiceId),
  )) {
    await payOrder(tx, app, orderId, events.find(fact => fact.payload.invoiceId === invoiceId)!)
  }
}

async function payOrder(tx: Tx, app: Announcer, orderId: number, fact: Event<'payment.paid'>): Promise<void> {
  const { invoiceId } = fact.payload
  const order = await lockOrder(tx, orderId)
  await tx.em.nativeUpdate(OrderInvoice, { payment: invoiceId }, { isOpen: false })
  if (order.isUnpaid()) return sellPaidOrder(tx, app, order, fact)
  if (await wasPaidBy(tx, order, invoiceId)) return
  const taker = await findOrderForLateMoney(app, tx, order, fact)
  await (taker ? sellPaidOrder(tx, app, taker, fact) : noteRefund(tx, app, order, fact))
}

// A payment may be announced twice; the second announcement changes nothing.
async function wasPaidBy(tx: Tx, order: Order, invoiceId: string): Promise<boolean> {
  const told = await tx.em.findOne(StoredEvent, { type: 'order.paid', subject: order.orderNumber })
  return (told?.payload as { invoiceId?: string } | undefined)?.invoiceId === invoiceId
}

async function sellPaidOrder(
  tx: Tx,
  app: Announcer,
  order: Order,
  { payload, createdAt }: Event<'payment.paid'>,
): Promise<void> {
  const { invoiceId, paidAt, paidAmount, paidLate } = payload
  await sellOrder(tx, app, order, { invoiceId, paidAt, paidAmount, paidLate, createdAt })
}

/** How an order was paid. */
export type PaymentReceipt = Pick<OrderPaid, 'invoiceId' | 'paidAt' | 'paidAmount' | 'paidLate'> & { createdAt: Date }

/** Sells the goods of a locked unpaid order, and announces it. Missing goods are marked as short. */
export async function sellOrder(tx: Tx, app: Announcer, order: Order, receipt: PaymentReceipt): Promise<void> {
  const now = receipt.createdAt
  const items = await readItems(tx, [order])
  // If the money is late, another order may have taken the goods.
  const short = await holdGoods(app, tx, items, now)
  const held = items.filter(item => item.stockState === 'held')
  await sellStock(tx, held)
  for (const item of held) item.sell(now)
  // At a counter the customer has the goods once they are paid.
  const isWhole = short.length === 0
  if (order.door === 'counter' && isWhole) for (const item of held) item.deliveredAt ??= now
  for (const item of short) item.stockState = 'short'
  const sent = held.filter(item => item.deliveredAt !== null)
  order.pay(!isWhole ? 'processing' : sent.length === items.length ? 'completed' : 'paid', now)
  await requestUnits(tx, order, held, now)
  await tx.em.flush()
  const needsHands = order.status !== 'completed' && !(isWhole && items.every(item => item.isSentInChat()))
  await announceFacts(app, tx, saleFacts({ order, sent, needsHands }, receipt))
}

interface Sale {
  order: Order
  /** The goods that were handed over immediately. */
  sent: OrderItem[]
  needsHands: boolean
}

function saleFacts({ order, sent, needsHands }: Sale, { createdAt, ...money }: PaymentReceipt): Fact[] {
  const common = { accountId: order.accountId, subject: order.orderNumber, createdAt }
  const isOrdered = order.status !== 'completed' && !needsHands
  const paid = { ...makeOrderPayload(order), ...money, needsHands, isOrdered }
  const events: Fact[] = [{ ...common, type: 'order.paid', payload: paid }]
  if (sent.length > 0) events.push(makeDeliveredFact(order, sent, createdAt))
  if (order.status === 'processing') {
    events.push({
      ...common,
      type: 'order.processing',
      payload: { ...makeOrderPayload(order), isShort: true, notify: true },
    })
  }
  if (order.status === 'completed') {
    events.push({
      ...common,
      type: 'order.completed',
      payload: { ...makeOrderPayload(order), by: 'delivery', notify: true },
    })
  }
  return events
}

/**
 * Returns the event of a delivery: the first one when the order is paid, others (`part`) when more of it is handed over
 * later.
 */
export function makeDeliveredFact(order: Order, items: OrderItem[], createdAt: Date, part: number | string = 1): Fact {
  return {
    accountId: order.accountId,
    type: 'order.delivered',
    subject: `${order.orderNumber} ${part}`,
    payload: { ...makeOrderPayload(order), itemIds: items.map(({ id }) => id) },
    createdAt,
  }
}

async function noteRefund(
  tx: Tx,
  app: Announcer,
  order: Order,
  { payload, createdAt }: Event<'payment.paid'>,
): Promise<void> {
  order.refundDue = true
  await tx.em.flush()
  await announceFacts(app, tx, [
    {
      accountId: order.accountId,
      type: 'order.paid_in_vain',
      subject: payload.invoiceId,
      payload: {
        ...makeOrderPayload(order),
        invoiceId: payload.invoiceId,
        paidAmount: payload.paidAmount,
        reason: order.status === 'cancelled' ? 'cancelled' : 'paid_twice',
      },
      createdAt,
    },
  ])
}
