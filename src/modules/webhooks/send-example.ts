import { randomUUID } from 'node:crypto'
import { writeEnvelope } from '../../callbacks/outward/outward.ts'
import { Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { lockWebhook } from './lock-webhook.ts'
import { OutwardEvent } from './outward-event.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

/**
 * Sends a webhook an example of a type in a single attempt, signed as any event and marked `X-Webhook-Test: 1`. Returns
 * the delivery under which the log shows the outcome. Refuses `not_found`, `invalid_request` naming `type`, and
 * `refused_transition` for a disabled webhook.
 */
export async function sendExample(
  app: Needs<'transaction' | 'now' | 'outward'>,
  owner: WebhookOwner,
  { endpointId, type, by }: { endpointId: string; type: string; by: string },
): Promise<number> {
  const { outward } = app
  if (!outward.isListed(type))
    throw refuseField('type', 'is not a type', { code: 'not_one_of', values: [...outward.types] })
  return app.transaction(owner, async tx => {
    const endpoint = await lockWebhook(tx, endpointId)
    if (!endpoint.isEnabled()) throw new Refusal('refused_transition', 'The endpoint is switched off')
    const { accountId, mode } = owner
    const now = app.now()
    const envelope = { id: randomUUID(), type, mode, sequence: 1, createdAt: now }
    const about = { account: accountId, mode, type, object: `example ${envelope.id}`, sequence: 1 }
    const body = writeEnvelope(envelope, outward.findExample(type))
    const event = tx.em.create(OutwardEvent, { id: envelope.id, ...about, body, createdAt: now })
    const delivery = tx.em.create(WebhookDelivery, {
      endpoint,
      event,
      ...about,
      state: 'pending',
      isTest: true,
      requestedBy: by,
      nextAt: now,
      createdAt: now,
      erasedAt: null,
      leaseToken: null,
      leaseHolder: null,
    })
    // A person is waiting for the result, so an open breaker lets it through.
    endpoint.blockedUntil = null
    await tx.em.flush()
    tx.wake('endpoints')
    return delivery.id
  })
}
