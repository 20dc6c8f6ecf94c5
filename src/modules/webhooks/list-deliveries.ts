import type { EntityManager } from '@mikro-orm/postgresql'
import type { OutwardType } from '../../events/outward.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { OutwardEvent } from './outward-event.ts'
import { WebhookEndpoint } from './webhook.ts'
import { WebhookAttempt } from './webhook-attempt.ts'
import { type DeliveryState, WebhookDelivery } from './webhook-delivery.ts'

export interface ListedDelivery
  extends Pick<WebhookDelivery, 'id' | 'type' | 'sequence' | 'state' | 'isTest' | 'requestedBy' | 'createdAt'> {
  endpointId: string
  eventId: string
  /** When it is sent next; null after the last attempt. */
  nextAt: Date | null
  isErased: boolean
  /** The body; null if it is not written yet, or was erased. */
  body: string | null
  /** The attempts, newest first. */
  attempts: WebhookAttempt[]
}

export interface ListedDeliveries {
  deliveries: ListedDelivery[]
  /** The id before which the next page begins; null after the oldest. */
  nextId: number | null
}

export interface DeliveryFilter {
  endpointId?: string | undefined
  type?: OutwardType | undefined
  state?: DeliveryState | undefined
  /** The first moment included, and the first one excluded. */
  from?: Date | undefined
  to?: Date | undefined
  beforeId?: number | undefined
  limit: number
}

/**
 * Lists sent and pending deliveries to an account's webhooks in one mode, newest first, each with its attempts. Refuses
 * `not_found` for an unknown webhook.
 */
export async function listDeliveries(
  app: Needs<'em' | 'slowly'>,
  owner: WebhookOwner,
  filter: DeliveryFilter,
): Promise<ListedDeliveries> {
  const { endpointId: id } = filter
  // On the primary, because a replica may not have it yet.
  if (id !== undefined && (await app.em(owner).count(WebhookEndpoint, { id })) === 0) {
    throw notFound('endpoint')
  }
  return app.slowly(async reads => {
    const em = reads.em(owner)
    const found = await findDeliveries(em, filter)
    const deliveries = found.slice(0, filter.limit)
    return {
      deliveries: await describeDeliveries(em, deliveries),
      nextId: found.length > filter.limit ? deliveries.at(-1)!.id : null,
    }
  }, owner)
}

// By webhook, to use the index: an account has few, including deleted ones.
async function findDeliveries(em: EntityManager, filter: DeliveryFilter): Promise<WebhookDelivery[]> {
  const { endpointId, type, state, from, to, beforeId, limit } = filter
  const endpoints = await em.find(WebhookEndpoint, endpointId === undefined ? {} : { id: endpointId }, {
    fields: ['id'],
  })
  if (endpoints.length === 0) return []
  return em.find(
    WebhookDelivery,
    {
      endpoint: endpoints.map(({ id }) => id),
      ...(type && { type }),
      ...(state && { state }),
      ...((from || to) && { createdAt: { ...(from && { $gte: from }), ...(to && { $lt: to }) } }),
      ...(beforeId !== undefined && { id: { $lt: beforeId } }),
    },
    { orderBy: { id: 'desc' }, limit: limit + 1 },
  )
}

async function describeDeliveries(em: EntityManager, deliveries: WebhookDelivery[]): Promise<ListedDelivery[]> {
  const attempts = await em.find(WebhookAttempt, { delivery: deliveries }, { orderBy: { number: 'desc' } })
  const events = await em.find(OutwardEvent, { id: deliveries.map(({ event }) => event.id) })
  const bodies = new Map(events.map(({ id, body }) => [id, body]))
  const byDelivery = Map.groupBy(attempts, ({ delivery }) => delivery.id)
  return deliveries.map(({ id, type, sequence, state, isTest, requestedBy, createdAt, ...rest }) => ({
    id,
    type,
    sequence,
    state,
    isTest,
    requestedBy,
    createdAt,
    endpointId: rest.endpoint.id,
    eventId: rest.event.id,
    nextAt: state === 'pending' ? rest.nextAt : null,
    isErased: rest.erasedAt !== null,
    body: rest.erasedAt === null ? (bodies.get(rest.event.id) ?? null) : null,
    attempts: byDelivery.get(id) ?? [],
  }))
}
