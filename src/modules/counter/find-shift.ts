import type { Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { CashReturn } from './cash-return.ts'
import { type CashierTotals, sumByCashier } from './cashier-totals.ts'
import { CounterSale } from './counter-sale.ts'
import type { ListedShift } from './list-shifts.ts'
import { Shift } from './shift.ts'
import { computeShiftTotals, type ShiftTotals } from './shift-totals.ts'

/** A shift with its sales, newest first. */
export interface WholeShift {
  shift: ListedShift
  totals: ShiftTotals
  sales: Loaded<CounterSale, 'order' | 'cashier'>[]
  /** The cash refunds of these sales, oldest first. */
  returns: CashReturn[]
  byCashier: CashierTotals[]
}

const salesMax = 500

/** Returns a shift with its sales. Refuses `not_found`. */
export async function findShift(app: Needs<'em'>, scope: Required<AccountScope>, id: number): Promise<WholeShift> {
  const em = app.em(scope)
  const shift = await em.findOne(Shift, { id }, { populate: ['cashier', 'device'] })
  if (!shift) throw notFound('shift')
  const options = { populate: ['order', 'cashier'], orderBy: { order: 'desc' } } as const
  const all = await em.find(CounterSale, { shift: id }, options)
  const sales = all.slice(0, salesMax)
  const ofSales = { sale: { $in: sales.map(({ orderId }) => orderId) } }
  const returns = await em.find(CashReturn, ofSales, { orderBy: { id: 'asc' } })
  return { shift, totals: await computeShiftTotals(em, shift), sales, returns, byCashier: sumByCashier(all) }
}
