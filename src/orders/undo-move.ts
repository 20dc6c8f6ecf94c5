import { LockMode } from '@mikro-orm/core'
import { sellStock } from '../catalog/stock/move-stock.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Payment } from '../payments/payment.ts'
import { countKeptPayments, owesRefund } from './answer-refund.ts'
import { Order, OrderInvoice, type OrderItem } from './order.ts'
import { holdGoods, lockOrder, readItems } from './order-goods.ts'
import { makeOrderPayload } from './order-payload.ts'
import { refuseShortage } from './place-order.ts'
import { findOrderStage } from './shipping/shipment.ts'
import { UnitRequest } from './unit-request.ts'

/**
 * Undoes the merchant's last step on an order within a minute: completing, cancelling, shipping, starting work. The
 * goods are reserved for the customer again, all or nothing; an unpaid order then waits for a new code.
 *
 * Refuses `not_found`. Refuses `refused_transition` if there is nothing to undo, goods were sent in the chat, or money
 * was refunded or received since. Refuses `out_of_stock` if the goods were sold to another order.
 */
export async function undoMove(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  accountId: number,
  orderNumber: string,
): Promise<void> {
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    const found = await tx.em.findOne(Order, { orderNumber })
    if (!found) throw notFound('order')
    await lockPayments(tx, found.id)
    const order = await lockOrder(tx, found.id)
    const now = app.now()
    const items = await readItems(tx, [order])
    if (!order.isUndoableAt(now) || wasSent(order, items) || (await hasOtherMoney(tx, order))) {
      throw new Refusal('refused_transition', 'There is nothing that could be taken back')
    }
    const was = findOrderStage(order)
    for (const item of items) {
      if (was === 'completed' && !item.isSentInChat()) item.deliveredAt = null
    }
    order.undo(now)
    if (was === 'cancelled') await takeGoods(app, tx, order, items)
    if (order.paidAt !== null) order.refundDue = await owesRefund(tx, order)
    await askAgain(tx, order, now)
    await tx.em.flush()
    await announceFacts(app, tx, [
      {
        accountId,
        type: 'order.undone',
        subject: `${orderNumber} ${order.undoCount}`,
        payload: { ...makeOrderPayload(order), was },
        createdAt: now,
      },
    ])
  })
}

// A message that a customer has read cannot be undone.
function wasSent(order: Order, items: OrderItem[]): boolean {
  if (order.status !== 'completed') return false
  return items.some(item => item.isSentInChat() && item.deliveredAt?.getTime() === order.completedAt?.getTime())
}

// Locks payments before the order, as everywhere. A refund being recorded waits for this lock, or finds the order in
// its new state.
async function lockPayments({ em }: Tx, order: number): Promise<void> {
  const invoices = await em.find(OrderInvoice, { order })
  const invoiceId = invoices.map(({ payment }) => payment.invoiceId)
  await em.find(Payment, { invoiceId }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { invoiceId: 'asc' } })
}

/**
 * Returns whether its money has changed since the step: it was refunded, or arrived for an order that was cancelled
 * unpaid.
 */
async function hasOtherMoney(tx: Tx, order: Order): Promise<boolean> {
  const kept = await countKeptPayments(tx, order)
  if (order.paidAt === null) return kept > 0
  if (kept > 0) return false
  return (await tx.em.count(OrderInvoice, { order: order.id, payment: { refundedAt: { $gte: order.movedAt } } })) > 0
}

// Requests stock from the seller's server again, if requests stopped while the order was cancelled.
async function askAgain({ em }: Tx, order: Order, nextAt: Date): Promise<void> {
  await em.nativeUpdate(UnitRequest, { order: order.id, state: 'dropped' }, { state: 'pending', nextAt })
}

async function takeGoods(app: Needs<'now' | 'reactions'>, tx: Tx, order: Order, items: OrderItem[]): Promise<void> {
  const free = items.filter(item => item.stockState === 'free')
  const short = await holdGoods(app, tx, items, app.now())
  if (short.length > 0) throw refuseShortage(short.map(item => item.name()))
  if (order.paidAt !== null) {
    await sellStock(tx, free)
    for (const item of free) item.stockState = 'sold'
  }
}
