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
  /** When it is sent next; null when it will not be. */
  nextAt: Date | null
  isErased: boolean
  /** The body; null if it is not written yet, or was erased. */
  body: string | null
  /** Newest first. */
  attempts: WebhookAttempt[]
}

export interface ListedDeliveries {
  deliveries: ListedDelivery[]
  /** The place that the next page begins before; null after the oldest. */
  nextId: number | null
}

export interface DeliveryFilter {
  endpointId?: string | undefined
  type?: OutwardType | undefined
  state?: DeliveryState | undefined
  /** From this moment on, and before that one. */
  from?: Date | undefined
  to?: Date | undefined
  beforeId?: number | undefined
  limit: number
}

/**
 * Lists sent and pending deliveries to the endpoints of an account in one mode, newest first, each with its attempts.
 * Refuses `not_found` for an endpoint that it never had.
 */
export async function listDeliveries(
  app: Needs<'em' | 'slowly'>,
  owner: WebhookOwner,
  filter: DeliveryFilter,
): Promise<ListedDeliveries> {
  const { endpointId: id } = filter
  // Not at a replica, which may not know it yet.
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

// By endpoint, which the index has: an account has a few, those that it has deleted among them.
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
