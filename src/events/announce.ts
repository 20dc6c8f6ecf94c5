import { nameUuid } from '../lib/ids.ts'
import type { Sql } from '../lib/sql.ts'

/** A fact, written in the same transaction as the change that caused it. */
export interface Event<Payload = Record<string, unknown>> {
  id: string
  accountId: number
  type: EventType
  /** What it happened to: an invoice id, an order number, `transfer 12`. One event of a type happens once to a subject. */
  subject: string
  payload: Payload
  createdAt: Date
}

/** `payment.created` is missing: creating writes it by itself, in the one statement of the hot path, and nothing may react to it. */
export type EventType =
  | 'payment.paid'
  | 'payment.expired'
  | 'payment.cancelled'
  | 'transfer.in_review'
  | 'callback.exhausted'
  | 'callback.endpoint_disabled'
  | 'callback.test'
  | 'connection.failing'
  | 'connection.recovered'
  | 'order.placed'
  | 'order.waiting_payment'
  | 'order.payment_ended'
  | 'order.paid'
  | 'order.delivered'
  | 'order.paid_in_vain'
  | 'order.processing'
  | 'order.completed'
  | 'order.cancelled'

/**
 * Writes the rows that follow from events of one type. No network, nothing but rows; what they change is announced in
 * its turn, with the `app` that is handed on.
 */
export type Reaction = (tx: Sql, events: Event[], app: { reactions: Reactions }) => Promise<void>
export type Reactions = Record<EventType, Reaction[]>

/** Writes the events and what follows from them, in the transaction of the change that caused them. */
export async function announce(app: { reactions: Reactions }, tx: Sql, facts: Omit<Event, 'id'>[]): Promise<Event[]> {
  if (facts.length === 0) return []
  const events = facts.map(fact => ({ ...fact, id: eventId(fact.type, fact.subject) }))
  await tx.write(
    `insert into event (id, account_id, type, subject, payload, created_at)
     select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[])`,
    [
      events.map(event => event.id),
      events.map(event => event.accountId),
      events.map(event => event.type),
      events.map(event => event.subject),
      events.map(event => JSON.stringify(event.payload)),
      events.map(event => event.createdAt),
    ],
  )
  for (const [type, reactions] of Object.entries(app.reactions)) {
    const ofType = events.filter(event => event.type === type)
    if (ofType.length === 0) continue
    for (const react of reactions) await react(tx, ofType, app)
  }
  return events
}

export function eventId(type: EventType | 'payment.created', subject: string): string {
  return nameUuid(`${type} ${subject}`)
}
