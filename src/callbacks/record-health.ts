import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { FailingEndpoint } from '../events/receiver-payloads.ts'
import { StoredEvent } from '../events/stored-event.ts'
import type { Needs } from '../needs.ts'
import type { AttemptedDelivery } from './attempted-delivery.ts'
import { CallbackEndpoint } from './callback-endpoint.ts'
import { Delivery } from './delivery.ts'
import { pauseWaitingDeliveries } from './delivery-moves.ts'
import { classifyAttempt } from './endpoint-health.ts'

/**
 * Counts attempts for the health of their endpoints. The merchant is notified about an endpoint that has failed for a
 * day, and again when it is disabled; its pending deliveries are then paused. Refused addresses, and receivers that are
 * gone for good, do not count.
 */
export async function recordHealth(
  app: Needs<'reactions'>,
  tx: Tx,
  attempts: AttemptedDelivery[],
  now: Date,
): Promise<void> {
  const telling = attempts.filter(
    ({ delivery, outcome }) => outcome.next === 'retry' || (outcome.next === 'delivered' && delivery.troubled),
  )
  if (telling.length === 0) return
  const endpoints = await lockEndpoints(tx.em, telling)
  const disabled = endpoints.filter(endpoint => {
    const own = telling.filter(({ delivery }) => endpointKey(delivery) === endpointKey(endpoint))
    return own.map(({ outcome }) => endpoint.count(classifyAttempt(outcome), now)).includes(true)
  })
  await tx.em.flush()
  await warnOfFailing(app, tx, endpoints, now)
  await pauseEndpoints(app, tx, disabled, now)
}

// Locked in the order of their keys, so that two processes cannot deadlock.
async function lockEndpoints(em: EntityManager, attempts: AttemptedDelivery[]): Promise<CallbackEndpoint[]> {
  const byKey = new Map(attempts.map(({ delivery }) => [endpointKey(delivery), delivery]))
  const named = [...byKey.values()]
    .map(({ account, origin }) => ({ account: account.id, origin }))
    .sort((one, other) => one.account - other.account || (one.origin < other.origin ? -1 : 1))
  await em.qb(CallbackEndpoint).insert(named).onConflict().ignore().execute()
  return em.find(
    CallbackEndpoint,
    { $or: named },
    { orderBy: { account: 'asc', origin: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
}

function endpointKey({ account, origin }: Pick<CallbackEndpoint, 'account' | 'origin'>): string {
  return `${account.id} ${origin}`
}

// A callback is retried for three days, but the merchant should be warned earlier.
async function warnOfFailing(app: Needs<'reactions'>, tx: Tx, endpoints: CallbackEndpoint[], now: Date): Promise<void> {
  const failing = endpoints
    .filter(endpoint => endpoint.disabledAt === null && endpoint.hasFailedForADay(now))
    .map(endpoint => ({ endpoint, subject: endpointSubject(endpoint, endpoint.failingSince!) }))
  if (failing.length === 0) return
  const type = 'callback.endpoint_failing' as const
  // Their rows are locked, so no other process can announce the same warning concurrently.
  const earlierWarnings = await tx.em.find(StoredEvent, {
    type,
    subject: { $in: failing.map(({ subject }) => subject) },
  })
  const warnedSubjects = new Set(earlierWarnings.map(({ subject }) => subject))
  for (const { endpoint, subject } of failing.filter(({ subject }) => !warnedSubjects.has(subject))) {
    const payload = await describeFailingEndpoint(tx, endpoint, now)
    await announceFacts(app, tx, [{ accountId: endpoint.account.id, type, subject, payload, createdAt: now }])
  }
}

const testOnlyMs = 30 * 86_400_000

// Both modes share one breaker per address, so the notice says whether live callbacks are affected.
async function describeFailingEndpoint(
  tx: Tx,
  { account, origin, failingSince }: CallbackEndpoint,
  now: Date,
): Promise<FailingEndpoint> {
  const since = new Date(now.getTime() - testOnlyMs)
  const live = await tx.em.findOne(
    Delivery,
    { account: account.id, mode: 'live', origin, createdAt: { $gte: since } },
    { fields: ['id'], orderBy: { createdAt: 'desc' } },
  )
  return { origin, failingSince: failingSince!.toISOString(), isTest: live === null }
}

function endpointSubject({ account, origin }: CallbackEndpoint, at: Date): string {
  return `endpoint ${account.id} ${origin} ${at.toISOString()}`
}

async function pauseEndpoints(app: Needs<'reactions'>, tx: Tx, disabled: CallbackEndpoint[], now: Date): Promise<void> {
  if (disabled.length === 0) return
  await pauseWaitingDeliveries(tx, disabled)
  for (const endpoint of disabled) {
    const subject = endpointSubject(endpoint, now)
    const payload = await describeFailingEndpoint(tx, endpoint, now)
    const type = 'callback.endpoint_disabled' as const
    await announceFacts(app, tx, [{ accountId: endpoint.account.id, type, subject, payload, createdAt: now }])
  }
}
