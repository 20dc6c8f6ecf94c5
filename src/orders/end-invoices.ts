import type { Tx } from '../database/transaction.ts'
import { announce, type Event, type Fact, type Reactions } from '../events/announce.ts'
import type { OrderPaymentEnded } from '../events/payloads.ts'
import { cancelSql, closeSql, lockSql, reopenSql } from './end-invoices-sql.ts'
import type { CancelledBy, Order } from './order.ts'
import { freeGoods } from './order-goods-sql.ts'
import { orderPayload } from './order-payload.ts'

type InvoiceEnded = Event<'payment.expired' | 'payment.cancelled'>
type Reason = OrderPaymentEnded['reason']

interface Ended {
  order: Order
  invoiceId: string
  accountId: number
  ended: OrderPaymentEnded['ended']
  reason: Reason
  at: Date
}

/**
 * The reaction to `payment.expired` and `payment.cancelled`: the order's goods are free again. It goes back to `pending`,
 * so that the customer may ask for a new code; where somebody cancelled the payment, the order is cancelled with it.
 */
export async function endInvoices(tx: Tx, events: InvoiceEnded[], app: { reactions: Reactions }): Promise<void> {
  const ended = await closeInvoices(tx, events)
  if (ended.length === 0) return
  const at = ended[0]!.at
  // Cancelling an order moves the order and its goods itself.
  const moving = ended.filter(({ order, reason }) => order.status === 'waiting_payment' && reason !== 'order_cancelled')
  await freeGoods(
    tx,
    moving.map(({ order }) => order.id),
  )
  const cancelled = moving.filter(({ reason }) => reason === 'customer' || reason === 'merchant')
  const reopened = moving.filter(one => !cancelled.includes(one))
  const moved = [
    ...(await tx.query<Order>(reopenSql, [reopened.map(({ order }) => order.id), at])),
    ...(await tx.query<Order>(cancelSql, [
      cancelled.map(({ order }) => order.id),
      cancelled.map(({ reason }) => reason),
      at,
    ])),
  ]
  const byId = new Map(moved.map(order => [order.id, order]))
  const now = ended.map(one => ({ ...one, order: byId.get(one.order.id) ?? one.order }))
  await announce(app, tx, [
    ...now.map(tellEnded),
    ...now.filter(({ order }) => byId.get(order.id)?.status === 'cancelled').map(tellCancelled),
  ])
}

async function closeInvoices(tx: Tx, events: InvoiceEnded[]): Promise<Ended[]> {
  const ids = events.map(event => event.subject)
  const orders = await tx.query<Order>(lockSql, [ids])
  if (orders.length === 0) return []
  const closed = await tx.query<{ invoiceId: string; orderId: number }>(closeSql, [ids])
  return closed.map(({ invoiceId, orderId }) => {
    const event = events.find(one => one.subject === invoiceId)!
    return {
      order: orders.find(order => order.id === orderId)!,
      invoiceId,
      accountId: event.accountId,
      ended: event.type === 'payment.expired' ? 'expired' : 'cancelled',
      reason: event.type === 'payment.expired' ? 'expired' : event.payload.reason,
      at: event.createdAt,
    }
  })
}

function tellEnded({ order, invoiceId, accountId, ended, reason, at }: Ended): Fact {
  return {
    accountId,
    type: 'order.payment_ended',
    subject: invoiceId,
    payload: {
      ...orderPayload(order),
      status: isCancelling(order, reason) ? 'cancelled' : order.status,
      invoiceId,
      ended,
      reason,
    },
    createdAt: at,
  }
}

// Its cancellation follows in the same transaction.
function isCancelling(order: Order, reason: Reason): boolean {
  return reason === 'order_cancelled' && order.status === 'waiting_payment'
}

function tellCancelled({ order, accountId, reason, at }: Ended): Fact {
  return {
    accountId,
    type: 'order.cancelled',
    subject: order.orderNumber,
    payload: { ...orderPayload(order), by: reason as CancelledBy, refundDue: false, notify: true },
    createdAt: at,
  }
}
