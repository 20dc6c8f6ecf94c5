import { expect, test } from 'vitest'
import { withdrawalStatuses } from '../../src/books/withdrawal.ts'
import { type CoreOutwardType, coreOutwardTypes } from '../../src/events/outward.ts'
import { inventedSubjects } from '../api/invented-subjects.ts'
import { checkOutwardRow, exampleTime, writeSentences } from '../kit/check-outward-row.ts'

// The examples are those of the documents, and the sentences those that a team reads in its chat.

const invoice = 'INV-1S7R9XW2M4T6VDKQ0PZF'
const order = 'ORD-261121-7F3KQ2'
const subjects = inventedSubjects(exampleTime)

const expected: Record<CoreOutwardType, [id: string, en: string]> = {
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
  'stock.low': ['Stok hampir habis: Kopi Susu (Besar), sisa 3', 'Stock runs low: Kopi Susu (Besar), 3 left'],
  'stock.changed': ['Stok berubah: Kopi Susu (Besar), sekarang 3', 'Stock changed: Kopi Susu (Besar), now 3'],
  'customer.created': ['Pelanggan baru: “Budi”', 'New customer: “Budi”'],
  'withdrawal.moved': ['Penarikan Rp 250.000 disetujui', 'Withdrawal of Rp 250.000 approved'],
  'connection.failing': ['Koneksi bermasalah: Dompet kasir', 'Connection fails: Dompet kasir'],
  'connection.recovered': ['Koneksi berjalan lagi: Dompet kasir', 'Connection works again: Dompet kasir'],
}

test.each(coreOutwardTypes)('the webhook %s has an example and a sentence in both languages', type => {
  checkOutwardRow(type, subjects[type], expected[type])
})

test.each([
  ['accepted', 'diterima', 'accepted'],
  ['refunded', 'dikembalikan', 'returned'],
  ['ignored', 'diabaikan', 'ignored'],
])('a sentence says that money was %s', (outcome, id, en) => {
  const [indonesian, english] = writeSentences('transfer.reviewed', { change: { outcome } })
  expect([indonesian, english]).toEqual([expect.stringContaining(` ${id} `), expect.stringContaining(` ${en} `)])
})

test('a sentence names each state of a withdrawal', () => {
  const words = withdrawalStatuses.map(status =>
    writeSentences('withdrawal.moved', { status }).map(one => one.split(' ').at(-1)),
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
    writeSentences('order.shipped', { courier, tracking_number })
  expect(shipped('own', null)).toEqual([
    `Pesanan dikirim, Kurir toko: ${order}`,
    `Order shipped, Our own courier: ${order}`,
  ])
  expect(shipped(null, null)).toEqual([`Pesanan dikirim: ${order}`, `Order shipped: ${order}`])
})

test('products without a variant are named alone', () => {
  expect(writeSentences('stock.low', { variant_name: null })[0]).toBe('Stok hampir habis: Kopi Susu, sisa 3')
})
