import { announceFacts, makeEventId } from '../events/announce.ts'
import { StoredEvent } from '../events/stored-event.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Order } from '../orders/order.ts'
import { lockOrder } from '../orders/order-goods.ts'
import { makeOrderPayload } from '../orders/order-payload.ts'
import { isHandedOverHere } from '../orders/receiving/is-handed-over-here.ts'
import { makeReadySubject } from '../orders/receiving/ready-event.ts'
import { startProcessing } from '../orders/update-order-status.ts'
import { planCustomerNotices } from './plan-notices.ts'

/**
 * Notifies the customer that a paid order can be picked up, or is brought to their table, and starts processing it.
 * Sent once, unless a step of the order was undone since. Refuses `not_found`, and `invalid_request` for a delivery.
 * Refuses `refused_transition` for an order that is not paid or has ended.
 */
export async function notifyReady(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  accountId: number,
  orderNumber: string,
): Promise<void> {
  await app.transaction({ accountId, mode: 'both' }, async tx => {
    const found = await tx.em.findOne(Order, { orderNumber })
    if (!found) throw notFound('order')
    const order = await lockOrder(tx, found.id)
    if (!isHandedOverHere(order)) throw refuseField('receiving', 'is neither pickup nor dine_in', 'not_allowed')
    if (!order.mayBeCompleted()) throw new Refusal('refused_transition', 'Only an order that is paid can be ready')
    await startProcessing(app, tx, order, false)
    const { customerId } = order
    const key = makeReadySubject(order)
    const createdAt = app.now()
    const id = makeEventId('order.ready', key)
    if ((await tx.em.count(StoredEvent, { id })) === 0) {
      const payload = makeOrderPayload(order)
      await announceFacts(app, tx, [{ accountId, type: 'order.ready', subject: key, payload, createdAt }])
    }
    await planCustomerNotices(tx, createdAt, [
      { accountId, customerId, kind: 'order.ready', data: { orderNumber }, key },
    ])
  })
}
