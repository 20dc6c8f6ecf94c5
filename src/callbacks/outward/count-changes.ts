import type { Tx } from '../../database/transaction.ts'
import type { CountChanges } from '../../events/announce.ts'
import type { CountedTable, Counting, OutwardCatalogue, OutwardSubject, RaisedSequence } from '../../events/outward.ts'
import { raiseSequenceSql } from './count-changes-sql.ts'
import { findChangedObject } from './find-changed-object.ts'
import type { OutwardEvent } from './outward.ts'

type RaiseSequences = (tx: Tx, keys: string[]) => Promise<RaisedSequence[]>

/**
 * Returns a function that counts each change of an object, even without a subscriber, and returns the number of each
 * event by its id. Payments are missing: the statements that update them have counted, and their rows contain the
 * number.
 */
export function createCountChanges(outward: OutwardCatalogue): CountChanges {
  // Each statement is compiled once.
  const raising = new Map(Object.entries(outward.subjects).map(([kind, one]) => [kind, createRaise(one)]))
  return async (tx, all) => {
    const events = all.filter((event): event is OutwardEvent => outward.isListed(event.type))
    const sequences = new Map<string, number>()
    const uncounted: CountedEvent[] = []
    for (const event of events) {
      const { kind, key, subject } = findChangedObject(outward, event)
      const number = findNumber(subject, event)
      if (typeof number === 'number') sequences.set(event.id, number)
      else if (number === null) uncounted.push({ id: event.id, kind, key })
    }
    const byKind = Map.groupBy(uncounted, ({ kind }) => kind)
    // Kinds are locked in a fixed order, so that two transactions cannot deadlock.
    for (const kind of [...byKind.keys()].sort()) {
      await raiseSequences(tx, raising.get(kind)!, byKind.get(kind)!, sequences)
    }
    return sequences
  }
}

interface CountedEvent {
  id: string
  kind: string
  key: string
}

/**
 * Returns the change number that an event contains or its type implies. Returns null if it is counted here, and
 * undefined if the change itself has counted.
 */
function findNumber({ counting }: OutwardSubject, event: OutwardEvent): number | null | undefined {
  if (!isTable(counting)) return counting.number(event)
  return counting.except?.includes(event.type) ? undefined : null
}

function isTable(counting: CountedTable | Counting): counting is CountedTable {
  return 'table' in counting
}

function createRaise({ counting }: OutwardSubject): RaiseSequences {
  if (!isTable(counting)) return async (tx, keys) => (await counting.raise?.(tx, keys)) ?? []
  const sql = raiseSequenceSql(counting)
  return (tx, keys) => tx.query(sql, { keys })
}

async function raiseSequences(
  tx: Tx,
  raise: RaiseSequences,
  events: CountedEvent[],
  sequences: Map<string, number>,
): Promise<void> {
  const raised = await raise(
    tx,
    events.map(({ key }) => key),
  )
  const last = new Map(raised.map(({ key, sequence }) => [key, sequence]))
  // An object's last event has its last number; earlier events have the preceding numbers.
  for (const { id, key } of events.toReversed()) {
    const sequence = last.get(key)
    if (sequence === undefined) continue
    sequences.set(id, sequence)
    last.set(key, sequence - 1)
  }
}
