import type { Mode } from '../database/scope.ts'
import { rowsSql, statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import type { EventType } from './payloads.ts'
import type { StoredEvent } from './stored-event.ts'

declare module '../slots.ts' {
  interface Slots {
    /** The types of a module's events after which open lists are outdated. */
    listedEvents: EventType
  }
}

/** Wakes the processes that show open lists, after an event of `listedEvents`. */
export const listsChannel = 'lists'

/** A reader of an account's events. `after` is real time: it reads those that were recorded later. */
export interface EventReader {
  accountId: number
  mode: Mode
  after: Date
}

/** An event as a reader receives it. */
export type ReadEvent = Pick<StoredEvent, 'id' | 'accountId' | 'mode' | 'type' | 'payload' | 'recordedAt' | 'createdAt'>

interface EventsSince {
  /** The events for each reader, oldest first. */
  found: ReadEvent[][]
  /** Where reading stopped, if more events exist; otherwise null. */
  until: Date | null
}

const eventsAtOnce = 500

interface ReaderRow {
  account_id: number
  mode: Mode
  after: Date
}

interface EventRow {
  id: string
  account_id: number
  mode: Mode
  type: string
  payload: object
  recorded_at: Date
  created_at: Date
}

const reader = rowsSql<ReaderRow>('reader', { account_id: 'bigint', mode: 'text', after: 'timestamptz' })

// A short index scan per account: one statement with a condition for each of 2,000 accounts would take seconds to plan.
const sinceSql = statement<{ reader: ReaderRow[]; types: readonly EventType[] }, EventRow>(`
  select e.id, e.account_id, e.mode, e.type, e.payload, e.recorded_at, e.created_at
  from ${reader} cross join lateral (
    select id, account_id, mode, type, payload, recorded_at, created_at from event
    where event.account_id = reader.account_id and event.mode = reader.mode and event.recorded_at > reader.after
      and event.type = any (:types::text[])
    order by event.recorded_at, event.id limit ${eventsAtOnce}) e
  order by e.recorded_at, e.id limit ${eventsAtOnce}`)

/** Reads the new events of some types for many readers in one round trip. */
export async function readSince(
  app: Needs<'sql'>,
  readers: readonly EventReader[],
  types: readonly EventType[],
): Promise<EventsSince> {
  // If an account has several readers, its events are read once, starting from the earliest reader.
  const firsts = new Map<string, EventReader>()
  for (const reader of readers) {
    const key = `${reader.accountId} ${reader.mode}`
    const first = firsts.get(key)
    if (!first || reader.after < first.after) firsts.set(key, reader)
  }
  const rows = [...firsts.values()].map(({ accountId, mode, after }) => ({ account_id: accountId, mode, after }))
  const events = (await app.sql.query(sinceSql, { reader: rows, types })).map(readRow)
  const batches = readers.map(({ accountId, mode, after }) =>
    events.filter(event => event.accountId === accountId && event.mode === mode && event.recordedAt > after),
  )
  return { found: batches, until: events.length === eventsAtOnce ? events.at(-1)!.recordedAt : null }
}

function readRow({ account_id, recorded_at, created_at, ...event }: EventRow): ReadEvent {
  return { ...event, accountId: account_id, recordedAt: recorded_at, createdAt: created_at }
}
