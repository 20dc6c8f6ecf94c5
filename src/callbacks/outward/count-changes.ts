import type { Tx } from '../../database/transaction.ts'
import type { CountChanges } from '../../events/announce.ts'
import { isOutward } from '../../events/outward.ts'
import { type CountedKind, raiseLowStock, raiseStatements } from './count-changes-sql.ts'
import { changedObject, type EventOf, type Kind, type OutwardEvent } from './object-of.ts'

// Payments are counted by the statements that move them: each of their moves is hot.
const countedByTheirMoves = new Set<string>(['payment.paid', 'payment.expired', 'payment.cancelled'])

/**
 * The number of a change that the event has from its use-case, or that follows from its type; null if the row is
 * counted here. With `raiseStatements` it has every kind: one that neither has does not compile.
 */
const numberOf: { [Of in Exclude<Kind, CountedKind>]: (event: EventOf<Of>) => number | null } = {
  bill: ({ payload }) => payload.sequence,
  customer: () => 1,
  // A shift is opened and closed, each once.
  shift: ({ type }) => (type === 'shift.opened' ? 1 : 2),
  stock: event => (event.type === 'stock.changed' ? event.payload.sequence : null),
}

/**
 * Counts each change of an object, even without a subscriber, and returns the number of each event by its id. Payments
 * that their transitions have counted are missing: their rows contain the number.
 */
export const countChanges: CountChanges = async (tx, all) => {
  const events = all.filter((event): event is OutwardEvent => isOutward(event.type))
  const sequences = new Map<string, number>()
  for (const event of events) {
    const number = numberSaidBy(event)
    if (number !== null) sequences.set(event.id, number)
  }
  const uncounted = events.filter(({ id, type }) => !sequences.has(id) && !countedByTheirMoves.has(type))
  const byKind = Map.groupBy(uncounted, event => changedObject(event).kind)
  // In one order of kinds: of two transactions neither waits for the other in a circle.
  for (const kind of [...byKind.keys()].sort()) await raiseSequences(tx, kind, byKind.get(kind)!, sequences)
  return sequences
}

/** Returns the number of a change that its event or its type says; null if the row is counted here. */
function numberSaidBy(event: OutwardEvent): number | null {
  const { kind } = changedObject(event)
  // The compiler does not see that an event is one of its kind.
  return isCountedHere(kind) ? null : numberOf[kind](event as never)
}

function isCountedHere(kind: Kind): kind is CountedKind {
  return kind in raiseStatements
}

async function raiseSequences(
  tx: Tx,
  kind: Kind,
  events: OutwardEvent[],
  sequences: Map<string, number>,
): Promise<void> {
  const keys = events.map(event => changedObject(event).key)
  const raised = isCountedHere(kind) ? await tx.query(raiseStatements[kind], { keys }) : await raiseLow(tx, keys)
  const last = new Map(raised.map(({ key, sequence }) => [key, sequence]))
  // The last of an object has its last number, and those before it the ones before.
  for (const event of events.toReversed()) {
    const { key } = changedObject(event)
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
  return tx.query(raiseLowStock, { low })
}
