import type { Tx } from '../database/transaction.ts'
import type { Event, Reactions } from '../events/announce.ts'
import { Order, OrderInvoice } from './order.ts'
import { holdGoods, lockOrder, readItems, releaseGoods } from './order-goods.ts'
import { makeCausePattern } from './payer-cause.ts'

/**
 * Returns the order that late money for a cancelled order pays, to be sold now; null if the money must be refunded. A
 * bill stays wanted until the bill itself ends, even if its orders were cancelled unpaid. A newer order that waits for
 * money takes the payment; otherwise this order is revived, if its goods are still available. Other orders stay
 * cancelled.
 */
export async function findOrderForLateMoney(
  app: { reactions: Reactions },
  tx: Tx,
  order: Order,
  { payload: { invoiceId }, createdAt }: Event<'payment.paid'>,
): Promise<Order | null> {
  if (order.door !== 'bill' || order.status !== 'cancelled' || order.paidAt !== null) return null
  const newer = await findNewer(tx, order)
  if (newer?.isUnpaid()) {
    await moveInvoice(tx, invoiceId, newer)
    return newer
  }
  if (newer) return null
  const items = await readItems(tx, [order])
  const short = await holdGoods(app, tx, items, createdAt)
  if (short.length > 0) {
    await releaseGoods(app, tx, items, createdAt)
    return null
  }
  order.revive()
  // The code that sells the order reads it and its goods again.
  await tx.em.flush()
  return order
}

/** Returns the order placed after this one for the same payer and not cancelled, locked after it. */
async function findNewer(tx: Tx, { id, customerId, once }: Order): Promise<Order | null> {
  const like = makeCausePattern(once)
  const samePayer = { customer: customerId, once: like === null ? null : { $like: like } }
  const where = { ...samePayer, id: { $gt: id }, status: { $ne: 'cancelled' } } as const
  const found = await tx.em.findOne(Order, where, { orderBy: { id: 'asc' } })
  const locked = found && (await lockOrder(tx, found.id))
  return locked?.status === 'cancelled' ? null : locked
}

async function moveInvoice({ em }: Tx, payment: string, order: Order): Promise<void> {
  const number = order.invoiceCount + 1
  await em.nativeUpdate(OrderInvoice, { payment }, { order: order.id, number })
  order.invoiceCount = number
}
