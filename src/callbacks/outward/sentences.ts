import type { WithdrawalStatus } from '../../books/withdrawal.ts'
import type { OutwardType } from '../../events/outward.ts'
import type { TransferReviewed } from '../../events/payloads.ts'
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

/** One sentence for each event type, for people: what happened, to what, and how much. */
export const eventSentences: Record<'id' | 'en', Record<OutwardType, Sentence>> = {
  id: {
    'payment.created': d => `Pembayaran baru ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    'payment.paid': d => `Dibayar ${rupiah(d.change?.paid_amount)}: ${text(d.invoice_id)}`,
    'payment.expired': d => `Kedaluwarsa tanpa dibayar, ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    'payment.cancelled': d => `Dibatalkan, ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    'payment.refunded': d => `Dikembalikan ${rupiah(d.change?.amount)}: ${text(d.invoice_id)}`,
    'transfer.in_review': d => `Uang masuk ${rupiah(d.amount)} menunggu keputusanmu (${text(d.connection)})`,
    'transfer.reviewed': d =>
      `Uang masuk ${rupiah(d.amount)} ${wordOf(outcomes.id, d.change?.outcome)} (${text(d.connection)})`,
    'order.placed': d => `Pesanan baru ${rupiah(d.total)} dari ${typed(d.customer_name)}: ${text(d.order_number)}`,
    'order.waiting_payment': d => `Menunggu pembayaran ${rupiah(d.total)}: ${text(d.order_number)}`,
    'order.paid': d => `Pesanan dibayar ${rupiah(d.change?.paid_amount)}: ${text(d.order_number)}`,
    'order.processing': d => `Pesanan diproses: ${text(d.order_number)}`,
    'order.shipped': d => `Pesanan dikirim${describeParcel(d, 'id')}: ${text(d.order_number)}`,
    'order.delivered': d => `Barang diserahkan: ${text(d.order_number)}`,
    'order.completed': d => `Pesanan selesai, ${rupiah(d.total)}: ${text(d.order_number)}`,
    'order.cancelled': d => `Pesanan dibatalkan, ${rupiah(d.total)}: ${text(d.order_number)}`,
    'order.undone': d => `Pesanan dikembalikan ke langkah sebelumnya: ${text(d.order_number)}`,
    'order.paid_in_vain': d =>
      `Uang ${rupiah(d.change?.paid_amount)} masuk untuk pesanan yang tidak menunggunya: ${text(d.order_number)}`,
    'order.reviewed': d => `Ulasan ${text(d.change?.stars)} dari 5 bintang: ${text(d.order_number)}`,
    'bill.created': d => `Tagihan baru ${billAmount(d)}: ${text(d.title)}`,
    'bill.partly_paid': d => `Tagihan dibayar ${rupiah(d.change?.amount)}, sisa ${rupiah(d.due)}: ${text(d.title)}`,
    'bill.paid': d => `Tagihan lunas, ${rupiah(d.collected)}: ${text(d.title)}`,
    'bill.used': d => `Tagihan dibayar ${rupiah(d.change?.amount)}: ${text(d.title)}`,
    'bill.overpaid': d => `Tagihan kelebihan bayar ${rupiah(d.change?.amount)}, kembalikan: ${text(d.title)}`,
    'bill.overdue': d => `Tagihan lewat jatuh tempo, sisa ${rupiah(d.due)}: ${text(d.title)}`,
    'bill.closed': d => `Tagihan ditutup: ${text(d.title)}`,
    'bill.expired': d => `Tagihan berakhir: ${text(d.title)}`,
    'shift.opened': d => `Shift ${text(d.cashier)} dibuka di ${text(d.device)}, kas awal ${rupiah(d.opening_cash)}`,
    'shift.closed': d => `Shift ${text(d.cashier)} ditutup di ${text(d.device)}: ${countedCash.id(d)}`,
    'stock.low': d => `Stok hampir habis: ${goods(d)}, sisa ${text(d.available)}`,
    'stock.changed': d => `Stok berubah: ${goods(d)}, sekarang ${text(d.available)}`,
    'customer.created': d => `Pelanggan baru: ${typed(d.name)}`,
    'withdrawal.moved': d => `Penarikan ${rupiah(d.amount)} ${wordOf(withdrawals.id, d.status)}`,
    'connection.failing': d => `Koneksi bermasalah: ${text(d.connection)}`,
    'connection.recovered': d => `Koneksi berjalan lagi: ${text(d.connection)}`,
    'endpoint.disabled': d => `Endpoint dimatikan: ${text(d.description ?? d.url)}`,
  },
  en: {
    'payment.created': d => `New payment of ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    'payment.paid': d => `Paid ${rupiah(d.change?.paid_amount)}: ${text(d.invoice_id)}`,
    'payment.expired': d => `Expired unpaid, ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    'payment.cancelled': d => `Cancelled, ${rupiah(d.final_amount)}: ${text(d.invoice_id)}`,
    'payment.refunded': d => `Refunded ${rupiah(d.change?.amount)}: ${text(d.invoice_id)}`,
    'transfer.in_review': d => `Money of ${rupiah(d.amount)} waits for your decision (${text(d.connection)})`,
    'transfer.reviewed': d =>
      `Money of ${rupiah(d.amount)} was ${wordOf(outcomes.en, d.change?.outcome)} (${text(d.connection)})`,
    'order.placed': d => `New order of ${rupiah(d.total)} from ${typed(d.customer_name)}: ${text(d.order_number)}`,
    'order.waiting_payment': d => `Waiting for ${rupiah(d.total)}: ${text(d.order_number)}`,
    'order.paid': d => `Order paid, ${rupiah(d.change?.paid_amount)}: ${text(d.order_number)}`,
    'order.processing': d => `Order in hand: ${text(d.order_number)}`,
    'order.shipped': d => `Order shipped${describeParcel(d, 'en')}: ${text(d.order_number)}`,
    'order.delivered': d => `Goods handed over: ${text(d.order_number)}`,
    'order.completed': d => `Order completed, ${rupiah(d.total)}: ${text(d.order_number)}`,
    'order.cancelled': d => `Order cancelled, ${rupiah(d.total)}: ${text(d.order_number)}`,
    'order.undone': d => `Order taken a step back: ${text(d.order_number)}`,
    'order.paid_in_vain': d =>
      `Money of ${rupiah(d.change?.paid_amount)} came for an order that expects none: ${text(d.order_number)}`,
    'order.reviewed': d => `Reviewed with ${text(d.change?.stars)} of 5 stars: ${text(d.order_number)}`,
    'bill.created': d => `New bill ${billAmount(d)}: ${text(d.title)}`,
    'bill.partly_paid': d => `Bill paid ${rupiah(d.change?.amount)}, ${rupiah(d.due)} open: ${text(d.title)}`,
    'bill.paid': d => `Bill paid, ${rupiah(d.collected)}: ${text(d.title)}`,
    'bill.used': d => `Bill paid ${rupiah(d.change?.amount)}: ${text(d.title)}`,
    'bill.overpaid': d => `Bill overpaid by ${rupiah(d.change?.amount)}, to be returned: ${text(d.title)}`,
    'bill.overdue': d => `Bill overdue, ${rupiah(d.due)} open: ${text(d.title)}`,
    'bill.closed': d => `Bill closed: ${text(d.title)}`,
    'bill.expired': d => `Bill expired: ${text(d.title)}`,
    'shift.opened': d =>
      `Shift of ${text(d.cashier)} opened at ${text(d.device)} with ${rupiah(d.opening_cash)} in cash`,
    'shift.closed': d => `Shift of ${text(d.cashier)} closed at ${text(d.device)}: ${countedCash.en(d)}`,
    'stock.low': d => `Stock runs low: ${goods(d)}, ${text(d.available)} left`,
    'stock.changed': d => `Stock changed: ${goods(d)}, now ${text(d.available)}`,
    'customer.created': d => `New customer: ${typed(d.name)}`,
    'withdrawal.moved': d => `Withdrawal of ${rupiah(d.amount)} ${wordOf(withdrawals.en, d.status)}`,
    'connection.failing': d => `Connection fails: ${text(d.connection)}`,
    'connection.recovered': d => `Connection works again: ${text(d.connection)}`,
    'endpoint.disabled': d => `Endpoint switched off: ${text(d.description ?? d.url)}`,
  },
}

export const moreText = { id: (count: number) => `… dan ${count} lagi`, en: (count: number) => `… and ${count} more` }
export const testText = { id: '[uji] ', en: '[test] ' }
