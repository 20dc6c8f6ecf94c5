import type { Tx } from '../database/transaction.ts'
import { monthOfInvoice, nameUuid } from '../lib/ids.ts'
import { rowsOf, statement } from '../lib/statement.ts'
import type { CoreEventPayloads, EventPayloads, EventType } from './payloads.ts'
import { wantedOf } from './plan-created-sql.ts'

/** A fact, written in the same transaction as the change that caused it. */
export type Event<Type extends EventType = EventType> = { [Each in Type]: Fact<Each> & { id: string } }[Type]

/** An event to be announced. */
export type Fact<Type extends EventType = EventType> = {
  [Each in Type]: {
    accountId: number
    type: Each
    /**
     * The thing that it happened to: an invoice id, an order number, `transfer 12`. An event of one type is stored once
     * for a subject.
     */
    subject: string
    payload: EventPayloads[Each]
    createdAt: Date
    /** The thing that it happened to, as the change leaves it, where its caller has it: nobody reads it again. */
    about?: object
  }
}[Type]

/**
 * Writes the rows that follow from events of one type, and nothing but rows: no network. Further changes are announced
 * by the reaction itself, with the `app` that it is given.
 */
export type Reaction<Type extends EventType = EventType> = (
  tx: Tx,
  events: Event<Type>[],
  app: { reactions: Reactions },
) => Promise<void>

/** The place of the modules' reactions in a row of the core; without it they run first. */
export const ofModules: Reaction = async () => {}

/**
 * Writes the rows that follow from events of any type, before what follows from their own. `wanting` has the ids of the
 * merchants' endpoints that want an event, by the id of the event; one that nobody wants is missing.
 */
export type EveryReaction = (tx: Tx, events: Event[], wanting: ReadonlyMap<string, string[]>) => Promise<void>

/** The reactions to the events of some types: a row for each, so that none is forgotten. */
export type ReactionsTo<Type extends EventType> = { [Each in Type]: Reaction<Each>[] }

export type Reactions = ReactionsTo<keyof CoreEventPayloads> &
  Partial<ReactionsTo<EventType>> & {
    /** They receive all events of a change at once, in their order. */
    every?: EveryReaction[]
  }

/** Writes the events and what follows from them, in the transaction of the change that caused them. */
export async function announce(app: { reactions: Reactions }, tx: Tx, facts: Fact[]): Promise<Event[]> {
  if (facts.length === 0) return []
  const events: Event[] = facts.map(fact => ({ ...fact, id: eventId(fact.type, fact.subject) }))
  const wanted = await tx.query(announceSql, { event: events.map(rowOf) })
  const wanting = new Map(wanted.map(({ id, endpoints }) => [id, endpoints]))
  const { every = [], ...reactions } = app.reactions
  for (const reaction of every) await reaction(tx, events, wanting)
  for (const type of Object.keys(reactions) as EventType[]) await react(app, tx, type, events)
  return events
}

interface EventRow {
  id: string
  account_id: number
  type: EventType
  subject: string
  payload: object
  created_at: Date
  mode: string | null
  month: string | null
}

function rowOf({ id, accountId, type, subject, payload, createdAt }: Event): EventRow {
  const mode = 'mode' in payload ? payload.mode : null
  return {
    id,
    account_id: accountId,
    type,
    subject,
    payload,
    created_at: createdAt,
    mode,
    month: monthOfInvoice(subject),
  }
}

const event = rowsOf<EventRow>('event', {
  id: 'uuid',
  account_id: 'bigint',
  type: 'text',
  subject: 'text',
  payload: 'jsonb',
  created_at: 'timestamptz',
  mode: 'text',
  month: 'text',
})

// Every payment, transfer and step of an order passes through it, with all events of a change at once. It says which
// of them endpoints want.
const announceSql = statement<{ event: EventRow[] }, { id: string; endpoints: string[] }>(`
  with event as materialized (select * from ${event}),
  written as (
    insert into event (id, account_id, type, subject, payload, created_at, mode, month)
    select id, account_id, type, subject, payload, created_at, mode, month from event)
  select event.id, wanting.endpoints from ${wantedOf('event', 'event.type')}`)

async function react<Type extends EventType>(
  app: { reactions: Reactions },
  tx: Tx,
  type: Type,
  events: Event[],
): Promise<void> {
  // The compiler does not narrow a union by a generic type.
  const ofType = events.filter(event => event.type === type) as Event<Type>[]
  if (ofType.length === 0) return
  const reactions = app.reactions[type] as Reaction<Type>[]
  for (const reaction of reactions) await reaction(tx, ofType, app)
}

export function eventId(type: EventType | 'payment.created', subject: string): string {
  return nameUuid(`${type} ${subject}`)
}
