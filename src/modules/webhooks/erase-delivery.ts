import { type Actor, recordAct } from '../../accounts/audit.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { OutwardEvent } from './outward-event.ts'
import { WebhookAttempt } from './webhook-attempt.ts'
import { WebhookDelivery } from './webhook-delivery.ts'
import { markErased } from './webhook-delivery-moves.ts'

/**
 * Erases the request and answer of a delivery, but not that and when it was sent. The body of the event is deleted with
 * the last of its deliveries. Refuses `not_found`, and `refused_transition` for one that is still waiting.
 */
export async function eraseDelivery(
  app: Needs<'transaction' | 'now'>,
  owner: WebhookOwner,
  deliveryId: number,
  by: Actor,
): Promise<void> {
  await app.transaction(owner, async tx => {
    const { em } = tx
    const found = await em.findOne(WebhookDelivery, deliveryId)
    if (!found) throw notFound('delivery')
    const isErased = await markErased(em, deliveryId, app.now())
    if (!isErased) throw new Refusal('refused_transition', 'It is still to be sent')
    await em.nativeUpdate(WebhookAttempt, { delivery: deliveryId }, { request: null, response: null })
    const event = found.event.id
    if ((await em.count(WebhookDelivery, { event, erasedAt: null })) === 0) {
      await em.nativeUpdate(OutwardEvent, { id: event }, { body: null })
    }
    const { accountId } = owner
    await recordAct(app, tx, { accountId, ...by, act: 'endpoint.erased', subject: `delivery ${deliveryId}` })
  })
}
