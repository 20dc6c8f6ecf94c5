import { describe, expect, test } from 'vitest'
import { findExample } from '../../../src/api/dialects/outward-examples.ts'
import { withdrawalStatuses } from '../../../src/books/withdrawal.ts'
import { eventTexts } from '../../../src/callbacks/outward/event-texts.ts'
import { type OutwardType, outwardTypes } from '../../../src/events/outward.ts'
import { writeChatMessage } from '../../../src/modules/webhooks/chat-message.ts'

// The sentences that a team reads in its chat. The examples come from the documents.

const said = (type: OutwardType, more: object = {}) => {
  const data = { ...findExample(type), ...more } as never
  // A non-breaking space follows Rp.
  return (['id', 'en'] as const).map(language => eventTexts[type].sentence[language](data).replaceAll('\u00a0', ' '))
}

const invoice = 'INV-1S7R9XW2M4T6VDKQ0PZF'
const order = 'ORD-261121-7F3KQ2'

const expected: Record<OutwardType, [string, string]> = {
  'payment.created': [`Pembayaran baru Rp 15.017: ${invoice}`, `New payment of Rp 15.017: ${invoice}`],
  'payment.paid': [`Dibayar Rp 15.017: ${invoice}`, `Paid Rp 15.017: ${invoice}`],
  'payment.expired': [`Kedaluwarsa tanpa dibayar, Rp 15.017: ${invoice}`, `Expired unpaid, Rp 15.017: ${invoice}`],
  'payment.cancelled': [`Dibatalkan, Rp 15.017: ${invoice}`, `Cancelled, Rp 15.017: ${invoice}`],
  'payment.refunded': [`Dikembalikan Rp 15.017: ${invoice}`, `Refunded Rp 15.017: ${invoice}`],
  'transfer.in_review': [
    'Uang masuk Rp 15.017 menunggu keputusanmu (Dompet kasir)',
    'Money of Rp 15.017 waits for your decision (Dompet kasir)',
  ],
  'transfer.reviewed': [
    'Uang masuk Rp 15.017 diterima (Dompet kasir)',
    'Money of Rp 15.017 was accepted (Dompet kasir)',
  ],
  'order.placed': [`Pesanan baru Rp 36.000 dari “Budi”: ${order}`, `New order of Rp 36.000 from “Budi”: ${order}`],
  'order.waiting_payment': [`Menunggu pembayaran Rp 36.000: ${order}`, `Waiting for Rp 36.000: ${order}`],
  'order.paid': [`Pesanan dibayar Rp 36.021: ${order}`, `Order paid, Rp 36.021: ${order}`],
  'order.processing': [`Pesanan diproses: ${order}`, `Order in hand: ${order}`],
  'order.shipped': [`Pesanan dikirim, JNE CGK0012345678: ${order}`, `Order shipped, JNE CGK0012345678: ${order}`],
  'order.delivered': [`Barang diserahkan: ${order}`, `Goods handed over: ${order}`],
  'order.completed': [`Pesanan selesai, Rp 36.000: ${order}`, `Order completed, Rp 36.000: ${order}`],
  'order.cancelled': [`Pesanan dibatalkan, Rp 36.000: ${order}`, `Order cancelled, Rp 36.000: ${order}`],
  'order.undone': [`Pesanan dikembalikan ke langkah sebelumnya: ${order}`, `Order taken a step back: ${order}`],
  'order.paid_in_vain': [
    `Uang Rp 36.021 masuk untuk pesanan yang tidak menunggunya: ${order}`,
    `Money of Rp 36.021 came for an order that expects none: ${order}`,
  ],
  'order.reviewed': [`Ulasan 5 dari 5 bintang: ${order}`, `Reviewed with 5 of 5 stars: ${order}`],
  'bill.created': ['Tagihan baru Rp 50.000: Iuran November', 'New bill Rp 50.000: Iuran November'],
  'bill.partly_paid': [
    'Tagihan dibayar Rp 20.000, sisa Rp 30.000: Iuran November',
    'Bill paid Rp 20.000, Rp 30.000 open: Iuran November',
  ],
  'bill.paid': ['Tagihan lunas, Rp 50.000: Iuran November', 'Bill paid, Rp 50.000: Iuran November'],
  'bill.used': ['Tagihan dibayar Rp 50.000: Iuran November', 'Bill paid Rp 50.000: Iuran November'],
  'bill.overpaid': [
    'Tagihan kelebihan bayar Rp 20.000, kembalikan: Iuran November',
    'Bill overpaid by Rp 20.000, to be returned: Iuran November',
  ],
  'bill.overdue': [
    'Tagihan lewat jatuh tempo, sisa Rp 50.000: Iuran November',
    'Bill overdue, Rp 50.000 open: Iuran November',
  ],
  'bill.closed': ['Tagihan ditutup: Iuran November', 'Bill closed: Iuran November'],
  'bill.expired': ['Tagihan berakhir: Iuran November', 'Bill expired: Iuran November'],
  'shift.opened': [
    'Shift Ayu dibuka di Tablet depan, kas awal Rp 200.000',
    'Shift of Ayu opened at Tablet depan with Rp 200.000 in cash',
  ],
  'shift.closed': [
    'Shift Ayu ditutup di Tablet depan: kas Rp 648.000, kurang Rp 2.000',
    'Shift of Ayu closed at Tablet depan: Rp 648.000 counted, short Rp 2.000',
  ],
  'stock.low': ['Stok hampir habis: Kopi Susu (Besar), sisa 3', 'Stock runs low: Kopi Susu (Besar), 3 left'],
  'stock.changed': ['Stok berubah: Kopi Susu (Besar), sekarang 3', 'Stock changed: Kopi Susu (Besar), now 3'],
  'customer.created': ['Pelanggan baru: “Budi”', 'New customer: “Budi”'],
  'withdrawal.moved': ['Penarikan Rp 250.000 disetujui', 'Withdrawal of Rp 250.000 approved'],
  'connection.failing': ['Koneksi bermasalah: Dompet kasir', 'Connection fails: Dompet kasir'],
  'connection.recovered': ['Koneksi berjalan lagi: Dompet kasir', 'Connection works again: Dompet kasir'],
  'endpoint.disabled': [
    'Endpoint dimatikan: https://shop.example/events',
    'Endpoint switched off: https://shop.example/events',
  ],
}

