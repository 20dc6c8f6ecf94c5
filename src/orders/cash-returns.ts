import type { AccountScope } from '../database/scope.ts'
import type { Reads } from '../database/slow-reads.ts'
import type { OrderRefund } from './refund-of-order.ts'

declare module '../slots.ts' {
  interface Slots {
    /** Reads the cash that was returned: no payment has it. It is read while its module is off, too. */
    cashReturns: CashReturns
  }
}

/** A span of time: `from` is part of it, `before` is not. */
export interface Span {
  from: Date
  before: Date
}

export interface CashReturns {
  /** Sums the refunds of sales in a period, in whole rupiah. */
  sumOfSales(reads: Reads, scope: Required<AccountScope>, span: Span): Promise<number>
  /** Lists what was returned in a span, in whole rupiah. */
  list(reads: Reads, scope: Required<AccountScope>, span: Span): Promise<{ at: Date; amount: number }[]>
  /** Sums what was returned of each of these orders, by their ids; without those of which nothing was. */
  ofOrders(reads: Reads, scope: Required<AccountScope>, orderIds: number[]): Promise<Map<number, OrderRefund>>
}
