import { LockMode } from '@mikro-orm/core'
import { takeBackStock } from '../catalog/stock-sql.ts'
import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { markCancelled } from '../payments/cancel-payment.ts'
import { Payment } from '../payments/payment.ts'
import { moveOrder } from './move-order.ts'
import { type CancelledBy, Order } from './order.ts'
import { freeGoods, goodsOf, lockOrder, markGoods } from './order-goods-sql.ts'
import { OrderInvoice } from './order-invoice.ts'
import { orderPayload } from './order-payload.ts'

type CancelNeeds = Needs<'em' | 'sql' | 'transaction' | 'now' | 'reactions' | 'wake'>

/**
 * Cancels the customer's own order, and its open invoice with it. A second time it returns the order as it is.
 * Refuses `not_found`, and `already_paid` once money came.
 */
export async function cancelOrder(
  app: CancelNeeds,
  accountId: number,
  customerId: number,
  token: string,
): Promise<Order> {
  const found = await app.em('installation').findOne(Order, { token, customer: customerId, account: accountId })
  if (!found) throw new Refusal('not_found', 'There is no such order')
  return cancelWithPayment(app, found.id, {
    by: 'customer',
    notify: true,
    isDone: order => order.status === 'cancelled',
    check(order) {
      if (order.status !== 'pending' && order.status !== 'waiting_payment') {
        throw new Refusal('already_paid', 'The order is paid: only the shop can cancel it now')
      }
    },
  })
}

export interface Cancelling {
  by: CancelledBy
  notify: boolean
  /** Why, in the seller's words. */
  note?: string | undefined
  /** Whether there is nothing left to do. */
  isDone(order: Order): boolean
  /** Throws the refusal for an order that may not be cancelled. */
  check(order: Order): void
}

const triesMax = 5

/** Cancels an order with the invoice that it waits for, in the one order of locks: payment, holds, order, stock. */
export async function cancelWithPayment(app: CancelNeeds, orderId: number, cancelling: Cancelling): Promise<Order> {
  for (let attempt = 1; attempt <= triesMax; attempt++) {
    const order = await app.transaction('installation', tx => cancelOnce(app, tx, orderId, cancelling))
    if (order) {
      for (const channel of ['notices', 'payments']) app.wake.notify(channel)
      return order
    }
  }
  throw new Refusal('refused_transition', 'The order is being changed by somebody else; look at it again')
}

// Null when a new invoice was opened meanwhile; nothing was written then, since the one that was open had ended.
async function cancelOnce(app: CancelNeeds, tx: Tx, orderId: number, cancelling: Cancelling): Promise<Order | null> {
  const invoiceId = await findOpenInvoice(tx, orderId)
  if (invoiceId) {
    await tx.em.findOne(Payment, invoiceId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    await markCancelled(app, tx, invoiceId, 'order_cancelled')
  }
  const order = await lockOrder(tx, orderId)
  if (cancelling.isDone(order)) return order
  // Before any other look: thrown here, it takes back the payment's cancellation as well.
  cancelling.check(order)
  if ((await findOpenInvoice(tx, orderId)) !== null) return null
  return markOrderCancelled(app, tx, order, cancelling)
}

async function findOpenInvoice(tx: Tx, orderId: number): Promise<string | null> {
  const open = await tx.em.findOne(OrderInvoice, { order: orderId, isOpen: true })
  return open?.payment.invoiceId ?? null
}

/** The move of an order that is locked: its goods are free again, but for those that its customer has seen. */
export async function markOrderCancelled(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  order: Order,
  { by, notify, note }: Pick<Cancelling, 'by' | 'notify' | 'note'>,
): Promise<Order> {
  const now = app.now()
  await freeGoods(tx, [order.id])
  const unseen = (await goodsOf(tx, [order.id])).filter(line => line.stockState === 'sold' && line.deliveredAt === null)
  await takeBackStock(tx, unseen)
  await markGoods(tx, unseen, 'free')
  const refundDue = order.refundDue || order.paidAt !== null
  const cancelled = await moveOrder(tx, order, ['pending', 'waiting_payment', 'paid', 'processing'], {
    status: 'cancelled',
    cancelledBy: by,
    cancelledAt: now,
    heldUntil: null,
    refundDue,
    sellerNote: note ?? null,
  })
  await announce(app, tx, [
    {
      accountId: order.accountId,
      type: 'order.cancelled',
      subject: order.orderNumber,
      payload: { ...orderPayload(cancelled), by, refundDue, notify },
      createdAt: now,
    },
  ])
  return cancelled
}
