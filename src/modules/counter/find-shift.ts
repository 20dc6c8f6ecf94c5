import type { Loaded } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { CounterSale } from './counter-sale.ts'
import type { ListedShift } from './list-shifts.ts'
import { Shift } from './shift.ts'
import { type ShiftTotals, shiftTotals } from './shift-totals.ts'

/** A shift with its sales, the newest first. */
export interface WholeShift {
  shift: ListedShift
  totals: ShiftTotals
  sales: Loaded<CounterSale, 'order'>[]
}

const salesMax = 500

/** Returns a shift with its sales. Refuses `not_found`. */
export async function findShift(app: Needs<'em'>, scope: Required<AccountScope>, id: number): Promise<WholeShift> {
  const em = app.em(scope)
  const shift = await em.findOne(Shift, { id }, { populate: ['cashier', 'device'] })
  if (!shift) throw notFound('shift')
  const options = { populate: ['order'], orderBy: { order: 'desc' }, limit: salesMax } as const
  return { shift, totals: await shiftTotals(em, shift), sales: await em.find(CounterSale, { shift: id }, options) }
}
