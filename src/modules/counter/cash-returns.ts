import type { CashReturns } from '../../orders/cash-returns.ts'
import { CashReturn } from './cash-return.ts'
import { CounterSale } from './counter-sale.ts'

const inCash = { method: 'cash' } as const

/** The cash refunds at a counter. */
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
      // The previous version recorded full refunds without a row.
      ...sales
        .filter(({ total, returned }) => total > returned)
        .map(({ refundedAt, total, returned }) => ({ at: refundedAt!, amount: total - returned })),
    ]
  },
  async ofOrders({ em }, scope, orderIds) {
    const reading = em(scope)
    const isReturned = { $or: [{ refundedAt: { $ne: null } }, { returned: { $gt: 0 } }] }
    const sales = await reading.find(CounterSale, { ...inCash, ...isReturned, order: { $in: orderIds } })
    const sale = { $in: sales.map(({ orderId }) => orderId) }
    // The newest of each sale comes last.
    const rows = sales.length === 0 ? [] : await reading.find(CashReturn, { sale }, { orderBy: { id: 'asc' } })
    const lastAt = new Map(rows.map(row => [row.sale.order.id, row.createdAt]))
    return new Map(
      sales.map(one => [one.orderId, { amount: one.returnedCash(), at: one.refundedAt ?? lastAt.get(one.orderId)! }]),
    )
  },
}
