import { LockMode } from '@mikro-orm/core'
import { takeBackStock } from '../catalog/stock/move-stock.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { cancelOpenPayment } from '../payments/cancel-payment.ts'
import { Payment } from '../payments/payment.ts'
import { owesRefund } from './answer-refund.ts'
import { type CancelledBy, Order, OrderInvoice } from './order.ts'
import { announceOrdered, lockOrder, readItems, releaseGoods } from './order-goods.ts'
import { makeMoveSubject, makeOrderPayload } from './order-payload.ts'

type CancelNeeds = Needs<'em' | 'sql' | 'transaction' | 'now' | 'reactions'>

/**
 * Cancels the customer's own order with its open invoice. A second call returns the order unchanged. Refuses
 * `not_found`, and `already_paid` once money has arrived.
 */
export async function cancelOrder(
  app: CancelNeeds,
  accountId: number,
  customerId: number,
  token: string,
): Promise<Order> {
  const found = await app.em({ accountId, mode: 'both' }).findOne(Order, { token, customer: customerId })
  if (!found) throw notFound('order')
  return cancelWithPayment(app, found, {
    by: 'customer',
    notify: true,
    refuse: () => new Refusal('already_paid', 'The order is paid: only the shop can cancel it now'),
  })
}

export interface CancelOptions {
  by: CancelledBy
  notify: boolean
  /** The reason, in the seller's words. */
  note?: string | undefined
  /** Returns the refusal for an order that they may not cancel. */
  refuse(): Refusal
}

const triesMax = 5

/** Cancels an order with its open invoice, in the usual order of locks: payment, holds, order, stock. */
export async function cancelWithPayment(
  app: CancelNeeds,
  { id, accountId, mode }: Pick<Order, 'id' | 'accountId' | 'mode'>,
  cancelling: CancelOptions,
): Promise<Order> {
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    const order = await app.transaction({ accountId, mode }, tx => cancelOnce(app, tx, id, cancelling))
    if (order) return order
  }
  throw new Refusal('refused_transition', 'The order is being changed by somebody else; look at it again')
}

// Returns null, and writes nothing, if a new invoice was opened after the earlier one had ended.
async function cancelOnce(app: CancelNeeds, tx: Tx, orderId: number, cancelling: CancelOptions): Promise<Order | null> {
  const invoiceId = await findOpenInvoice(tx, orderId)
  if (invoiceId) {
    await tx.em.findOne(Payment, invoiceId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    await cancelOpenPayment(app, tx, invoiceId, { reason: 'order_cancelled', isQuiet: !cancelling.notify })
  }
  const order = await lockOrder(tx, orderId)
  if (order.status === 'cancelled') return order
  // Checked before anything else: thrown here, it also rolls back the payment's cancellation.
  if (!order.mayBeCancelledBy(cancelling.by)) throw cancelling.refuse()
  if ((await findOpenInvoice(tx, orderId)) !== null) return null
  await markOrdersCancelled(app, tx, [order], cancelling)
  return order
}

async function findOpenInvoice(tx: Tx, orderId: number): Promise<string | null> {
  const open = await tx.em.findOne(OrderInvoice, { order: orderId, isOpen: true })
  return open?.payment.invoiceId ?? null
}

/** Cancels locked orders: their goods become available again, except those that a customer has seen. */
export async function markOrdersCancelled(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  orders: Order[],
  { by, notify, note }: Pick<CancelOptions, 'by' | 'notify' | 'note'>,
): Promise<void> {
  const now = app.now()
  const items = await readItems(tx, orders)
  await releaseGoods(app, tx, items, now)
  const unseen = items.filter(item => item.stockState === 'sold' && item.deliveredAt === null)
  // Units that were returned with a refund are already in stock.
  const left = unseen.flatMap(({ id, mode, variant, stockMode, quantity, restocked }) =>
    quantity > restocked ? [{ id, mode, variant, stockMode, quantity: quantity - restocked }] : [],
  )
  await takeBackStock(tx, left)
  for (const item of unseen) {
    item.stockState = 'free'
    item.restocked = 0
  }
  await announceOrdered(app, tx, unseen, now)
  for (const order of orders) {
    order.cancel(by, now, note)
    // The merchant may have recorded the refund before.
    if (order.refundDue) order.refundDue = await owesRefund(tx, order)
  }
  await tx.em.flush()
  await announceFacts(
    app,
    tx,
    orders.map(order => ({
      accountId: order.accountId,
      type: 'order.cancelled',
      subject: makeMoveSubject(order),
      payload: { ...makeOrderPayload(order), by, refundDue: order.refundDue, notify },
      createdAt: now,
    })),
  )
}
