import type { EntityManager } from '@mikro-orm/postgresql'
import { Shift } from './shift.ts'
import { computeShiftTotals, type SummedShift } from './shift-totals.ts'

/** Reads a shift as webhooks receive it. */
export async function readOutwardShift(em: EntityManager, key: string): Promise<SummedShift | null> {
  const shift = await em.findOne(Shift, Number(key), { populate: ['cashier', 'closedBy', 'device'] })
  return shift && { shift, totals: await computeShiftTotals(em, shift) }
}
