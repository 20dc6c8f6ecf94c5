import { type OutwardRows, outwardRow } from '../../../api/dialects/outward-row.ts'
import { showRupiah as rupiah, showValue as text } from '../../../callbacks/outward/event-words.ts'
import type { EventData } from '../../../events/outward.ts'
import type { ShiftEvents } from '../counter-words.ts'
import { presentShift, ShiftShape } from './shift-shape.ts'

// The examples are invented.
const shift = {
  shift_id: 'bcecae59-3826-5d17-9971-248d69c32947',
  device: 'Tablet depan',
  cashier: 'Ayu',
  opening_cash: 200_000,
  cash: { sales: 0, amount: 0 },
  code: { sales: 0, amount: 0 },
  returned: 0,
  expected_cash: 200_000,
  counted_cash: null,
  difference: null,
  note: null,
  opened_at: '2026-11-21 08:00:00',
  closed_at: null,
  closed_by: null,
}

const countedCash = {
  id: ({ counted_cash: cash, difference }: EventData) =>
    `kas ${rupiah(cash)}, ${describeDifference(Number(difference), { none: 'pas', less: 'kurang', more: 'lebih' })}`,
  en: ({ counted_cash: cash, difference }: EventData) =>
    `${rupiah(cash)} counted, ` +
    describeDifference(Number(difference), { none: 'exact', less: 'short', more: 'over' }),
}

function describeDifference(difference: number, say: { none: string; less: string; more: string }): string {
  if (difference === 0) return say.none
  return `${difference < 0 ? say.less : say.more} ${rupiah(Math.abs(difference))}`
}

/** The events of shifts for webhooks. */
export const shiftEvents: OutwardRows<keyof ShiftEvents> = {
  'shift.opened': outwardRow(ShiftShape, (shift, _, app) => presentShift(shift, app), {
    example: shift,
    title: { id: 'Shift kasir dibuka', en: 'Cashier shift opened' },
    sentence: {
      id: d => `Shift ${text(d.cashier)} dibuka di ${text(d.device)}, kas awal ${rupiah(d.opening_cash)}`,
      en: d => `Shift of ${text(d.cashier)} opened at ${text(d.device)} with ${rupiah(d.opening_cash)} in cash`,
    },
  }),
  'shift.closed': outwardRow(ShiftShape, (shift, _, app) => presentShift(shift, app), {
    example: {
      ...shift,
      cash: { sales: 31, amount: 465_000 },
      code: { sales: 74, amount: 1_480_000 },
      returned: 15_000,
      expected_cash: 650_000,
      counted_cash: 648_000,
      difference: -2_000,
      note: 'Kembalian kurang',
      closed_at: '2026-11-21 16:05:00',
      closed_by: 'Ayu',
    },
    title: { id: 'Shift kasir ditutup', en: 'Cashier shift closed' },
    sentence: {
      id: d => `Shift ${text(d.cashier)} ditutup di ${text(d.device)}: ${countedCash.id(d)}`,
      en: d => `Shift of ${text(d.cashier)} closed at ${text(d.device)}: ${countedCash.en(d)}`,
    },
  }),
}
