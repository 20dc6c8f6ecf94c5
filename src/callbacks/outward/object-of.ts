import type { Event } from '../../events/announce.ts'
import type { OutwardType } from '../../events/outward.ts'
import { invoiceOfSubject } from '../../lib/ids.ts'
import { type Subjects, subjectOf } from './outward.ts'

export type OutwardEvent = Extract<Event, { type: OutwardType }>

/** A kind of object that events are about. */
export type Kind = keyof Subjects

type TypeOf<Of extends Kind> = {
  [Type in OutwardType]: (typeof subjectOf)[Type] extends Of ? Type : never
}[OutwardType]

/** The events of one kind of object. */
export type EventOf<Of extends Kind> = Extract<Event, { type: TypeOf<Of> }>

/** Returns an object's key from its event, for each kind. A kind without an entry does not compile. */
const keyOf: { [Of in Kind]: (event: EventOf<Of>) => string } = {
  payment: ({ subject }) => invoiceOfSubject(subject),
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
export function changedObject(event: OutwardEvent): { kind: Kind; key: string } {
  const kind = subjectOf[event.type]
  // The compiler cannot infer that the event belongs to the kind of its type.
  return { kind, key: keyOf[kind](event as never) }
}
