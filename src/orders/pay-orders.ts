import { sellStock } from '../catalog/stock-sql.ts'
import type { Tx } from '../database/transaction.ts'
import { announce, type Event, type Fact, type Reactions } from '../events/announce.ts'
import { Event as PastEvent } from '../events/event.ts'
import type { Order } from './order.ts'
import { type Goods, goodsOf, holdGoods, isSentInChat, lockOrder, markDelivered, markGoods } from './order-goods-sql.ts'
import { orderPayload } from './order-payload.ts'
import { closeInvoiceSql, invoicesSql, paidSql, refundDueSql } from './pay-orders-sql.ts'

type Announcer = { reactions: Reactions }

/**
 * The reaction to `payment.paid`: the order of the invoice is paid, its goods are sold, and what a machine can hand over
 * is the customer's. Nothing left to do by hand: `completed`; goods that ran out: `processing`; else it stays `paid`.
 */
export async function payOrders(tx: Tx, events: Event<'payment.paid'>[], app: Announcer): Promise<void> {
  const invoices = await tx.query<{ invoiceId: string; orderId: number }>(invoicesSql, [
    events.map(fact => fact.payload.invoiceId),
  ])
  for (const { invoiceId, orderId } of invoices) {
    await payOrder(tx, app, orderId, events.find(fact => fact.payload.invoiceId === invoiceId)!)
  }
}

async function payOrder(tx: Tx, app: Announcer, orderId: number, fact: Event<'payment.paid'>): Promise<void> {
  const order = await lockOrder(tx, orderId)
  await tx.write(closeInvoiceSql, [fact.payload.invoiceId])
  if (order.status === 'pending' || order.status === 'waiting_payment') await sell(tx, app, order, fact)
  else if (!(await wasPaidBy(tx, order, fact.payload.invoiceId))) await noteRefund(tx, app, order, fact)
}

// The same fact told again changes nothing.
async function wasPaidBy(tx: Tx, order: Order, invoiceId: string): Promise<boolean> {
  const told = await tx.em.findOne(PastEvent, { type: 'order.paid', subject: order.orderNumber })
  return (told?.payload as { invoiceId?: string } | undefined)?.invoiceId === invoiceId
}

async function sell(tx: Tx, app: Announcer, order: Order, fact: Event<'payment.paid'>): Promise<void> {
  const now = fact.createdAt
  // Money that was late may find that its goods were given to somebody else.
  const short = await holdGoods(tx, order.id)
  const goods = await goodsOf(tx, [order.id])
  const held = goods.filter(line => line.stockState === 'held')
  await sellStock(tx, held)
  await markGoods(tx, held, 'sold')
  await markGoods(tx, short, 'short')
  const sent = held.filter(isSentInChat)
  await markDelivered(tx, sent, now)

  const status = short.length > 0 ? 'processing' : sent.length === goods.length ? 'completed' : 'paid'
  const [paid] = await tx.query<Order>(paidSql, [order.id, status, now])
  await announce(app, tx, tellSale(paid!, fact, sent))
}

function tellSale(order: Order, { payload, createdAt }: Event<'payment.paid'>, sent: Goods[]): Fact[] {
  const common = { accountId: order.accountId, subject: order.orderNumber, createdAt }
  const { invoiceId, paidAt, paidAmount, paidLate } = payload
  const needsHands = order.status !== 'completed'
  const paid = { ...orderPayload(order), invoiceId, paidAt, paidAmount, paidLate, needsHands }
  const events: Fact[] = [{ ...common, type: 'order.paid', payload: paid }]
  if (sent.length > 0) events.push(tellDelivered(order, sent, createdAt))
  if (order.status === 'processing') {
    events.push({
      ...common,
      type: 'order.processing',
      payload: { ...orderPayload(order), isShort: true, notify: true },
    })
  }
  if (order.status === 'completed') {
    events.push({
      ...common,
      type: 'order.completed',
      payload: { ...orderPayload(order), by: 'delivery', notify: true },
    })
  }
  return events
}

/** An order is delivered once when it is paid, and once more when what was short then is handed over. */
export function tellDelivered(order: Order, goods: Goods[], createdAt: Date, number = 1): Fact {
  return {
    accountId: order.accountId,
    type: 'order.delivered',
    subject: `${order.orderNumber} ${number}`,
    payload: { ...orderPayload(order), itemIds: goods.map(line => line.itemId) },
    createdAt,
  }
}

async function noteRefund(
  tx: Tx,
  app: Announcer,
  order: Order,
  { payload, createdAt }: Event<'payment.paid'>,
): Promise<void> {
  await tx.write(refundDueSql, [order.id])
  await announce(app, tx, [
    {
      accountId: order.accountId,
      type: 'order.paid_in_vain',
      subject: payload.invoiceId,
      payload: {
        ...orderPayload(order),
        invoiceId: payload.invoiceId,
        paidAmount: payload.paidAmount,
        reason: order.status === 'cancelled' ? 'cancelled' : 'paid_twice',
      },
      createdAt,
    },
  ])
}
