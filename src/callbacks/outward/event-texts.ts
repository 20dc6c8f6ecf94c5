import type { WithdrawalStatus } from '../../books/withdrawal.ts'
import type { CoreOutwardType, EventData, OutwardTexts } from '../../events/outward.ts'
import type { TransferReviewed } from '../../events/payloads.ts'
import { findCourierName } from '../../orders/shipping/couriers.ts'
import { showRupiah as rupiah, showValue as text, quoteValue as typed } from './event-words.ts'

const goods = ({ product_name: name, variant_name: variant }: EventData) =>
  variant ? `${text(name)} (${text(variant)})` : text(name)

const outcomes: Record<'id' | 'en', Record<TransferReviewed['outcome'], string>> = {
  id: { accepted: 'diterima', refunded: 'dikembalikan', ignored: 'diabaikan' },
  en: { accepted: 'accepted', refunded: 'returned', ignored: 'ignored' },
}

const withdrawals: Record<'id' | 'en', Record<WithdrawalStatus, string>> = {
  id: { requested: 'diminta', approved: 'disetujui', sent: 'terkirim', rejected: 'ditolak', failed: 'gagal' },
  en: { requested: 'requested', approved: 'approved', sent: 'sent', rejected: 'rejected', failed: 'failed' },
}

const wordOf = (words: Record<string, string>, value: unknown) => words[String(value)] ?? text(value)

/** Returns the courier and tracking number, as far as the shop has entered them. */
function describeParcel({ courier, tracking_number: number }: EventData, language: 'id' | 'en'): string {
  const parts = [courier && findCourierName(text(courier), language), number].filter(Boolean).map(text)
  return parts.length === 0 ? '' : `, ${parts.join(' ')}`
}

