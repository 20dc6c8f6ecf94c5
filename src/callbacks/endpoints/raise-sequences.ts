import type { Tx } from '../../database/transaction.ts'
import type { BillEventType } from '../../events/payloads.ts'
import { type OutwardEvent, objectOf } from './object-of.ts'
import { raiseLowStock, raiseStatements } from './raise-sequences-sql.ts'

// Payments are counted by the statements that move them: each of their moves is hot. Stock and bills are counted where
// they are changed.
const countedByTheirMoves = new Set(['payment.paid', 'payment.expired', 'payment.cancelled', 'stock.changed'])

/**
 * Counts each change of an object, whether anybody wants to hear of it or not, and returns the number of each event
 * by its id. Those of payments that their moves have counted are missing: their rows say them.
 */
export async function raiseSequences(tx: Tx, events: OutwardEvent[]): Promise<Map<string, number>> {
  const sequences = new Map<string, number>()
  for (const event of events) {
    if (event.type === 'stock.changed') sequences.set(event.id, event.payload.sequence)
    if (isOfBill(event)) sequences.set(event.id, event.payload.sequence)
    if (event.type === 'customer.created') sequences.set(event.id, 1)
    // A shift is opened and closed, each once.
    if (event.type === 'shift.opened') sequences.set(event.id, 1)
    if (event.type === 'shift.closed') sequences.set(event.id, 2)
  }
  const uncounted = events.filter(({ id, type }) => !sequences.has(id) && !countedByTheirMoves.has(type))
  const byKind = Map.groupBy(uncounted, event => objectOf(event).kind)
  // In one order of kinds: of two transactions neither waits for the other in a circle.
  for (const kind of [...byKind.keys()].sort()) await raise(tx, kind, byKind.get(kind)!, sequences)
  return sequences
}

function isOfBill(event: OutwardEvent): event is Extract<OutwardEvent, { type: BillEventType }> {
  return event.type.startsWith('bill.')
}

async function raise(tx: Tx, kind: string, events: OutwardEvent[], sequences: Map<string, number>): Promise<void> {
  const keys = events.map(event => objectOf(event).key)
  const raised = kind === 'stock' ? await raiseLow(tx, keys) : await tx.query(raiseStatements.get(kind)!, { keys })
  const last = new Map(raised.map(({ key, sequence }) => [key, sequence]))
  // The last of an object has its last number, and those before it the ones before.
  for (const event of events.toReversed()) {
    const { key } = objectOf(event)
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
