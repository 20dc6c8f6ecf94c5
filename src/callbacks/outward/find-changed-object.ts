import type { Event } from '../../events/announce.ts'
import type { OutwardType } from '../../events/outward.ts'
import { extractInvoiceId } from '../../lib/ids.ts'
import { findSubjectKind, type SubjectKindOf, type Subjects } from './outward.ts'

export type OutwardEvent = Extract<Event, { type: OutwardType }>

/** A kind of object that events are about. */
export type SubjectKind = keyof Subjects

type TypeOf<Of extends SubjectKind> = {
  [Type in OutwardType]: SubjectKindOf<Type> extends Of ? Type : never
}[OutwardType]

/** The events of one kind of object. */
export type EventOfKind<Of extends SubjectKind> = Extract<Event, { type: TypeOf<Of> }>

/** Returns an object's key from its event, for each kind. A kind without an entry does not compile. */
const keyOf: { [Of in SubjectKind]: (event: EventOfKind<Of>) => string } = {
  payment: ({ subject }) => extractInvoiceId(subject),
  transfer: ({ subject }) => subject.replace('transfer ', ''),
  order: ({ payload }) => payload.orderNumber,
  bill: ({ payload }) => payload.bill,
  shift: ({ payload }) => String(payload.shiftId),
  stock: ({ payload }) => `${payload.variantId} ${payload.mode}`,
  customer: ({ payload }) => String(payload.customerId),
  withdrawal: ({ payload }) => payload.withdrawalId,
  connection: ({ payload }) => String(payload.connectionId),
  endpoint: ({ payload }) => payload.endpointId,
}

/**
 * Returns the kind and the database key of the object that an event is about. Events of one object are counted and sent
 * in order.
 */
export function findChangedObject(event: OutwardEvent): { kind: SubjectKind; key: string } {
  const kind = findSubjectKind(event.type)
  // The compiler cannot infer that the event belongs to the kind of its type.
  return { kind, key: keyOf[kind](event as never) }
}
