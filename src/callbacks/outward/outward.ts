import type { EntityManager } from '@mikro-orm/postgresql'
import type { Withdrawal } from '../../books/withdrawal.ts'
import type { ListedStock } from '../../catalog/stock/list-stock.ts'
import type { Connection } from '../../connections/connection.ts'
import type { Mode } from '../../database/scope.ts'
import { type OutwardType, outwardVersion } from '../../events/outward.ts'
import type { OutwardBill } from '../../events/outward-bill.ts'
import type { OutwardEndpoint } from '../../events/outward-endpoint.ts'
import type { EventPayloads } from '../../events/payloads.ts'
import type { TransferView } from '../../money/list-transfers.ts'
import type { Customer } from '../../orders/customers/customer.ts'
import type { WholeOrder } from '../../orders/find-order.ts'
import type { ReceivedMoney } from '../../orders/received-money.ts'
import type { Payment } from '../../payments/payment.ts'

declare module '../../slots.ts' {
  interface Slots {
    /** Reads an object that belongs to a module, by the key of its kind. */
    outwardSubjects: {
      kind: keyof Subjects
      read(em: EntityManager, key: string): Promise<Subjects[keyof Subjects] | null>
    }
  }
}

interface Sum {
  sales: number
  amount: number
}

/** A shift with its cashier, its device and its takings, in whole rupiah. */
export interface OutwardShift {
  shift: {
    id: number
    device: { name: string }
    cashier: { name: string }
    openingCash: number
    expectedCash: number | null
    countedCash: number | null
    difference(): number | null
    note: string | null
    openedAt: Date
    closedAt: Date | null
    closedBy: { name: string } | null
  }
  totals: { cash: Sum; code: Sum; returned: number; expectedCash: number }
}

/** The object of an outward event, in its state at the time of the event. */
export interface Subjects {
  payment: Payment
  order: { order: WholeOrder; received: ReceivedMoney[] }
  transfer: TransferView
  bill: OutwardBill
  shift: OutwardShift
  stock: ListedStock
  customer: Customer
  withdrawal: Withdrawal
  connection: Connection
  endpoint: OutwardEndpoint
}

/** The kind of object of a type, which is its first word. */
export type SubjectKindOf<Type extends OutwardType> = Type extends `${infer Kind}.${string}` ? Kind : never

/** Returns the kind of object of a type. It does not compile if `Subjects` lacks the kind of a type. */
export function findSubjectKind(type: OutwardType): keyof Subjects {
  return type.split('.')[0] as SubjectKindOf<OutwardType>
}

/** The fields of an event's payload besides its object; `payment.created` has none. */
export type OutwardPayload<Type extends OutwardType> = Type extends keyof EventPayloads
  ? EventPayloads[Type]
  : Record<never, never>

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