/** The texts about the core's events for people, for each type. */
export const eventTexts: Record<CoreOutwardType, OutwardTexts> = {
  'payment.created': {
    title: { id: 'Pembayaran dibuat', en: 'Payment created' },
    sentence: {
      id: d => `Pembayaran baru ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
      en: d => `New payment of ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    },
  },
  'payment.paid': {
    title: { id: 'Pembayaran lunas', en: 'Payment paid' },
    sentence: {
      id: d => `Dibayar ${rupiah(d.change?.paid_amount)}: ${text(d.invoice_id)}`,
      en: d => `Paid ${rupiah(d.change?.paid_amount)}: ${text(d.invoice_id)}`,
    },
  },
  'payment.expired': {
    title: { id: 'Pembayaran kedaluwarsa', en: 'Payment expired' },
    sentence: {
      id: d => `Kedaluwarsa tanpa dibayar, ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
      en: d => `Expired unpaid, ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    },
  },
  'payment.cancelled': {
    title: { id: 'Pembayaran dibatalkan', en: 'Payment cancelled' },
    sentence: {
      id: d => `Dibatalkan, ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
      en: d => `Cancelled, ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    },
  },
  'payment.refunded': {
    title: { id: 'Uang pembayaran dikembalikan', en: 'Payment refunded' },
    sentence: {
      id: d => `Dikembalikan ${rupiah(d.change?.amount)}: ${text(d.invoice_id)}`,
      en: d => `Refunded ${rupiah(d.change?.amount)}: ${text(d.invoice_id)}`,
    },
  },
  'transfer.in_review': {
    title: { id: 'Uang masuk perlu diperiksa', en: 'Transfer needs review' },
    sentence: {
      id: d => `Uang masuk ${rupiah(d.amount)} menunggu keputusanmu (${text(d.connection)})`,
      en: d => `Money of ${rupiah(d.amount)} waits for your decision (${text(d.connection)})`,
    },
  },
  'transfer.reviewed': {
    title: { id: 'Uang masuk sudah diperiksa', en: 'Transfer reviewed' },
    sentence: {
      id: d => `Uang masuk ${rupiah(d.amount)} ${wordOf(outcomes.id, d.change?.outcome)} (${text(d.connection)})`,
      en: d => `Money of ${rupiah(d.amount)} was ${wordOf(outcomes.en, d.change?.outcome)} (${text(d.connection)})`,
    },
  },
  'order.placed': {
    title: { id: 'Pesanan dibuat', en: 'Order placed' },
    sentence: {
      id: d => `Pesanan baru ${rupiah(d.total)} dari ${typed(d.customer_name)}: ${text(d.order_number)}`,
      en: d => `New order of ${rupiah(d.total)} from ${typed(d.customer_name)}: ${text(d.order_number)}`,
    },
  },
  'order.waiting_payment': {
    title: { id: 'Pesanan menunggu pembayaran', en: 'Order waiting for payment' },
    sentence: {
      id: d => `Menunggu pembayaran ${rupiah(d.total)}: ${text(d.order_number)}`,
      en: d => `Waiting for ${rupiah(d.total)}: ${text(d.order_number)}`,
    },
  },
  'order.paid': {
    title: { id: 'Pesanan dibayar', en: 'Order paid' },
    sentence: {
      id: d => `Pesanan dibayar ${rupiah(d.change?.paid_amount)}: ${text(d.order_number)}`,
      en: d => `Order paid, ${rupiah(d.change?.paid_amount)}: ${text(d.order_number)}`,
    },
  },
  'order.processing': {
    title: { id: 'Pesanan dikerjakan', en: 'Order being prepared' },
    sentence: {
      id: d => `Pesanan diproses: ${text(d.order_number)}`,
      en: d => `Order in hand: ${text(d.order_number)}`,
    },
  },
  'order.shipped': {
    title: { id: 'Pesanan dikirim', en: 'Order shipped' },
    sentence: {
      id: d => `Pesanan dikirim${describeParcel(d, 'id')}: ${text(d.order_number)}`,
      en: d => `Order shipped${describeParcel(d, 'en')}: ${text(d.order_number)}`,
    },
  },
  'order.delivered': {
    title: { id: 'Pesanan sampai', en: 'Order delivered' },
    sentence: {
      id: d => `Barang diserahkan: ${text(d.order_number)}`,
      en: d => `Goods handed over: ${text(d.order_number)}`,
    },
  },
  'order.completed': {
    title: { id: 'Pesanan selesai', en: 'Order completed' },
    sentence: {
      id: d => `Pesanan selesai, ${rupiah(d.total)}: ${text(d.order_number)}`,
      en: d => `Order completed, ${rupiah(d.total)}: ${text(d.order_number)}`,
    },
  },
  'order.cancelled': {
    title: { id: 'Pesanan dibatalkan', en: 'Order cancelled' },
    sentence: {
      id: d => `Pesanan dibatalkan, ${rupiah(d.total)}: ${text(d.order_number)}`,
      en: d => `Order cancelled, ${rupiah(d.total)}: ${text(d.order_number)}`,
    },
  },
  'order.undone': {
    title: { id: 'Perubahan pesanan dibatalkan', en: 'Order change undone' },
    sentence: {
      id: d => `Pesanan dikembalikan ke langkah sebelumnya: ${text(d.order_number)}`,
      en: d => `Order taken a step back: ${text(d.order_number)}`,
    },
  },
  'order.paid_in_vain': {
    title: { id: 'Uang masuk untuk pesanan yang sudah batal', en: 'Payment received for a cancelled order' },
    sentence: {
      id: d =>
        `Uang ${rupiah(d.change?.paid_amount)} masuk untuk pesanan yang tidak menunggunya: ${text(d.order_number)}`,
      en: d => `Money of ${rupiah(d.change?.paid_amount)} came for an order that expects none: ${text(d.order_number)}`,
    },
  },
  'order.reviewed': {
    title: { id: 'Pesanan diberi ulasan', en: 'Order reviewed by its customer' },
    sentence: {
      id: d => `Ulasan ${text(d.change?.stars)} dari 5 bintang: ${text(d.order_number)}`,
      en: d => `Reviewed with ${text(d.change?.stars)} of 5 stars: ${text(d.order_number)}`,
    },
  },
  'stock.low': {
    title: { id: 'Stok menipis', en: 'Stock running low' },
    sentence: {
      id: d => `Stok hampir habis: ${goods(d)}, sisa ${text(d.available)}`,
      en: d => `Stock runs low: ${goods(d)}, ${text(d.available)} left`,
    },
  },
  'stock.changed': {
    title: { id: 'Stok berubah', en: 'Stock changed' },
    sentence: {
      id: d => `Stok berubah: ${goods(d)}, sekarang ${text(d.available)}`,
      en: d => `Stock changed: ${goods(d)}, now ${text(d.available)}`,
    },
  },
  'customer.created': {
    title: { id: 'Pelanggan baru', en: 'New customer' },
    sentence: {
      id: d => `Pelanggan baru: ${typed(d.name)}`,
      en: d => `New customer: ${typed(d.name)}`,
    },
  },
  'withdrawal.moved': {
    title: { id: 'Status penarikan berubah', en: 'Withdrawal status changed' },
    sentence: {
      id: d => `Penarikan ${rupiah(d.amount)} ${wordOf(withdrawals.id, d.status)}`,
      en: d => `Withdrawal of ${rupiah(d.amount)} ${wordOf(withdrawals.en, d.status)}`,
    },
  },
  'connection.failing': {
    title: { id: 'Koneksi bermasalah', en: 'Connection failing' },
    sentence: {
      id: d => `Koneksi bermasalah: ${text(d.connection)}`,
      en: d => `Connection fails: ${text(d.connection)}`,
    },
  },
  'connection.recovered': {
    title: { id: 'Koneksi pulih', en: 'Connection recovered' },
    sentence: {
      id: d => `Koneksi berjalan lagi: ${text(d.connection)}`,
      en: d => `Connection works again: ${text(d.connection)}`,
    },
  },
}
