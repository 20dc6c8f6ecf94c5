import type { EntityManager } from '@mikro-orm/postgresql'
import type { Mode, Scope } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import type { BilingualText } from '../lib/fields/field.ts'
import type { Event } from './announce.ts'
import type { CoreEventPayloads } from './payloads.ts'

/** The core's events that merchants' webhooks receive. Its other events concern people or the installation. */
export const coreOutwardTypes = [
  'payment.created',
  'payment.paid',
  'payment.expired',
  'payment.cancelled',
  'payment.refunded',
  'transfer.in_review',
  'transfer.reviewed',
  'order.placed',
  'order.waiting_payment',
  'order.paid',
  'order.processing',
  'order.shipped',
  'order.delivered',
  'order.completed',
  'order.cancelled',
  'order.undone',
  'order.paid_in_vain',
  'order.reviewed',
  'stock.low',
  'stock.changed',
  'customer.created',
  'withdrawal.moved',
  'connection.failing',
  'connection.recovered',
] as const satisfies (keyof CoreEventPayloads | 'payment.created')[]

export type CoreOutwardType = (typeof coreOutwardTypes)[number]

/**
 * Every type of event that webhooks can receive. A module adds its own with `declare module` and their rows as
 * `outward`.
 */
export interface OutwardTypes extends Record<CoreOutwardType, unknown> {}

export type OutwardType = keyof OutwardTypes

/**
 * The version of the envelope and its contents. It increases for all types if one type loses a field, which should be
 * rare.
 */
export const outwardVersion = 1

/** The types of the core and of the enabled modules, and everything that the rooms must know about them. */
export interface OutwardCatalogue {
  /** In the order of the documents. */
  types: readonly OutwardType[]
  /** Returns whether webhooks can receive events of this type now. */
  isListed(type: string): type is OutwardType
  /** Returns whether the type belongs to the core or to any module, enabled or not. */
  isKnown(type: string): type is OutwardType
  /**
   * Presents the `data` of one event: the API's answer for its subject, and the change. The type determines those of
   * the subject and payload.
   */
  present(type: OutwardType, subject: object, payload: object): object
  /** Returns the data of an invented event. */
  findExample(type: OutwardType): object
  /** Returns the texts of a type, even if its module is disabled; for an unknown type they are its name. */
  findTexts(type: string): OutwardTexts
  /** The kinds of objects that events are about, by name. */
  subjects: Readonly<Record<string, OutwardSubject>>
}

/** The data of an event, as its body has it. */
export type EventData = Record<string, unknown> & { change?: Record<string, unknown> }

/** The texts about the events of one type, for people. */
export interface OutwardTexts {
  /** The name of the type; receivers use the type itself. */
  title: BilingualText
  /** One sentence about an event: what happened, to what, and how much. */
  sentence: Readonly<Record<'id' | 'en', (data: EventData) => string>>
}

/** A kind of object that events are about, which is the first word of their types. */
export interface OutwardSubject<Changed extends Event = Event, Subject extends object = object> {
  /** Returns the database key of the object. Events of one object are counted and sent in order. */
  findKey(event: Changed): string
  /** The number of a change, or how changes are counted in the transaction of the event. */
  counting: CountedTable | Counting<Changed>
  /** Reads the object in its state inside the transaction; null if it is gone. */
  read(reads: SubjectReads, key: string): Promise<Subject | null>
  /** Returns how often the object has changed so far. */
  countChanges(subject: Subject, mode: Mode): number
  /** The page of the dashboard about such objects. `keyField` is the field of an event's data that names the object. */
  page?: { path: string; keyField?: string }
}

/** A table whose rows count the changes of their objects in `sequence`. */
export interface CountedTable {
  table: string
  /** The column with the key of a row's object, and its type. */
  key: string
  type: 'text' | 'bigint'
  /** The types that the statements changing a row have already counted. */
  except?: readonly OutwardType[]
}

/** Changes that an event numbers itself, or that are counted in another way. */
export interface Counting<Changed extends Event = Event> {
  /** Returns the number that an event contains or its type implies; null if `raise` counts it. */
  number(event: Changed): number | null
  /** Counts one change for each key, which may repeat. Returns the number of each object's last change. */
  raise?(tx: Tx, keys: string[]): Promise<RaisedSequence[]>
}

export interface RaisedSequence {
  key: string
  sequence: number
}

/** The transaction in which a subject is read, and the account and mode of its event. */
export interface SubjectReads {
  accountId: number
  mode: Mode
  em(scope: Scope): EntityManager
  /** Reads rows of every account, because the event names its own object. */
  all: EntityManager
}
