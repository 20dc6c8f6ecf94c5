import type { FilterQuery } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope, Mode } from '../database/scope.ts'
import type { ReadAccess } from '../database/slow-reads.ts'
import type { OutwardCatalogue, OutwardType } from '../events/outward.ts'
import type { EventPayloads, OrderPayload } from '../events/payloads.ts'
import { StoredEvent } from '../events/stored-event.ts'
import { findWebhookSecrets } from '../keys/webhook-secret.ts'
import { extractInvoiceId } from '../lib/ids.ts'
import { refuseField } from '../lib/refusal.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import { makeDownloadToken } from '../payments/goods/download-token.ts'
import { Payment } from '../payments/payment.ts'
import { writeEnvelope } from './outward/outward.ts'
import { type CurrentEvent, readCurrentEvents } from './outward/read-current-events.ts'
import { type SignedCallback, signCallback, signStandardHeaders } from './sign-callback.ts'

/** The events that are sent to merchants' backends, but not to webhooks. */
export const otherEventTypes = ['order.payment_ended', 'callback.test'] as const

export type MerchantEventType = OutwardType | (typeof otherEventTypes)[number]

/** Returns the events that merchants can list. All others concern people, the installation or a disabled module. */
export function listEventTypes({ outward }: { outward: OutwardCatalogue }): MerchantEventType[] {
  return [...outward.types, ...otherEventTypes]
}

export interface ListedEvent {
  id: string
  type: MerchantEventType
  createdAt: Date
  /** The current state of the invoice that the event is about. */
  payment: Payment | null
  /** The order that the event is about, as it was at that moment. */
  order: Pick<OrderPayload, 'orderNumber' | 'status' | 'total' | 'customerName'> | null
  /** The data that webhooks receive, with the current state of its object. */
  data: object | null
  /** The callback as its receiver gets it, signed now; null unless requested. */
  callback: SignedCallback | null
  /** The event as a webhook receives it, signed with the account's secret; null unless requested. */
  delivery: { headers: Record<string, string>; body: string } | null
}

/** A reader's position: just after this event. */
export interface EventPosition {
  recordedAt: Date
  id: string
}

export interface EventFilter {
  /** The types to return; all by default. */
  types?: readonly MerchantEventType[] | undefined
  /** The position to continue from; by default the first event. `now` returns only future events. */
  after?: EventPosition | 'now' | undefined
  limit: number
  /** Adds the signed callback of each event that has one; test mode only. */
  signed?: boolean | undefined
}

export interface ListedEvents {
  events: ListedEvent[]
  /** The position after the last event. It is also set for an empty page, so that a reader can continue later. */
  place: EventPosition
  hasMore: boolean
}

type ListNeeds = Needs<'em' | 'sql' | 'transaction' | 'slowly' | 'freshly' | 'now' | 'seal' | 'calendar' | 'outward'>

