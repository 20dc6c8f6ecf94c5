import type { AccountScope } from '../database/scope.ts'
import type { Reads } from '../database/slow-reads.ts'
import type { OrderRefund } from './refund-of-order.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Reads refunded cash, which belongs to no payment. It is read even if its module is disabled. */
    cashReturns: CashReturns
  }
}

/** A period: `from` is included, `before` is not. */
export interface Span {
  from: Date
  before: Date
}

export interface CashReturns {
  /** Sums the refunds of sales in a period, in whole rupiah. */
  sumOfSales(reads: Reads, scope: Required<AccountScope>, span: Span): Promise<number>
  /** Lists the refunds in a period, in whole rupiah. */
  list(reads: Reads, scope: Required<AccountScope>, span: Span): Promise<{ at: Date; amount: number }[]>
  /** Sums the refunds of each of these orders by id, without those that have none. */
  ofOrders(reads: Reads, scope: Required<AccountScope>, orderIds: number[]): Promise<Map<number, OrderRefund>>
}
