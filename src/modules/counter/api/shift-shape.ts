import { z } from 'zod'
import { countSchema, rupiahSchema, type ShapeNeeds, timeSchema } from '../../../api/dialects/shape.ts'
import { deriveUuid } from '../../../lib/ids.ts'
import type { SummedShift } from '../shift-totals.ts'

const Sum = z.object({ sales: countSchema, amount: rupiahSchema })

export const ShiftShape = z
  .object({
    shift_id: z.uuid().describe("The shift's permanent id"),
    device: z.string().describe('Your name for the phone or tablet'),
    cashier: z.string().describe('The cashier whose shift it is'),
    opening_cash: rupiahSchema.describe('Cash counted at the start of the shift'),
    cash: Sum.describe('Cash sales'),
    code: Sum.describe('Sales paid by code'),
    returned: rupiahSchema.describe('Cash refunds'),
    expected_cash: rupiahSchema.describe('The cash that should be in the drawer: `opening_cash` + `cash` - `returned`'),
    counted_cash: rupiahSchema.nullable().describe('Cash counted at the end of the shift'),
    difference: rupiahSchema.nullable().describe('Counted minus expected cash; negative if cash is missing'),
    note: z.string().nullable().describe("The cashier's note about the difference"),
    opened_at: timeSchema,
    closed_at: timeSchema.nullable(),
    closed_by: z.string().nullable().describe('The cashier who closed it, possibly a different one'),
  })
  .meta({ id: 'Shift' })

/** Presents a shift of the counter. */
export function presentShift({ shift, totals }: SummedShift, { calendar }: ShapeNeeds): z.output<typeof ShiftShape> {
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
