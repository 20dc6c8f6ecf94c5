import { sellStock } from '../catalog/stock.ts'
import type { Tx } from '../database/transaction.ts'
import { announce, type Event, type Fact, type Reactions } from '../events/announce.ts'
import { type Order, orderColumns } from './order.ts'
import { type Goods, goodsOf, holdGoods, isSentInChat, lockOrder, markDelivered, markGoods } from './order-goods.ts'
import { orderPayload } from './order-payload.ts'

type Announcer = { reactions: Reactions }

/**
 * The reaction to `payment.paid`: the order of the invoice is paid, its goods are sold, and what a machine can hand over
 * is the customer's. Nothing left to do by hand: `completed`; goods that ran out: `processing`; else it stays `paid`.
 */
export async function payOrders(tx: Tx, events: Event<'payment.paid'>[], app: Announcer): Promise<void> {
  const invoices = await tx.query<{ invoiceId: string; orderId: number }>(
    `select invoice_id as "invoiceId", order_id as "orderId" from order_invoice where invoice_id = any ($1) order by order_id`,
    [events.map(fact => fact.payload.invoiceId)],
  )
  for (const { invoiceId, orderId } of invoices) {
    await payOrder(tx, app, orderId, events.find(fact => fact.payload.invoiceId === invoiceId)!)
  }
}

async function payOrder(tx: Tx, app: Announcer, orderId: number, fact: Event<'payment.paid'>): Promise<void> {
  const order = await lockOrder(tx, orderId)
  await tx.write('update order_invoice set is_open = false where invoice_id = $1', [fact.payload.invoiceId])
  if (order.status === 'pending' || order.status === 'waiting_payment') await sell(tx, app, order, fact)
  else if (!(await wasPaidBy(tx, order, fact.payload.invoiceId))) await noteRefund(tx, app, order, fact)
}

// The same fact told again changes nothing.
async function wasPaidBy(tx: Tx, order: Order, invoiceId: string): Promise<boolean> {
  const told = await tx.query(
    `select 1 from event where type = 'order.paid' and subject = $1 and payload->>'invoiceId' = $2`,
    [order.orderNumber, invoiceId],
  )
  return told.length > 0
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

const paidSql = `
  update store_order set status = $2, paid_at = $3, completed_at = case when $2 = 'completed' then $3::timestamptz end,
    held_until = null
  where id = $1 and status in ('pending', 'waiting_payment') returning ${orderColumns()}`

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
  await tx.write('update store_order set refund_due = true where id = $1', [order.id])
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
