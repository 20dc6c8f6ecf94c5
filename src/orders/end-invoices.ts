import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import { announceFacts, type Event, type Fact, type Reactions } from '../events/announce.ts'
import type { OrderPaymentEnded } from '../events/payloads.ts'
import { type CancelledBy, Order, OrderInvoice } from './order.ts'
import { readInvoices, readItems, releaseGoods } from './order-goods.ts'
import { makeOrderPayload } from './order-payload.ts'

type InvoiceEnded = Event<'payment.expired' | 'payment.cancelled'>
type Reason = OrderPaymentEnded['reason']

interface Ended {
  order: Order
  invoiceId: string
  ended: OrderPaymentEnded['ended']
  reason: Reason
  isQuiet: boolean
  at: Date
}

/**
 * The reaction to `payment.expired` and `payment.cancelled`: releases the order's goods. The order returns to
 * `pending`, so that the customer may request a new code. If the payment was cancelled on request, the order is
 * cancelled with it.
 */
export async function endInvoices(tx: Tx, events: InvoiceEnded[], app: { reactions: Reactions }): Promise<void> {
  const ended = await closeInvoices(tx, events)
  if (ended.length === 0) return
  // The cancellation of an order updates the order and its goods itself.
  const moving = ended.filter(({ order, reason }) => order.status === 'waiting_payment' && reason !== 'order_cancelled')
  const items = await readItems(
    tx,
    moving.map(({ order }) => order),
  )
  for (const { order, reason, at } of moving) {
    if (reason === 'customer' || reason === 'merchant') order.cancel(reason, at)
    else order.reopen(at)
  }
  await releaseGoods(app, tx, items, events[0]!.createdAt)
  await tx.em.flush()
  const cancelled = moving.filter(({ order }) => order.status === 'cancelled')
  await announceFacts(app, tx, [...ended.map(endedFact), ...cancelled.map(cancelledFact)])
}

// An invoice is closed only under a lock on its payment, so no other transaction can close it at the same time.
async function closeInvoices(tx: Tx, events: InvoiceEnded[]): Promise<Ended[]> {
  const invoices = await readInvoices(
    tx,
    events.map(event => event.subject),
  )
  if (invoices.length === 0) return []
  const ids = invoices.map(({ orderId }) => orderId)
  const { em } = tx
  await em.find(Order, { id: ids }, { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  const open = await em.find(
    OrderInvoice,
    { payment: invoices.map(({ invoiceId }) => invoiceId), isOpen: true },
    { populate: ['order'], refresh: true },
  )
  return open.map(invoice => {
    const { order, payment } = invoice
    const event = events.find(one => one.subject === payment.invoiceId)!
    invoice.isOpen = false
    return {
      order,
      invoiceId: payment.invoiceId,
      ended: event.type === 'payment.expired' ? 'expired' : 'cancelled',
      reason: event.type === 'payment.expired' ? 'expired' : event.payload.reason,
      isQuiet: event.type === 'payment.cancelled' && event.payload.isQuiet === true,
      at: event.createdAt,
    }
  })
}

function endedFact({ order, invoiceId, ended, reason, isQuiet, at }: Ended): Fact {
  return {
    accountId: order.accountId,
    type: 'order.payment_ended',
    subject: invoiceId,
    payload: {
      ...makeOrderPayload(order),
      status: isCancelling(order, reason) ? 'cancelled' : order.status,
      invoiceId,
      ended,
      reason,
      ...(isQuiet ? { isQuiet } : {}),
    },
    createdAt: at,
  }
}

// Its cancellation follows in the same transaction.
function isCancelling(order: Order, reason: Reason): boolean {
  return reason === 'order_cancelled' && order.status === 'waiting_payment'
}

function cancelledFact({ order, reason, at }: Ended): Fact {
  return {
    accountId: order.accountId,
    type: 'order.cancelled',
    subject: order.orderNumber,
    payload: { ...makeOrderPayload(order), by: reason as CancelledBy, refundDue: false, notify: true },
    createdAt: at,
  }
}
