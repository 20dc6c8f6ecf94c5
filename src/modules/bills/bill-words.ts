import type { Mode } from '../../database/scope.ts'

export interface BillNotices {
  /** To a customer: a bill with their number is due or overdue. */
  'customer.bill_due': { billId: number; mode: Mode }
}

declare module '../../notices/notice.ts' {
  interface NoticeData extends BillNotices {}
}
