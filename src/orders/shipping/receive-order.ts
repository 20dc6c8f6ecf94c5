import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../order.ts'
import { lockOrder, readItems } from '../order-goods.ts'
import { makeMoveSubject, makeOrderPayload } from '../order-payload.ts'
import { deliverShort } from '../update-order-status.ts'
import { isOnItsWay } from './shipment.ts'

type ReceiveNeeds = Needs<'em' | 'transaction' | 'now' | 'reactions'>

/**
 * Records that the customer confirmed the arrival of their order. It is completed, unless goods that are sent in the
 * chat are still missing. A second call returns the order unchanged. Refuses `not_found`, and `refused_transition` for
 * one that is not in transit.
 */
export async function receiveOrder(
  app: ReceiveNeeds,
  accountId: number,
  customerId: number,
  token: string,
): Promise<Order> {
  const found = await app.em({ accountId, mode: 'both' }).findOne(Order, { token, customer: customerId })
  if (!found) throw notFound('order')
  return app.transaction({ accountId, mode: found.mode }, async tx => {
    const order = await lockOrder(tx, found.id)
    if (order.receivedAt !== null || order.status === 'completed') return order
    if (!isOnItsWay(order)) throw new Refusal('refused_transition', 'The order is not on its way')
    await markOrdersReceived(app, tx, [order], 'customer')
    return order
  })
}

/** Marks locked orders in transit as received. */
export async function markOrdersReceived(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  orders: Order[],
  by: 'customer' | 'time',
): Promise<void> {
  const now = app.now()
  const items = await readItems(tx, orders)
  const brought = items.filter(item => !item.isSentInChat())
  await deliverShort(app, tx, brought, now)
  for (const item of brought) item.deliveredAt ??= now
  for (const order of orders) {
    // It has arrived, so no earlier step of the merchant can be undone.
    Object.assign(order, { receivedAt: now, receiveBy: null, movedFrom: null, movedAt: null })
    const own = items.filter(item => item.order.id === order.id)
    if (own.every(item => item.deliveredAt !== null)) order.finish(now)
  }
  await tx.em.flush()
  await announceFacts(
    app,
    tx,
    orders
      .filter(order => order.status === 'completed')
      .map(order => ({
        accountId: order.accountId,
        type: 'order.completed',
        subject: makeMoveSubject(order),
        payload: { ...makeOrderPayload(order), by, notify: true },
        createdAt: now,
      })),
  )
}
