import type { Event, EveryReaction } from '../../events/announce.ts'
import { isOutward, type PresentOutward } from '../../events/outward.ts'
import type { Payment } from '../../payments/payment.ts'
import type { Filled } from '../../slots.ts'
import { type OutwardEvent, objectOf } from './object-of.ts'
import { envelopeOf } from './outward.ts'
import { type OwedRow, planDeliveries as planStatement } from './plan-deliveries-sql.ts'
import { raiseSequences } from './raise-sequences.ts'
import { writtenLater } from './read-bodies.ts'
import { readSubjects } from './read-subjects.ts'

/**
 * The reaction to every event that merchants' endpoints may be told of: it is counted for what it happened to, and
 * where endpoints want it, it is written once, with their names and its body, unless that can be written when it is
 * sent. An event that nobody wants is counted, and that is all.
 */
export function planDeliveries(app: { present: PresentOutward; slots: Filled }): EveryReaction {
  return async (tx, events, wanting) => {
    const outward = events.filter((event): event is OutwardEvent => isOutward(event.type))
    if (outward.length === 0) return
    const sequences = await raiseSequences(tx, outward)
    const wanted = outward.filter(({ id }) => wanting.has(id))
    if (wanted.length === 0) return
    const subjects = await readSubjects(app, tx, wanted)
    const owed = wanted.flatMap(event => {
      const subject = subjects.get(event.id)
      if (!subject) return []
      return [
        rowOf(event, { subject, sequence: sequences.get(event.id), endpoints: wanting.get(event.id)! }, app.present),
      ]
    })
    await tx.write(planStatement, { owed })
    tx.wake('endpoints')
  }
}

function modeOf(event: Event): 'live' | 'test' {
  return 'mode' in event.payload ? event.payload.mode : 'live'
}

interface Planned {
  subject: object
  /** Undefined where the thing has counted itself. */
  sequence: number | undefined
  endpoints: string[]
}

function rowOf(
  event: OutwardEvent,
  { subject, sequence: counted, endpoints }: Planned,
  present: PresentOutward,
): OwedRow {
  const { id, accountId, type, createdAt } = event
  const mode = modeOf(event)
  const { kind, key } = objectOf(event)
  // A payment's moves have counted themselves.
  const sequence = counted ?? (subject as Payment).sequence
  const tell = () => present(type, subject, event.payload)
  return {
    event_id: id,
    account_id: accountId,
    mode,
    type,
    object: `${kind} ${key}`,
    sequence,
    endpoints,
    created_at: createdAt,
    body: writtenLater.has(type) ? null : envelopeOf({ id, type, mode, sequence, createdAt }, tell()),
  }
}
