import type { Language } from '../../../../bot/texts/texts.ts'
import { rangeTexts } from './range-texts.ts'

const id = {
  title: (shop: string) => `📊 ${shop}`,
  ...rangeTexts.id,
  revenue: 'Uang masuk',
  refunded: 'Dikembalikan',
  before: (value: string) => `(sebelumnya ${value})`,
  paid: 'Tagihan lunas',
  ofCreated: (count: number) => `dari ${count}`,
  average: 'Rata-rata',
  orders: 'Pesanan terjual',
  customers: 'Pelanggan baru',
  returning: 'pesanan pelanggan lama',
  counter: 'Terjual di kasir',
  options: '🧂 Opsi yang paling dipilih',
  discounts: 'Potongan kupon',
  best: '🏆 Terlaris',
  busiest: 'Paling ramai',
  at: (weekday: string, hour: string) => `hari ${weekday}, pukul ${hour}`,
  misses: '🔎 Dicari, tidak ditemukan',
  dashboard: 'Lengkapnya di dasbor',
}

type StatisticsTexts = typeof id

const en: StatisticsTexts = {
  title: shop => `📊 ${shop}`,
  ...rangeTexts.en,
  revenue: 'Received',
  refunded: 'Refunded',
  before: value => `(${value} before)`,
  paid: 'Paid invoices',
  ofCreated: count => `of ${count}`,
  average: 'Average',
  orders: 'Orders sold',
  customers: 'New customers',
  returning: 'orders of returning customers',
  counter: 'Sold at the counter',
  options: '🧂 Options chosen most',
  discounts: 'Coupon discounts',
  best: '🏆 Best sellers',
  busiest: 'Busiest',
  at: (weekday, hour) => `${weekday}, at ${hour}`,
  misses: '🔎 Searched for, not found',
  dashboard: 'All of it on the dashboard',
}

export const statisticsTexts: Record<Language, StatisticsTexts> = { id, en }
