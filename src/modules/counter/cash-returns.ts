import type { CashReturns } from '../../orders/cash-returns.ts'
import { CounterSale } from './counter-sale.ts'

const inCash = { method: 'cash' } as const

/** The cash that was given back over a counter. */
export const counterCashReturns: CashReturns = {
  async sumOfSales({ em }, scope, { from, before }) {
    const createdAt = { $gte: from, $lt: before }
    const sales = await em(scope).find(CounterSale, { ...inCash, refundedAt: { $ne: null }, createdAt })
    return sales.reduce((sum, { total }) => sum + total, 0)
  },
  async list({ em }, scope, { from, before }) {
    const sales = await em(scope).find(CounterSale, { ...inCash, refundedAt: { $gte: from, $lt: before } })
    return sales.map(({ refundedAt, total }) => ({ at: refundedAt!, amount: total }))
  },
}
