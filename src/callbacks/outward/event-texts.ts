import type { WithdrawalStatus } from '../../books/withdrawal.ts'
import type { OutwardType } from '../../events/outward.ts'
import type { TransferReviewed } from '../../events/payloads.ts'
import type { BilingualText } from '../../lib/fields/field.ts'
import { formatRupiah } from '../../lib/money.ts'
import { findCourierName } from '../../orders/shipping/couriers.ts'

/** The data of an event, as its body has it. */
type Data = Record<string, unknown> & { change?: Record<string, unknown> }

type Sentence = (data: Data) => string

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '-')
/** Quotes text written by a stranger, so that it cannot pass for the shop's own words. */
const typed = (value: unknown) => `“${text(value).replaceAll(/[“”„"]/g, "'")}”`
const rupiah = (value: unknown) => formatRupiah(Number(value))
const goods = ({ product_name: name, variant_name: variant }: Data) =>
  variant ? `${text(name)} (${text(variant)})` : text(name)

const billAmount = ({ amount, min_amount: min, max_amount: max }: Data) =>
  typeof amount === 'number' ? rupiah(amount) : `${rupiah(min)} - ${rupiah(max)}`

const countedCash = {
  id: ({ counted_cash: cash, difference }: Data) =>
    `kas ${rupiah(cash)}, ${describeDifference(Number(difference), { none: 'pas', less: 'kurang', more: 'lebih' })}`,
  en: ({ counted_cash: cash, difference }: Data) =>
    `${rupiah(cash)} counted, ` +
    describeDifference(Number(difference), { none: 'exact', less: 'short', more: 'over' }),
}

function describeDifference(difference: number, say: { none: string; less: string; more: string }): string {
  if (difference === 0) return say.none
  return `${difference < 0 ? say.less : say.more} ${rupiah(Math.abs(difference))}`
}

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
function describeParcel({ courier, tracking_number: number }: Data, language: 'id' | 'en'): string {
  const parts = [courier && findCourierName(text(courier), language), number].filter(Boolean).map(text)
  return parts.length === 0 ? '' : `, ${parts.join(' ')}`
}

interface EventTexts {
  /** The name of the type; receivers use the type itself. */
  title: BilingualText
  /** One sentence about an event: what happened, to what, and how much. */
  sentence: Readonly<Record<'id' | 'en', Sentence>>
}

/** The texts about events for people, for each type. */
export const eventTexts: Record<OutwardType, EventTexts> = {
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
  'bill.created': {
    title: { id: 'Tagihan dibuat', en: 'Bill created' },
    sentence: {
      id: d => `Tagihan baru ${billAmount(d)}: ${text(d.title)}`,
      en: d => `New bill ${billAmount(d)}: ${text(d.title)}`,
    },
  },
  'bill.partly_paid': {
    title: { id: 'Tagihan dibayar sebagian', en: 'Bill partly paid' },
    sentence: {
      id: d => `Tagihan dibayar ${rupiah(d.change?.amount)}, sisa ${rupiah(d.due)}: ${text(d.title)}`,
      en: d => `Bill paid ${rupiah(d.change?.amount)}, ${rupiah(d.due)} open: ${text(d.title)}`,
    },
  },
  'bill.paid': {
    title: { id: 'Tagihan lunas', en: 'Bill paid' },
    sentence: {
      id: d => `Tagihan lunas, ${rupiah(d.collected)}: ${text(d.title)}`,
      en: d => `Bill paid, ${rupiah(d.collected)}: ${text(d.title)}`,
    },
  },
  'bill.used': {
    title: { id: 'Tagihan dipakai membayar', en: 'Payment received through a shared bill' },
    sentence: {
      id: d => `Tagihan dibayar ${rupiah(d.change?.amount)}: ${text(d.title)}`,
      en: d => `Bill paid ${rupiah(d.change?.amount)}: ${text(d.title)}`,
    },
  },
  'bill.overpaid': {
    title: { id: 'Tagihan kelebihan bayar', en: 'Bill overpaid' },
    sentence: {
      id: d => `Tagihan kelebihan bayar ${rupiah(d.change?.amount)}, kembalikan: ${text(d.title)}`,
      en: d => `Bill overpaid by ${rupiah(d.change?.amount)}, to be returned: ${text(d.title)}`,
    },
  },
  'bill.overdue': {
    title: { id: 'Tagihan lewat jatuh tempo', en: 'Bill overdue' },
    sentence: {
      id: d => `Tagihan lewat jatuh tempo, sisa ${rupiah(d.due)}: ${text(d.title)}`,
      en: d => `Bill overdue, ${rupiah(d.due)} open: ${text(d.title)}`,
    },
  },
  'bill.closed': {
    title: { id: 'Tagihan ditutup', en: 'Bill closed' },
    sentence: {
      id: d => `Tagihan ditutup: ${text(d.title)}`,
      en: d => `Bill closed: ${text(d.title)}`,
    },
  },
  'bill.expired': {
    title: { id: 'Tagihan kedaluwarsa', en: 'Bill expired' },
    sentence: {
      id: d => `Tagihan berakhir: ${text(d.title)}`,
      en: d => `Bill expired: ${text(d.title)}`,
    },
  },
  'shift.opened': {
    title: { id: 'Shift kasir dibuka', en: 'Cashier shift opened' },
    sentence: {
      id: d => `Shift ${text(d.cashier)} dibuka di ${text(d.device)}, kas awal ${rupiah(d.opening_cash)}`,
      en: d => `Shift of ${text(d.cashier)} opened at ${text(d.device)} with ${rupiah(d.opening_cash)} in cash`,
    },
  },
  'shift.closed': {
    title: { id: 'Shift kasir ditutup', en: 'Cashier shift closed' },
    sentence: {
      id: d => `Shift ${text(d.cashier)} ditutup di ${text(d.device)}: ${countedCash.id(d)}`,
      en: d => `Shift of ${text(d.cashier)} closed at ${text(d.device)}: ${countedCash.en(d)}`,
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
  'endpoint.disabled': {
    title: { id: 'Webhook dimatikan', en: 'Webhook disabled' },
    sentence: {
      id: d => `Endpoint dimatikan: ${text(d.description ?? d.url)}`,
      en: d => `Endpoint switched off: ${text(d.description ?? d.url)}`,
    },
  },
}

export const moreText = { id: (count: number) => `… dan ${count} lagi`, en: (count: number) => `… and ${count} more` }
export const testText = { id: '[uji] ', en: '[test] ' }
