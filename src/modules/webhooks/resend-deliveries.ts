import { type Actor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { lockWebhook } from './lock-webhook.ts'
import type { WebhookEndpoint } from './webhook.ts'
import { WebhookAttempt } from './webhook-attempt.ts'
import { WebhookDelivery } from './webhook-delivery.ts'

/** The deliveries to send again: a single one, or all of a webhook that ran out of attempts since a moment. */
export type ResendRequest = { deliveryId: number } | { endpointId: string; failedSince: Date }

const atOnceMax = 10_000

/**
 * Sends events to a webhook again: the same id and body, a new signature, and a new schedule. A delivery that waits for
 * a retry is sent immediately instead. Returns the number of events. Refuses `not_found`, and `refused_transition` for
 * a webhook that is disabled and a delivery that was erased or is running.
 */
export async function resendDeliveries(
  app: Needs<'transaction' | 'now'>,
  owner: WebhookOwner,
  selection: ResendRequest,
  by: Actor,
): Promise<number> {
  return app.transaction(owner, async tx => {
    const { endpoint, again } = await findToResend(tx, selection)
    if (!endpoint.isEnabled()) throw new Refusal('refused_transition', 'The endpoint is switched off')
    const now = app.now()
    // A person is waiting for the result, so an open breaker lets it through.
    endpoint.blockedUntil = null
    for (const delivery of again) {
      if (delivery.state === 'pending') delivery.nextAt = now
      else tx.em.create(WebhookDelivery, makeCopy(delivery, by.name ?? by.actor, now))
    }
    const detail = { count: again.length }
    const subject = `endpoint ${endpoint.id}`
    await recordAct(app, tx, { accountId: owner.accountId, ...by, act: 'endpoint.resent', subject, detail })
    tx.wake('endpoints')
    return again.length
  })
}

async function findToResend(
  tx: Tx,
  which: ResendRequest,
): Promise<{ endpoint: WebhookEndpoint; again: WebhookDelivery[] }> {
  if ('endpointId' in which) {
    const endpoint = await lockWebhook(tx, which.endpointId)
    return { endpoint, again: await findFailed(tx, endpoint, which.failedSince) }
  }
  const found = await tx.em.findOne(WebhookDelivery, which.deliveryId)
  if (!found) throw notFound('delivery')
  // If two callers come at once, the second waits here, and finds the result of the first.
  const endpoint = await lockWebhook(tx, found.endpoint.id)
  const delivery = await tx.em.refresh(found)
  if (!delivery || delivery.erasedAt !== null) throw new Refusal('refused_transition', 'Its content was erased')
  const isUnderWay = { event: delivery.event.id, endpoint: endpoint.id, state: 'pending' as const, attempts: 0 }
  if (delivery.leaseToken !== null || (await tx.em.count(WebhookDelivery, isUnderWay)) > 0) {
    throw new Refusal('refused_transition', 'It is on its way already')
  }
  return { endpoint, again: [delivery] }
}

// A delivery that was sent again, and has arrived or is on its way, needs no attention.
async function findFailed({ em }: Tx, endpoint: WebhookEndpoint, since: Date): Promise<WebhookDelivery[]> {
  const helped = em
    .qb(WebhookDelivery)
    .select('event')
    .where({ endpoint: endpoint.id, requestedBy: { $ne: null }, state: { $in: ['pending', 'delivered'] } })
  const tried = em
    .qb(WebhookAttempt)
    .select('delivery')
    .where({ attemptedAt: { $gte: since } })
  return em.find(
    WebhookDelivery,
    {
      endpoint: endpoint.id,
      state: { $in: ['exhausted', 'blocked', 'stopped'] },
      isTest: false,
      erasedAt: null,
      requestedBy: null,
      id: { $in: tried.toRaw() },
      event: { $nin: helped.toRaw() },
    },
    { orderBy: { id: 'asc' }, limit: atOnceMax },
  )
}

function makeCopy(
  { endpoint, event, account, mode, type, object, sequence, isTest }: WebhookDelivery,
  by: string,
  at: Date,
) {
  return {
    endpoint: endpoint.id,
    event: event.id,
    account: account.id,
    mode,
    type,
    object,
    sequence,
    isTest,
    state: 'pending' as const,
    requestedBy: by,
    nextAt: at,
    createdAt: at,
    erasedAt: null,
    leaseToken: null,
    leaseHolder: null,
  }
}
