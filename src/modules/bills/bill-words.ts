import type { Mode } from '../../database/scope.ts'
import type { Bill } from './bill.ts'

type BillEventType =
  | `bill.${'created' | 'partly_paid' | 'paid' | 'used' | 'overpaid'}`
  | `bill.${'overdue' | 'closed' | 'expired'}`

/**
 * The payload of each event of a bill. `bill.used`: a bill for many payers was paid. `bill.overpaid`: more money
 * arrived than was due and has to be returned.
 */
export interface BillEvents extends Record<BillEventType, BillChanged> {}

export interface BillChanged {
  mode: Mode
  /** The public id of the bill. */
  bill: string
  /** How often it has changed. */
  sequence: number
  /** The payment whose money it was; null without one. */
  invoiceId: string | null
  /** The part of its money that this event is about, in whole rupiah. */
  amount: number | null
}

export interface BillNotices {
  /** To a customer: a bill with their number is due or overdue. */
  'customer.bill_due': { billId: number; mode: Mode }
}

declare module '../../events/payloads.ts' {
  interface EventPayloads extends BillEvents {}
}
declare module '../../events/outward.ts' {
  interface OutwardTypes extends BillEvents {}
}
declare module '../../callbacks/outward/outward.ts' {
  interface Subjects {
    bill: Bill
  }
}
declare module '../../notices/notice.ts' {
  interface NoticeData extends BillNotices {}
}
