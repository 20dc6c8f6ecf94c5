import type { Language } from '../../parts/language.ts'

const id = {
  title: 'Hari ini',
  received: 'Uang masuk',
  refunded: 'Dikembalikan',
  paid: 'Lunas',
  waiting: 'Menunggu',
  ended: 'Batal atau kedaluwarsa',
  before: (weekday: string, value: string) => `${weekday} lalu: ${value}`,
  best: 'Terlaris',
  sold: (quantity: number) => `${quantity} terjual`,
  open: 'Pesanan terbuka',
  allOpen: (count: number) => `Semua (${count})`,
  quick: {
    label: 'Yang sering dilakukan',
    code: 'Tampilkan QRIS sekarang',
    product: 'Tambah produk',
    close: 'Tutup untuk libur',
  },
  attention: 'Perlu perhatianmu',
  inReview: 'Uang masuk menunggu keputusanmu',
  toHandle: 'Pesanan menunggu dikerjakan',
  refundsDue: 'Uang pelanggan yang harus dikembalikan',
  failedCallbacks: 'Callback gagal terkirim',
  downConnections: 'Koneksi bermasalah',
  revokedBots: 'Bot toko perlu token baru',
  chart: 'Uang masuk 14 hari terakhir',
  chartEmpty: 'Belum ada uang masuk dalam 14 hari terakhir.',
  chartSummary: (total: string, day: string, best: string) =>
    `Uang masuk ${total} dalam 14 hari; paling banyak pada ${day}, ${best}.`,
  chartNumbers: 'Lihat angkanya',
  day: 'Tanggal',
  latest: 'Pembayaran terbaru',
}

export type HomeTexts = typeof id

const en: HomeTexts = {
  title: 'Today',
  received: 'Received',
  refunded: 'Refunded',
  paid: 'Paid',
  waiting: 'Pending',
  ended: 'Cancelled or expired',
  before: (weekday, value) => `Last ${weekday}: ${value}`,
  best: 'Best seller',
  sold: quantity => `${quantity} sold`,
  open: 'Open orders',
  allOpen: count => `All (${count})`,
  quick: {
    label: 'Done every day',
    code: 'Show a QRIS now',
    product: 'Add a product',
    close: 'Close for a holiday',
  },
  attention: 'Needs your attention',
  inReview: 'Money waiting for your decision',
  toHandle: 'Orders waiting to be handled',
  refundsDue: 'Refunds that you owe to customers',
  failedCallbacks: 'Callbacks that couldn’t be delivered',
  downConnections: 'Failing connections',
  revokedBots: 'Shop bots that need a new token',
  chart: 'Received in the last 14 days',
  chartEmpty: 'Nothing received in the last 14 days.',
  chartSummary: (total, day, best) => `${total} received in 14 days; most on ${day}, ${best}.`,
  chartNumbers: 'See the numbers',
  day: 'Day',
  latest: 'Latest payments',
}

export const homeTexts: Record<Language, HomeTexts> = { id, en }