const beginning: EventPosition = { recordedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * Returns events of one account in one mode, oldest first. A reader that continues from `place` sees each event exactly
 * once, even while others are being committed. Events appear after one second. Refuses `invalid_request` for signed
 * ones of live mode.
 */
export async function listEvents(
  app: ListNeeds,
  scope: Required<AccountScope>,
  { types = listEventTypes(app), after = beginning, limit, signed = false }: EventFilter,
): Promise<ListedEvents> {
  if (signed && scope.mode !== 'test')
    throw refuseField('signed', 'is for test keys: live callbacks go to their address', 'not_allowed')
  // Read before the events, so that anything committed in between is among them.
  const [complete] = await app.sql.query(completeUntilSql, {})
  const { moment: until, place } = complete!
  if (after === 'now') return { events: [], place: { recordedAt: until, id: lastId }, hasMore: false }
  const where: FilterQuery<StoredEvent> = {
    mode: scope.mode,
    type: { $in: [...types] },
    recordedAt: { $gte: after.recordedAt, $lt: until },
    $or: [{ recordedAt: { $gt: after.recordedAt } }, { id: { $gt: after.id } }],
  }
  const read = (em: EntityManager) =>
    em.find(StoredEvent, where, { orderBy: { recordedAt: 'asc', id: 'asc' }, limit: limit + 1 })
  const page =
    (await app.slowly(reads => readFrom(reads, { scope, place }, read), scope)) ??
    (await app.freshly(({ em }) => read(em(scope)), scope))
  const events = page.slice(0, limit)
  return {
    events: await describeEvents(app, scope, events, signed),
    place: events.at(-1) ?? after,
    hasMore: page.length > limit,
  }
}

/**
 * Returns the result of `read` after `place`. Returns null on a replica that has not reached that position: a reader
 * would otherwise continue past events that the replica has yet to receive.
 */
function readFrom<Result>(
  { transaction }: ReadAccess,
  { scope, place }: { scope: AccountScope; place: number },
  read: (em: EntityManager) => Promise<Result>,
): Promise<Result | null> {
  return transaction(scope, async ({ em, query }) => {
    const [reached] = await query(completeUntilSql, {})
    return reached!.place < place ? null : read(em)
  })
}

async function describeEvents(
  app: ListNeeds,
  scope: Required<AccountScope>,
  events: StoredEvent[],
  signed: boolean,
): Promise<ListedEvent[]> {
  const invoices = events
    .filter(({ type }) => type.startsWith('payment.'))
    .map(({ subject }) => extractInvoiceId(subject))
  const payments = await app.em(scope).find(Payment, { invoiceId: { $in: invoices } })
  const byInvoice = new Map(payments.map(payment => [payment.invoiceId, payment]))
  const outward = await readCurrentEvents(app, scope, events, byInvoice)
  const secrets = signed ? await findWebhookSecrets(app, scope.accountId) : []
  return events.map(event => ({
    id: event.id,
    type: event.type as MerchantEventType,
    createdAt: event.createdAt,
    payment: byInvoice.get(extractInvoiceId(event.subject)) ?? null,
    order: event.type.startsWith('order.') ? (event.payload as OrderPayload) : null,
    data: outward.get(event.id)?.data ?? null,
    callback: secrets.length > 0 ? findEventCallback(app, event, secrets) : null,
    delivery: secrets.length > 0 ? findEventDelivery(event, scope.mode, outward.get(event.id), secrets) : null,
  }))
}

function findEventCallback(
  app: ListNeeds,
  { id, type, payload }: StoredEvent,
  secrets: string[],
): SignedCallback | null {
  if (type !== 'payment.paid' && type !== 'callback.test') return null
  const paid = payload as EventPayloads['callback.test']
  return signCallback(
    {
      eventId: id,
      number: 1,
      paid,
      secrets,
      downloadToken: paid.hasFile ? makeDownloadToken(app, paid.invoiceId) : null,
      isTest: type === 'callback.test',
      sentAt: new Date(),
    },
    app.calendar,
  )
}

// An endpoint has its own secret; when tried without one, the receiver knows the account's.
function findEventDelivery(
  { id, type, createdAt }: StoredEvent,
  mode: Mode,
  now: CurrentEvent | undefined,
  secrets: string[],
): ListedEvent['delivery'] {
  if (!now) return null
  const envelope = { id, type: type as OutwardType, mode, sequence: now.sequence, createdAt }
  const body = writeEnvelope(envelope, now.data)
  const timestamp = Math.floor(Date.now() / 1000)
  const standard = signStandardHeaders(secrets, id, timestamp, body)
  return { headers: { 'Content-Type': 'application/json', ...standard, 'X-Webhook-Attempt': '1' }, body }
}

/**
 * Finds the moment before which no further event can appear. That is the start of the oldest transaction that may still
 * commit, because an event carries the start time of its transaction. One second is subtracted for transactions that
 * have started but are not visible yet; no writing transaction lives for five minutes.
 * `place` is the end of this server's log, or the position that a replica has replayed: every replica that has reached
 * it has the rows that a primary returns here.
 */
const completeUntilSql = statement<object, { moment: Date; place: number }>(`
  select coalesce(min(xact_start), now()) - interval '1 second' as moment,
    (case
      when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      else pg_current_wal_insert_lsn()
    end - '0/0')::bigint as place
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and xact_start > now() - interval '5 minutes'`)
