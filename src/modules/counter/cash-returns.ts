import type { CashReturns } from '../../orders/cash-returns.ts'
import { CashReturn } from './cash-return.ts'
import { CounterSale } from './counter-sale.ts'

const inCash = { method: 'cash' } as const

/** The cash that was given back over a counter. */
export const counterCashReturns: CashReturns = {
  async sumOfSales({ em }, scope, { from, before }) {
    const createdAt = { $gte: from, $lt: before }
    const isReturned = { $or: [{ refundedAt: { $ne: null } }, { returned: { $gt: 0 } }] }
    const sales = await em(scope).find(CounterSale, { ...inCash, ...isReturned, createdAt })
    return sales.reduce((sum, sale) => sum + sale.returnedCash(), 0)
  },
  async list({ em }, scope, { from, before }) {
    const span = { $gte: from, $lt: before }
    const rows = await em(scope).find(CashReturn, { createdAt: span })
    const sales = await em(scope).find(CounterSale, { ...inCash, refundedAt: span })
    return [
      ...rows.map(({ createdAt, amount }) => ({ at: createdAt, amount })),
      // The version before noted whole returns without a row.
      ...sales
        .filter(({ total, returned }) => total > returned)
        .map(({ refundedAt, total, returned }) => ({ at: refundedAt!, amount: total - returned })),
    ]
  },
}
