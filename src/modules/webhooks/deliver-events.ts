import { Backlog } from '../../callbacks/backlog.ts'
import { toInstances } from '../../database/columns.ts'
import { insistOnRecord } from '../../database/insist-on-record.ts'
import type { Tx } from '../../database/transaction.ts'
import { gatherWork } from '../../lib/gather.ts'
import { leaseHolder } from '../../lib/holder.ts'
import { createKeyedSemaphore } from '../../lib/keyed-semaphore.ts'
import { type StartedWork, startEach } from '../../lib/started.ts'
import type { Needs } from '../../needs.ts'
import { claimEventsSql, lockEndpointsSql } from './deliver-events-sql.ts'
import { markEventAttempts } from './mark-event-attempts.ts'
import { type DeliveryBatch, type EventAttempt, postEvents, type TeamChats } from './post-events.ts'
import { readBodies } from './read-bodies.ts'
import { spreadEvents } from './spread-events.ts'
import { sealContexts, WebhookEndpoint } from './webhook.ts'
import { WebhookDelivery } from './webhook-delivery.ts'
import { pauseSending, stopSending } from './webhook-delivery-moves.ts'
import { readWebhookEndpointSecrets } from './webhook-secret.ts'

type DeliverNeeds = Needs<
  | 'em'
  | 'sql'
  | 'transaction'
  | 'now'
  | 'seal'
  | 'outbound'
  | 'config'
  | 'calendar'
  | 'log'
  | 'reactions'
  | 'wake'
  | 'outward'
>

const leaseS = 45
const perEndpointMax = 5
// Claimed together for a fast server, to save claims; five are running at a time.
const perQuickEndpointMax = 50
const quickMs = 500
// Later ones are left to be claimed again: the server became slow, and their leases must not expire while running.
const begunWithinMs = 15_000
// Anything that waited longer is read again before it is sent, so a rotated secret or address takes effect within a
// second.
const freshMs = 900
// Enough for an account with many good webhooks, without letting one with many bad ones fill the process.
const perAccountMax = 50
const perMessageMax = 20

const backlog = new Backlog('endpoint_delivery', 'more-events')
const posting = createKeyedSemaphore(perEndpointMax)
// The webhooks that answered this process's last attempt quickly.
const quickEndpoints = new Set<string>()

/**
 * Claims due events and sends each to its webhook; events of one object are sent in order. First attempts go before
 * retries. A webhook has at most five running deliveries, a chat one message, and none waits for another's backlog.
 * Only a recorded outcome counts as an attempt: if a process dies before that, the event is sent again with the same
 * id. Only a process with `teamChats` writes to chats of Telegram.
 */
export async function deliverEvents(
  app: DeliverNeeds & { teamChats?: TeamChats },
  limit: number,
): Promise<StartedWork> {
  const hasMoreToSpread = await spreadEvents(app)
  const parcels = await app.transaction('installation', async tx => {
    await backlog.freeExpired(app, tx)
    const claimed = await claimDue(tx, { limit, now: app.now(), inTelegram: app.teamChats !== undefined })
    return readParcels(app, tx, claimed)
  })
  const isCut = parcels.reduce((sum, { deliveries }) => sum + deliveries.length, 0) >= limit
  if (hasMoreToSpread) backlog.goOn(app.wake)
  const left = new Map(
    parcels.map(({ endpoint: { id } }) => [id, parcels.filter(({ endpoint }) => endpoint.id === id).length]),
  )
  const mark = gatherWork<EventAttempt>(async attempts => {
    const hasMore = await insistOnRecord(leaseS, () => markEventAttempts(app, attempts))
    // A claim for few places costs as much as one for many.
    const isWorthIt = attempts.some(({ endpoint }) => left.get(endpoint.id)! <= perQuickEndpointMax / 2)
    if (isCut || (hasMore && isWorthIt)) backlog.goOn(app.wake)
  })
  const claimedAt = performance.now()
  const post = async (parcel: DeliveryBatch): Promise<EventAttempt[]> => {
    const { id } = parcel.endpoint
    left.set(id, left.get(id)! - 1)
    const waitedMs = performance.now() - claimedAt
    if (waitedMs > begunWithinMs) return []
    const current = waitedMs < freshMs ? parcel : await readAgain(app, parcel)
    if (current === null) return []
    const attempts = await postEvents(app, current)
    const isQuick = attempts.every(({ outcome }) => outcome.next === 'delivered' && outcome.durationMs < quickMs)
    if (isQuick) quickEndpoints.add(id)
    else quickEndpoints.delete(id)
    return attempts
  }
  return startEach(parcels, leasesOf, async parcel => {
    try {
      const attempts = await posting(parcel.endpoint.id, () => post(parcel))
      await Promise.all(attempts.map(mark))
    } catch (error) {
      app.log.error({ err: error, endpoint: parcel.endpoint.id }, 'events could not be sent')
    }
  })
}

