import type { Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { CashReturn } from './cash-return.ts'
import { CounterSale } from './counter-sale.ts'
import type { Shift } from './shift.ts'

/** The income of a shift, in whole rupiah. */
export interface ShiftTotals {
  cash: { sales: number; amount: number }
  /** The sales paid by code, without open and ended ones. */
  code: { sales: number; amount: number }
  /** The cash refunded from this shift's. */
  returned: number
  /** The cash that should be in the drawer. */
  expectedCash: number
}

/** A shift with its cashier, device and income. */
export interface SummedShift {
  shift: Loaded<Shift, 'cashier' | 'closedBy' | 'device'>
  totals: ShiftTotals
}

/** Sums up a shift from its sales. */
export async function computeShiftTotals(
  em: EntityManager,
  shift: Pick<Shift, 'id' | 'openingCash'>,
): Promise<ShiftTotals> {
  const sales = await em.find(CounterSale, { shift: shift.id }, { populate: ['order'] })
  const paid = sales.filter(({ order }) => order.paidAt !== null)
  const of = (method: CounterSale['method']) => {
    const those = paid.filter(sale => sale.method === method)
    return { sales: those.length, amount: those.reduce((sum, { total }) => sum + total, 0) }
  }
  const rows = await em.find(CashReturn, { shift: shift.id })
  // The previous version recorded full refunds without a row.
  const given = await em.find(CounterSale, { refundShift: shift.id })
  const returned =
    rows.reduce((sum, { amount }) => sum + amount, 0) +
    given.reduce((sum, { total, returned: inRows }) => sum + total - inRows, 0)
  const cash = of('cash')
  return { cash, code: of('code'), returned, expectedCash: shift.openingCash + cash.amount - returned }
}
