import type { Tx } from '../database/transaction.ts'
import { deriveUuid, extractInvoiceMonth } from '../lib/ids.ts'
import { createOncePer } from '../lib/statement.ts'
import { announceSql, type EventRow } from './announce-sql.ts'
import type { CoreEventPayloads, EventPayloads, EventType } from './payloads.ts'

/** An event, written in the same transaction as the change that caused it. */
export type Event<Type extends EventType = EventType> = { [Each in Type]: Fact<Each> & { id: string } }[Type]

/** An event to be announced. */
export type Fact<Type extends EventType = EventType> = {
  [Each in Type]: {
    accountId: number
    type: Each
    /**
     * The subject of the event, such as an invoice id, an order number or `transfer 12`. An event of one type is stored
     * once for a subject.
     */
    subject: string
    payload: EventPayloads[Each]
    createdAt: Date
    /** The subject after the change, if the caller has it, so that it need not be read again. */
    about?: object
  }
}[Type]

/**
 * Writes the rows that follow from events of one type; it makes no network requests. A reaction announces further
 * changes itself, using the given `app`.
 */
export type Reaction<Type extends EventType = EventType> = (
  tx: Tx,
  events: Event<Type>[],
  app: { reactions: Reactions },
) => Promise<void>

/** Marks where the modules' reactions run among those of the core; by default they run first. */
export const markModuleReactions: Reaction = async () => {}

/**
 * Counts each change of the events' subjects. Returns the number of each event by its id; events that the change itself
 * has counted may be missing.
 */
export type CountChanges = (tx: Tx, events: Event[]) => Promise<Map<string, number>>

/** How a module plans the delivery of events to receivers outside the shop, for all event types. */
export interface EventPlan {
  /**
   * Returns the SQL of a join that selects, from the rows `of`, those whose event has a subscriber, and adds the
   * receivers' ids as `wanting.receivers`. Each row has an account and a mode. The join is part of the statement that
   * stores the events.
   */
  wantedOf(of: string, type: string): string
  /**
   * Returns the SQL of a `with` clause that plans `payment.created` inside the single statement that creates the
   * payments. `announced` contains the subjects and ids of the events.
   */
  planCreated(announced: string): string
  /** Writes the rows that follow from events of any type, before those of the type's own reactions. */
  plan(tx: Tx, events: Event[], more: PlannedEvents): Promise<void>
}

interface PlannedEvents {
  /** The receivers' ids by event id; events without receivers are missing. */
  wanting: ReadonlyMap<string, string[]>
  /** The numbers that `CountChanges` returned. */
  sequences: ReadonlyMap<string, number>
}

/** The reactions to the events of some types, with an entry for each, so that none is forgotten. */
export type ReactionsTo<Type extends EventType> = { [Each in Type]: Reaction<Each>[] }

export type Reactions = ReactionsTo<keyof CoreEventPayloads> &
  Partial<ReactionsTo<EventType>> & {
    /** Receives all events of a change at once, in order. */
    count?: CountChanges
    plan?: EventPlan
  }

/** Writes the events and what follows from them, in the transaction of the change that caused them. */
export async function announceFacts(app: { reactions: Reactions }, tx: Tx, facts: Fact[]): Promise<Event[]> {
  if (facts.length === 0) return []
  const events: Event[] = facts.map(fact => ({ ...fact, id: makeEventId(fact.type, fact.subject) }))
  const { count, plan, ...reactions } = app.reactions
  const receivers = await tx.query(announceSqlFor(app.reactions), { event: events.map(toEventRow) })
  const sequences = (await count?.(tx, events)) ?? new Map()
  const wanting = new Map(receivers.map(({ id, receivers }) => [id, receivers]))
  await plan?.plan(tx, events, { wanting, sequences })
  for (const type of Object.keys(reactions) as EventType[]) await runReactions(app, tx, type, events)
  return events
}

function toEventRow({ id, accountId, type, subject, payload, createdAt }: Event): EventRow {
  const mode = 'mode' in payload ? payload.mode : null
  return {
    id,
    account_id: accountId,
    type,
    subject,
    payload,
    created_at: createdAt,
    mode,
    month: extractInvoiceMonth(subject),
  }
}

const announceSqlFor = createOncePer(({ plan }: Reactions) => announceSql(plan?.wantedOf('event', 'event.type')))

async function runReactions<Type extends EventType>(
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

export function makeEventId(type: EventType | 'payment.created', subject: string): string {
  return deriveUuid(`${type} ${subject}`)
}
