import { expect, test } from 'vitest'
import type { BillEvents } from '../../../src/modules/bills/bill-words.ts'
import { checkOutwardRow, exampleTime, type InventedEvent, writeSentences } from '../../kit/check-outward-row.ts'

const made = {
  publicId: 'BILL-7F3KQ2M9XDVW4T6RB',
  slug: 'Ykq0Vw7m3nX2b5c8d1e4f6',
  kind: 'once',
  status: 'open',
  title: 'Iuran November',
  note: null,
  amount: 50_000,
  minAmount: null,
  maxAmount: null,
  proposedAmount: null,
  takesParts: true,
  collected: 0,
  excess: 0,
  uses: 0,
  usesMax: null,
  customerName: 'Budi',
  customerPhone: '0812-3456-7890',
  dueAt: exampleTime('30 23:59:59'),
  reminders: true,
  endsAt: null,
  reference: '7a-12',
  metadata: { class: '7a' },
  asks: [],
  thanks: null,
  redirectUrl: null,
  createdAt: exampleTime('21 14:20:00'),
  paidAt: null,
  due: (): number | null => 50_000,
}
const paid = {
  ...made,
  status: 'paid',
  collected: 50_000,
  uses: 1,
  paidAt: exampleTime('21 14:21:35'),
  due: () => 0,
}
const partly = { ...made, status: 'partly_paid', collected: 20_000, uses: 1, due: () => 30_000 }
const used = { ...made, kind: 'many', takesParts: false, collected: 50_000, uses: 1, due: () => null }
const money = (amount: number) => ({ invoiceId: 'INV-1S7R9XW2M4T6VDKQ0PZF', amount })

const events: Record<keyof BillEvents, [InventedEvent, id: string, en: string]> = {
  'bill.created': [{ subject: made }, 'Tagihan baru Rp 50.000: Iuran November', 'New bill Rp 50.000: Iuran November'],
  'bill.partly_paid': [
    { subject: partly, payload: money(20_000) },
    'Tagihan dibayar Rp 20.000, sisa Rp 30.000: Iuran November',
    'Bill paid Rp 20.000, Rp 30.000 open: Iuran November',
  ],
  'bill.paid': [
    { subject: paid, payload: money(50_000) },
    'Tagihan lunas, Rp 50.000: Iuran November',
    'Bill paid, Rp 50.000: Iuran November',
  ],
  'bill.used': [
    { subject: used, payload: money(50_000) },
    'Tagihan dibayar Rp 50.000: Iuran November',
    'Bill paid Rp 50.000: Iuran November',
  ],
  'bill.overpaid': [
    { subject: { ...paid, excess: 20_000, uses: 2 }, payload: money(20_000) },
    'Tagihan kelebihan bayar Rp 20.000, kembalikan: Iuran November',
    'Bill overpaid by Rp 20.000, to be returned: Iuran November',
  ],
  'bill.overdue': [
    { subject: { ...made, status: 'overdue' } },
    'Tagihan lewat jatuh tempo, sisa Rp 50.000: Iuran November',
    'Bill overdue, Rp 50.000 open: Iuran November',
  ],
  'bill.closed': [
    { subject: { ...made, status: 'closed' } },
    'Tagihan ditutup: Iuran November',
    'Bill closed: Iuran November',
  ],
  'bill.expired': [
    { subject: { ...made, status: 'expired' } },
    'Tagihan berakhir: Iuran November',
    'Bill expired: Iuran November',
  ],
}

test.each(Object.entries(events))('the webhook %s has an example and sentences', (type, [event, ...sentences]) => {
  checkOutwardRow(type as keyof BillEvents, event, sentences)
})

test('a sentence describes a bill whose payer chooses the amount', () => {
  const open = { amount: null, min_amount: 10_000, max_amount: 90_000 }
  expect(writeSentences('bill.created', open)[0]).toBe('Tagihan baru Rp 10.000 - Rp 90.000: Iuran November')
})