const leasesOf = ({ deliveries }: DeliveryBatch) => deliveries.map(({ delivery }) => delivery.leaseToken)

interface Claiming {
  limit: number
  now: Date
  inTelegram: boolean
}

// Running deliveries are counted under a lock of the webhook; otherwise two concurrent processes would both find room.
async function claimDue(tx: Tx, { limit, now, inTelegram }: Claiming): Promise<Readonly<WebhookDelivery>[]> {
  const due = await tx.query(lockEndpointsSql, { now, in_telegram: inTelegram })
  // A delivery planned while a webhook was being disabled or deleted is not sent.
  for (const { id, is_deleted } of due.filter(({ is_on }) => !is_on)) {
    if (is_deleted) await stopSending(tx, id)
    else await pauseSending(tx, id)
  }
  const endpoints = due.filter(({ is_on }) => is_on).map(({ id }) => id)
  if (endpoints.length === 0) return []
  const quick = endpoints.filter(id => quickEndpoints.has(id))
  const bounds = {
    perEndpoint: perEndpointMax,
    quick,
    perQuick: perQuickEndpointMax,
    perAccount: perAccountMax,
    perMessage: perMessageMax,
  }
  return toInstances(
    WebhookDelivery,
    await tx.query(claimEventsSql, { endpoints, now, limit, holder: leaseHolder, leaseS, ...bounds }),
  )
}

/**
 * Returns what is sent together: one event to a server, all claimed events to a chat. Read with each claim, and again
 * for deliveries that wait for a slow receiver, so that a withdrawn secret no longer signs.
 */
async function readParcels(app: DeliverNeeds, tx: Tx, claimed: WebhookDelivery[]): Promise<DeliveryBatch[]> {
  if (claimed.length === 0) return []
  const ids = [...new Set(claimed.map(({ endpoint }) => endpoint.id))]
  const ways = await readWays(app, tx.em, ids)
  const bodies = await readBodies(app, tx, claimed)
  return ways.flatMap(way => {
    const deliveries = claimed
      .filter(delivery => delivery.endpoint.id === way.endpoint.id)
      .sort((one, other) => one.id - other.id)
    const owed = deliveries.map(delivery => ({ delivery, body: bodies.get(delivery.event.id) ?? null }))
    return way.endpoint.format === 'json'
      ? owed.map(one => ({ ...way, deliveries: [one] }))
      : [{ ...way, deliveries: owed }]
  })
}

type Way = Omit<DeliveryBatch, 'deliveries'>

/** Reads the webhooks with everything needed to send to them. */
async function readWays(app: Needs<'seal' | 'now'>, em: Tx['em'], ids: string[]): Promise<Way[]> {
  const endpoints = await em.find(WebhookEndpoint, { id: ids })
  const secretsOf = await readWebhookEndpointSecrets(app, em, ids)
  return endpoints.map(endpoint => ({
    endpoint,
    address: app.seal.open(endpoint.sealedAddress, sealContexts.address(endpoint.id)),
    key: app.seal.open(endpoint.sealedKey, sealContexts.key(endpoint.id)),
    secrets: secretsOf(endpoint.id),
  }))
}

/** Returns null if the webhook was disabled or deleted while the delivery waited: the next claim decides about it. */
async function readAgain(app: Needs<'em' | 'seal' | 'now'>, parcel: DeliveryBatch): Promise<DeliveryBatch | null> {
  const [way] = await readWays(app, app.em('installation'), [parcel.endpoint.id])
  const isOn = way && way.endpoint.deletedAt === null && way.endpoint.disabledAt === null
  return isOn && way.endpoint.format === parcel.endpoint.format ? { ...parcel, ...way } : null
}
