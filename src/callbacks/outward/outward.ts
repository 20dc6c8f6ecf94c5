import type { Withdrawal } from '../../books/withdrawal.ts'
import type { ListedStock } from '../../catalog/stock/list-stock.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Mode } from '../../database/scope.ts'
import type { Event } from '../../events/announce.ts'
import { type OutwardSubject, type OutwardType, outwardVersion } from '../../events/outward.ts'
import type { EventPayloads } from '../../events/payloads.ts'
import type { TransferView } from '../../money/list-transfers.ts'
import type { Customer } from '../../orders/customers/customer.ts'
import type { WholeOrder } from '../../orders/find-order.ts'
import type { ReceivedMoney } from '../../orders/received-money.ts'
import type { Payment } from '../../payments/payment.ts'

/** The objects of the core's events, in their state at the time of the event. */
interface CoreSubjects {
  payment: Payment
  order: { order: WholeOrder; received: ReceivedMoney[] }
  transfer: TransferView
  stock: ListedStock
  customer: Customer
  withdrawal: Withdrawal
  connection: Connection
}

export type CoreSubjectKind = keyof CoreSubjects

/** The object of an event, by its kind. A module adds its own with `declare module`, and lists its row as `outward`. */
export interface Subjects extends CoreSubjects {}

/** A kind of object that events are about. */
export type SubjectKind = keyof Subjects

/** The kind of object of a type, which is its first word. */
export type SubjectKindOf<Type extends OutwardType> = Type extends `${infer Kind}.${string}` ? Kind : never

/** Returns the kind of object of a type. It does not compile if `Subjects` lacks the kind of a type. */
export function findSubjectKind(type: OutwardType): SubjectKind {
  return type.split('.')[0] as SubjectKindOf<OutwardType>
}

/** The fields of an event's payload besides its object; `payment.created` has none. */
export type OutwardPayload<Type extends OutwardType> = Type extends keyof EventPayloads
  ? EventPayloads[Type]
  : Record<never, never>

export type OutwardEvent = Extract<Event, { type: OutwardType }>

type TypeOfKind<Kind extends SubjectKind> = {
  [Type in OutwardType]: SubjectKindOf<Type> extends Kind ? Type : never
}[OutwardType]

/** How the objects of these kinds are found, read and counted: a row for each kind. */
export type OutwardSubjects<Kinds extends SubjectKind> = {
  readonly [Kind in Kinds]: OutwardSubject<Extract<Event, { type: TypeOfKind<Kind> }>, Subjects[Kind]>
}

export interface Envelope {
  id: string
  type: OutwardType
  mode: Mode
  sequence: number
  createdAt: Date
}

/** Returns the text that is signed and sent, the same in every attempt. */
export function writeEnvelope({ id, type, mode, sequence, createdAt }: Envelope, data: object): string {
  return JSON.stringify({
    id,
    type,
    version: outwardVersion,
    created_at: createdAt.toISOString(),
    mode,
    sequence,
    data,
  })
}
