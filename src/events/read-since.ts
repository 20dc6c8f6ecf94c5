import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import type { EventType } from './payloads.ts'
import { StoredEvent } from './stored-event.ts'

/** Reads the events of an account. `after` is real time: those that were recorded after it are read. */
export interface Reader {
  accountId: number
  mode: Mode
  after: Date
}

interface EventsSince {
  /** For each reader, the oldest first. */
  found: StoredEvent[][]
  /** The moment up to which everything was read, if there is more; null if that is all. */
  until: Date | null
}

const eventsAtOnce = 500

/** Reads the events of some types that are new to each of many readers, all in one round trip. */
export async function readSince(
  app: Needs<'em'>,
  readers: readonly Reader[],
  types: readonly EventType[],
): Promise<EventsSince> {
  // The events of an account that has several readers are read once, from the first of them on.
  const firsts = new Map<string, Reader>()
  for (const reader of readers) {
    const key = `${reader.accountId} ${reader.mode}`
    const first = firsts.get(key)
    if (!first || reader.after < first.after) firsts.set(key, reader)
  }
  const filter = [...firsts.values()].map(({ accountId: account, mode, after }) => ({
    account,
    mode,
    type: { $in: [...types] },
    recordedAt: { $gt: after },
  }))
  const oldest = { orderBy: { recordedAt: 'asc', id: 'asc' }, limit: eventsAtOnce } as const
  const events = await app.em('installation').find(StoredEvent, { $or: filter }, oldest)
  const batches = readers.map(({ accountId, mode, after }) =>
    events.filter(event => event.accountId === accountId && event.mode === mode && event.recordedAt > after),
  )
  return { found: batches, until: events.length === eventsAtOnce ? events.at(-1)!.recordedAt : null }
}
