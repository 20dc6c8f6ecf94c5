import type { OutwardSubjects } from '../../callbacks/outward/outward.ts'
import { Shift } from './shift.ts'
import { computeShiftTotals } from './shift-totals.ts'

/** How the shift of an event is found. It is opened once and closed once, which is its number. */
export const shiftSubject: OutwardSubjects<'shift'>['shift'] = {
  findKey: ({ payload }) => String(payload.shiftId),
  counting: { number: ({ type }) => (type === 'shift.opened' ? 1 : 2) },
  async read({ all }, key) {
    const shift = await all.findOne(Shift, Number(key), { populate: ['cashier', 'closedBy', 'device'] })
    return shift && { shift, totals: await computeShiftTotals(all, shift) }
  },
  countChanges: ({ shift }) => (shift.closedAt === null ? 1 : 2),
  page: { path: 'counter' },
}
