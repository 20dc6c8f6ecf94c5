import type { Language } from '../../../web/parts/language.ts'

const id = {
  title: 'Lembar bulanan untuk pajak',
  lead: 'Menurut hari uang dibukukan. Angka ini membantu pelaporan; bukan perhitungan pajak.',
  month: 'Bulan',
  turnover: 'Omzet',
  fees: 'Biaya',
  refunded: 'Dikembalikan',
  cashTurnover: 'Termasuk tunai',
  net: 'Bersih',
  sales: 'Pembayaran',
  none: 'Tidak ada uang yang dibukukan pada bulan ini.',
  feesHint: 'Biaya: bagian yang dibayar pelanggan di atas harga untuk QRIS dengan NMID sendiri.',
  mode: 'Mode uji: ini uang mainan.',
  day: 'Tanggal',
  show: 'Tampilkan',
}

export type TaxTexts = typeof id

const en: TaxTexts = {
  title: 'Monthly tax sheet',
  lead: 'By the day on which money was booked. It helps with reporting; it is not a tax calculation.',
  month: 'Month',
  turnover: 'Turnover',
  fees: 'Fees',
  refunded: 'Refunded',
  cashTurnover: 'Including cash',
  net: 'Net',
  sales: 'Payments',
  none: 'No money was booked in this month.',
  feesHint: 'Fees: what customers paid on top of the price for QRIS with your own NMID.',
  mode: 'Test mode: this is play money.',
  day: 'Day',
  show: 'Show',
}

export const taxTexts: Record<Language, TaxTexts> = { id, en }