test.each(outwardTypes)('%s has a sentence in both languages', type => {
  expect(said(type)).toEqual(expected[type])
})

describe('sentences of events', () => {
  test.each([
    ['accepted', 'diterima', 'accepted'],
    ['refunded', 'dikembalikan', 'returned'],
    ['ignored', 'diabaikan', 'ignored'],
  ])('a sentence says that money was %s', (outcome, id, en) => {
    const [indonesian, english] = said('transfer.reviewed', { change: { outcome } })
    expect([indonesian, english]).toEqual([expect.stringContaining(` ${id} `), expect.stringContaining(` ${en} `)])
  })

  test('a sentence names each state of a withdrawal', () => {
    const words = withdrawalStatuses.map(status =>
      said('withdrawal.moved', { status }).map(one => one.split(' ').at(-1)),
    )
    expect(words).toEqual([
      ['diminta', 'requested'],
      ['disetujui', 'approved'],
      ['terkirim', 'sent'],
      ['ditolak', 'rejected'],
      ['gagal', 'failed'],
    ])
  })

  test('a sentence names the courier of a parcel if the shop has set one', () => {
    const shipped = (courier: string | null, tracking_number: string | null) =>
      said('order.shipped', { courier, tracking_number })
    expect(shipped('own', null)).toEqual([
      `Pesanan dikirim, Kurir toko: ${order}`,
      `Order shipped, Our own courier: ${order}`,
    ])
    expect(shipped(null, null)).toEqual([`Pesanan dikirim: ${order}`, `Order shipped: ${order}`])
  })

  test('a sentence names the cash of a shift', () => {
    const closed = (difference: number) => said('shift.closed', { difference }).map(one => one.split(', ')[1])
    expect([closed(0), closed(5_000)]).toEqual([
      ['pas', 'exact'],
      ['lebih Rp 5.000', 'over Rp 5.000'],
    ])
  })

  test('a sentence describes a bill whose payer chooses the amount, and products without a variant', () => {
    const open = { amount: null, min_amount: 10_000, max_amount: 90_000 }
    expect(said('bill.created', open)[0]).toBe('Tagihan baru Rp 10.000 - Rp 90.000: Iuran November')
    expect(said('stock.low', { variant_name: null })[0]).toBe('Stok hampir habis: Kopi Susu, sisa 3')
  })

  test('a sentence names an endpoint that has a description', () => {
    expect(said('endpoint.disabled', { description: 'Gudang' })[0]).toBe('Endpoint dimatikan: Gudang')
  })
})

test.each(['slack', 'ntfy', 'telegram'] as const)("a stranger's text has no links or formatting in %s", format => {
  const name = 'Budi: ORD-1. *Dibayar* _x_ ~y~ `z` https://evil.example/x @all ” Pesanan dibayar'
  const data = { ...findExample('order.placed'), customer_name: name }
  const body = JSON.stringify({ type: 'order.placed', mode: 'live', data })
  const message = writeChatMessage(format, { language: 'id', baseUrl: 'https://warung.example' }, [body])
  const text = format === 'slack' ? String(JSON.parse(message.body).text) : message.body
  expect(text).not.toContain('://evil')
  expect(text).not.toContain('evil.example')
  expect(text).not.toContain('@all')
  if (format === 'slack') expect(text).not.toMatch(/[*_~`]/)
  // The quotation ends before the shop's own words continue.
  expect(text.match(/”/g)).toHaveLength(1)
})
