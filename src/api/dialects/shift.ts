import { z } from 'zod'
import type { OutwardShift } from '../../callbacks/outward/outward.ts'
import { deriveUuid } from '../../lib/ids.ts'
import { countSchema, rupiahSchema, type ShapeNeeds, timeSchema } from './shape.ts'

const Sum = z.object({ sales: countSchema, amount: rupiahSchema })

export const ShiftShape = z
  .object({
    shift_id: z.uuid().describe('Names the shift, always in the same way'),
    device: z.string().describe('What you called the phone or tablet'),
    cashier: z.string().describe('Whose shift it is'),
    opening_cash: rupiahSchema.describe('Counted when it began'),
    cash: Sum.describe('Sold in cash'),
    code: Sum.describe('Paid by code'),
    returned: rupiahSchema.describe('Cash that was given back'),
    expected_cash: rupiahSchema.describe('What should be in the drawer: `opening_cash`, and `cash` less `returned`'),
    counted_cash: rupiahSchema.nullable().describe('Counted when it ended'),
    difference: rupiahSchema.nullable().describe('Counted less expected: below 0 cash is missing'),
    note: z.string().nullable().describe('What was said of a difference'),
    opened_at: timeSchema,
    closed_at: timeSchema.nullable(),
    closed_by: z.string().nullable().describe('Who ended it, which may be another cashier'),
  })
  .meta({ id: 'Shift' })

/** Presents a shift of the counter. */
export function presentShift({ shift, totals }: OutwardShift, { calendar }: ShapeNeeds): z.output<typeof ShiftShape> {
  return {
    shift_id: deriveUuid(`shift ${shift.id}`),
    device: shift.device.name,
    cashier: shift.cashier.name,
    opening_cash: shift.openingCash,
    cash: totals.cash,
    code: totals.code,
    returned: totals.returned,
    // Fixed at the end of the shift: later refunds and payments do not change the cash that was counted.
    expected_cash: shift.expectedCash ?? totals.expectedCash,
    counted_cash: shift.countedCash,
    difference: shift.difference(),
    note: shift.note,
    opened_at: calendar.format(shift.openedAt),
    closed_at: shift.closedAt && calendar.format(shift.closedAt),
    closed_by: shift.closedBy?.name ?? null,
  }
}
