import { findChangedObject } from '../../callbacks/outward/find-changed-object.ts'
import { type OutwardEvent, writeEnvelope } from '../../callbacks/outward/outward.ts'
import { readSubjects } from '../../callbacks/outward/read-subjects.ts'
import type { Event, EventPlan } from '../../events/announce.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'
import {
  type OwedRow,
  planCreatedSql,
  planDeliveriesSql as planStatement,
  wantedEventsSql,
} from './plan-deliveries-sql.ts'
import { lateWrittenTypes } from './read-bodies.ts'

/**
 * Plans the events that merchants' webhooks may receive. An event that webhooks want is stored once, with their ids.
 * Its body is stored too, unless it can be written when it is sent. For any other event no row is written.
 */
export function planDeliveries(app: Needs<'outward'>): EventPlan {
  return { wantedOf: wantedEventsSql, planCreated: planCreatedSql, plan: createPlanner(app) }
}

function createPlanner(app: Needs<'outward'>): EventPlan['plan'] {
  return async (tx, events, { wanting, sequences }) => {
    const outward = events.filter((event): event is OutwardEvent => app.outward.isListed(event.type))
    const wanted = outward.filter(({ id }) => wanting.has(id))
    if (wanted.length === 0) return
    const subjects = await readSubjects(app, tx, wanted)
    const owed = wanted.flatMap(event => {
      const subject = subjects.get(event.id)
      if (!subject) return []
      const planned = { subject, sequence: sequences.get(event.id), endpoints: wanting.get(event.id)! }
      return [toOwedRow(app, event, planned)]
    })
    await tx.write(planStatement, { owed })
    tx.wake('endpoints')
  }
}

function eventMode(event: Event): 'live' | 'test' {
  return 'mode' in event.payload ? event.payload.mode : 'live'
}

interface Planned {
  subject: object
  /** The change number; undefined if the object counts itself. */
  sequence: number | undefined
  endpoints: string[]
}

function toOwedRow(
  { outward }: Needs<'outward'>,
  event: OutwardEvent,
  { subject, sequence: counted, endpoints }: Planned,
): OwedRow {
  const { id, accountId, type, createdAt } = event
  const mode = eventMode(event)
  const { kind, key } = findChangedObject(outward, event)
  // A payment's updates have already counted the change.
  const sequence = counted ?? (subject as Payment).sequence
  const tell = () => outward.present(type, subject, event.payload)
  return {
    event_id: id,
    account_id: accountId,
    mode,
    type,
    object: `${kind} ${key}`,
    sequence,
    endpoints,
    created_at: createdAt,
    body: lateWrittenTypes.has(type) ? null : writeEnvelope({ id, type, mode, sequence, createdAt }, tell()),
  }
}
