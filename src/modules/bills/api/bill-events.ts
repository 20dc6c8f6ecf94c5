import { z } from 'zod'
import { changeSchema, type OutwardRows, outwardRow } from '../../../api/dialects/outward-row.ts'
import { rupiahSchema, type ShapeNeeds } from '../../../api/dialects/shape.ts'
import { showRupiah as rupiah, showValue as text } from '../../../callbacks/outward/event-words.ts'
import type { EventData } from '../../../events/outward.ts'
import type { Bill } from '../bill.ts'
import type { BillChanged, BillEvents } from '../bill-words.ts'
import { BillShape, presentBill } from './bill-shape.ts'

const PaidBill = BillShape.extend({
  change: changeSchema({
    invoice_id: z.string().describe('The payment that brought the money'),
    amount: rupiahSchema.describe(
      'The part of the payment that counted towards the bill; for `bill.overpaid`, the excess',
    ),
  }),
})

function presentMoved(bill: Bill, _: BillChanged, app: ShapeNeeds): z.output<typeof BillShape> {
  return presentBill(bill, app)
}

function presentPaid(bill: Bill, { invoiceId, amount }: BillChanged, app: ShapeNeeds): z.output<typeof PaidBill> {
  return { ...presentBill(bill, app), change: { invoice_id: invoiceId!, amount: amount! } }
}

// The examples are invented.
const bill = {
  bill: 'BILL-7F3KQ2M9XDVW4T6RB',
  slug: 'Ykq0Vw7m3nX2b5c8d1e4f6',
  kind: 'once',
  status: 'open',
  url: 'https://warung.example/b/Ykq0Vw7m3nX2b5c8d1e4f6',
  title: 'Iuran November',
  note: null,
  amount: 50_000,
  min_amount: null,
  max_amount: null,
  proposed_amount: null,
  parts: true,
  collected: 0,
  due: 50_000,
  excess: 0,
  uses: 0,
  uses_max: null,
  customer_name: 'Budi',
  customer_phone: '0812-3456-7890',
  due_date: '2026-11-30',
  reminders: true,
  end_date: null,
  reference: '7a-12',
  metadata: { class: '7a' },
  ask: [],
  thanks: null,
  redirect_url: null,
  created_at: '2026-11-21 14:20:00',
  paid_at: null,
}

const paidBill = {
  ...bill,
  status: 'paid',
  collected: 50_000,
  due: 0,
  uses: 1,
  paid_at: '2026-11-21 14:21:35',
}

const money = (amount: number) => ({ invoice_id: 'INV-1S7R9XW2M4T6VDKQ0PZF', amount })

const billAmount = ({ amount, min_amount: min, max_amount: max }: EventData) =>
  typeof amount === 'number' ? rupiah(amount) : `${rupiah(min)} - ${rupiah(max)}`

/** The events of bills for webhooks. */
export const billEvents: OutwardRows<keyof BillEvents> = {
  'bill.created': outwardRow(BillShape, presentMoved, {
    example: bill,
    title: { id: 'Tagihan dibuat', en: 'Bill created' },
    sentence: {
      id: d => `Tagihan baru ${billAmount(d)}: ${text(d.title)}`,
      en: d => `New bill ${billAmount(d)}: ${text(d.title)}`,
    },
  }),
  'bill.partly_paid': outwardRow(PaidBill, presentPaid, {
    example: { ...bill, status: 'partly_paid', collected: 20_000, due: 30_000, uses: 1, change: money(20_000) },
    title: { id: 'Tagihan dibayar sebagian', en: 'Bill partly paid' },
    sentence: {
      id: d => `Tagihan dibayar ${rupiah(d.change?.amount)}, sisa ${rupiah(d.due)}: ${text(d.title)}`,
      en: d => `Bill paid ${rupiah(d.change?.amount)}, ${rupiah(d.due)} open: ${text(d.title)}`,
    },
  }),
  'bill.paid': outwardRow(PaidBill, presentPaid, {
    example: { ...paidBill, change: money(50_000) },
    title: { id: 'Tagihan lunas', en: 'Bill paid' },
    sentence: {
      id: d => `Tagihan lunas, ${rupiah(d.collected)}: ${text(d.title)}`,
      en: d => `Bill paid, ${rupiah(d.collected)}: ${text(d.title)}`,
    },
  }),
  'bill.used': outwardRow(PaidBill, presentPaid, {
    example: { ...bill, kind: 'many', parts: false, due: null, collected: 50_000, uses: 1, change: money(50_000) },
    title: { id: 'Tagihan dipakai membayar', en: 'Payment received through a shared bill' },
    sentence: {
      id: d => `Tagihan dibayar ${rupiah(d.change?.amount)}: ${text(d.title)}`,
      en: d => `Bill paid ${rupiah(d.change?.amount)}: ${text(d.title)}`,
    },
  }),
  'bill.overpaid': outwardRow(PaidBill, presentPaid, {
    example: { ...paidBill, excess: 20_000, uses: 2, change: money(20_000) },
    title: { id: 'Tagihan kelebihan bayar', en: 'Bill overpaid' },
    sentence: {
      id: d => `Tagihan kelebihan bayar ${rupiah(d.change?.amount)}, kembalikan: ${text(d.title)}`,
      en: d => `Bill overpaid by ${rupiah(d.change?.amount)}, to be returned: ${text(d.title)}`,
    },
  }),
  'bill.overdue': outwardRow(BillShape, presentMoved, {
    example: { ...bill, status: 'overdue' },
    title: { id: 'Tagihan lewat jatuh tempo', en: 'Bill overdue' },
    sentence: {
      id: d => `Tagihan lewat jatuh tempo, sisa ${rupiah(d.due)}: ${text(d.title)}`,
      en: d => `Bill overdue, ${rupiah(d.due)} open: ${text(d.title)}`,
    },
  }),
  'bill.closed': outwardRow(BillShape, presentMoved, {
    example: { ...bill, status: 'closed' },
    title: { id: 'Tagihan ditutup', en: 'Bill closed' },
    sentence: {
      id: d => `Tagihan ditutup: ${text(d.title)}`,
      en: d => `Bill closed: ${text(d.title)}`,
    },
  }),
  'bill.expired': outwardRow(BillShape, presentMoved, {
    example: { ...bill, status: 'expired' },
    title: { id: 'Tagihan kedaluwarsa', en: 'Bill expired' },
    sentence: {
      id: d => `Tagihan berakhir: ${text(d.title)}`,
      en: d => `Bill expired: ${text(d.title)}`,
    },
  }),
}
