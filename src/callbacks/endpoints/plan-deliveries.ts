import type { Tx } from '../../database/transaction.ts'
import type { Event, EveryReaction } from '../../events/announce.ts'
import { isOutward, type OutwardType } from '../../events/outward.ts'
import type { Payment } from '../../payments/payment.ts'
import { type OutwardEvent, objectOf } from './object-of.ts'
import { envelopeOf, type PresentOutward } from './outward.ts'
import { findWanted, type OutwardRow, planDeliveries as planStatement } from './plan-deliveries-sql.ts'
import { raiseSequences } from './raise-sequences.ts'
import { readSubjects } from './read-subjects.ts'

/**
 * The reaction to every event that merchants' endpoints may be told of: it is counted for what it happened to, and
 * where an endpoint wants it, its body is written, once, with a delivery for each of them. An event that nobody wants
 * is counted, and that is all.
 */
export function planDeliveries(present: PresentOutward): EveryReaction {
  return async (tx, events) => {
    const outward = events.filter((event): event is OutwardEvent => isOutward(event.type))
    if (outward.length === 0) return
    const sequences = await raiseSequences(tx, outward)
    const wanted = await wantedOf(tx, outward)
    if (wanted.length === 0) return
    // The caller may have changed entities that no statement has written yet.
    await tx.em.flush()
    const subjects = await readSubjects(tx, wanted)
    const told = wanted.flatMap(event => {
      const subject = subjects.get(event.id)
      return subject ? [rowOf(event, { subject, sequence: sequences.get(event.id) }, present)] : []
    })
    await tx.write(planStatement, { told })
    tx.wake('endpoints')
  }
}

async function wantedOf(tx: Tx, events: OutwardEvent[]): Promise<OutwardEvent[]> {
  const told = events.map(event => ({
    id: event.id,
    account_id: event.accountId,
    mode: modeOf(event),
    type: event.type,
  }))
  const wanted = new Set((await tx.query(findWanted, { told })).map(({ id }) => id))
  return events.filter(({ id }) => wanted.has(id))
}

function modeOf(event: Event): 'live' | 'test' {
  return 'mode' in event.payload ? event.payload.mode : 'live'
}

function rowOf(
  event: OutwardEvent,
  { subject, sequence: counted }: { subject: object; sequence: number | undefined },
  present: PresentOutward,
): OutwardRow {
  const { id, accountId, type, createdAt } = event
  const mode = modeOf(event)
  const { kind, key } = objectOf(event)
  // A payment's moves have counted themselves.
  const sequence = counted ?? (subject as Payment).sequence
  // The compiler does not see that the subject of an event is that of its type.
  const data = present<OutwardType>(type, subject as never, event.payload as never)
  return {
    id,
    account_id: accountId,
    mode,
    type,
    object: `${kind} ${key}`,
    sequence,
    at: createdAt,
    body: envelopeOf({ id, type, mode, sequence, createdAt }, data),
  }
}
