import type { AccountScope } from '../database/scope.ts'
import type { ReadAccess } from '../database/slow-reads.ts'
import type { OrderRefund } from './find-order-refund.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Reads refunded cash, which belongs to no payment. It is read even if its module is disabled. */
    cashReturns: CashReturns
  }
}

/** A period: `from` is included, `before` is not. */
export interface TimeSpan {
  from: Date
  before: Date
}

export interface CashReturns {
  /** Sums the refunds of sales in a period, in whole rupiah. */
  sumOfSales(reads: ReadAccess, scope: Required<AccountScope>, span: TimeSpan): Promise<number>
  /** Lists the refunds in a period, in whole rupiah. */
  list(reads: ReadAccess, scope: Required<AccountScope>, span: TimeSpan): Promise<{ at: Date; amount: number }[]>
  /** Sums the refunds of each of these orders by id, without those that have none. */
  ofOrders(reads: ReadAccess, scope: Required<AccountScope>, orderIds: number[]): Promise<Map<number, OrderRefund>>
}
