import type { Tx } from '../../database/transaction.ts'
import type { CountChanges } from '../../events/announce.ts'
import { isOutward } from '../../events/outward.ts'
import { type CountedKind, raiseLowStockSql, raiseSequenceSql } from './count-changes-sql.ts'
import { type EventOfKind, findChangedObject, type OutwardEvent, type SubjectKind } from './find-changed-object.ts'

// Payments are counted by the statements that update them, because each of these is performance-critical.
const countedByTheirMoves = new Set<string>(['payment.paid', 'payment.expired', 'payment.cancelled'])

/**
 * Returns the number of a change, taken from its event or implied by its type; null if the row is counted here. With
 * `raiseSequenceSql` it covers every kind: a kind in neither does not compile.
 */
const numberOf: { [Of in Exclude<SubjectKind, CountedKind>]: (event: EventOfKind<Of>) => number | null } = {
  bill: ({ payload }) => payload.sequence,
  customer: () => 1,
  // A shift is opened once and closed once.
  shift: ({ type }) => (type === 'shift.opened' ? 1 : 2),
  stock: event => (event.type === 'stock.changed' ? event.payload.sequence : null),
}

/**
 * Counts each change of an object, even without a subscriber, and returns the number of each event by its id. Payments
 * are missing: the statements that update them have counted, and their rows contain the number.
 */
export const countChanges: CountChanges = async (tx, all) => {
  const events = all.filter((event): event is OutwardEvent => isOutward(event.type))
  const sequences = new Map<string, number>()
  for (const event of events) {
    const number = numberSaidBy(event)
    if (number !== null) sequences.set(event.id, number)
  }
  const uncounted = events.filter(({ id, type }) => !sequences.has(id) && !countedByTheirMoves.has(type))
  const byKind = Map.groupBy(uncounted, event => findChangedObject(event).kind)
  // Kinds are locked in a fixed order, so that two transactions cannot deadlock.
  for (const kind of [...byKind.keys()].sort()) await raiseSequences(tx, kind, byKind.get(kind)!, sequences)
  return sequences
}

/** Returns the change number that an event contains or its type implies; null if the row is counted here. */
function numberSaidBy(event: OutwardEvent): number | null {
  const { kind } = findChangedObject(event)
  // The compiler cannot infer that the event belongs to the kind.
  return isCountedHere(kind) ? null : numberOf[kind](event as never)
}

function isCountedHere(kind: SubjectKind): kind is CountedKind {
  return kind in raiseSequenceSql
}

async function raiseSequences(
  tx: Tx,
  kind: SubjectKind,
  events: OutwardEvent[],
  sequences: Map<string, number>,
): Promise<void> {
  const keys = events.map(event => findChangedObject(event).key)
  const raised = isCountedHere(kind) ? await tx.query(raiseSequenceSql[kind], { keys }) : await raiseLow(tx, keys)
  const last = new Map(raised.map(({ key, sequence }) => [key, sequence]))
  // An object's last event has its last number; earlier events have the preceding numbers.
  for (const event of events.toReversed()) {
    const { key } = findChangedObject(event)
    const sequence = last.get(key)
    if (sequence === undefined) continue
    sequences.set(event.id, sequence)
    last.set(key, sequence - 1)
  }
}

function raiseLow(tx: Tx, keys: string[]) {
  const low = keys.map(key => {
    const [variant, mode] = key.split(' ') as [string, string]
    return { variant_id: Number(variant), mode }
  })
  return tx.query(raiseLowStockSql, { low })
}
