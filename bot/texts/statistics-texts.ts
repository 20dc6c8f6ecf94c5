import type { RangeName } from '../../src/orders/statistics/range.ts'
import type { Language } from './texts.ts'

const id = {
  title: (shop: string) => `📊 ${shop}`,
  ranges: {
    today: 'Hari ini',
    '7': '7 hari',
    '30': '30 hari',
    month: 'Bulan ini',
    'last-month': 'Bulan lalu',
    year: 'Tahun ini',
  } satisfies Record<RangeName, string>,
  revenue: 'Uang masuk',
  before: (value: string) => `(sebelumnya ${value})`,
  paid: 'Tagihan lunas',
  ofCreated: (count: number) => `dari ${count}`,
  average: 'Rata-rata',
  orders: 'Pesanan terjual',
  customers: 'Pelanggan baru',
  returning: 'pesanan pelanggan lama',
  discounts: 'Potongan kupon',
  best: '🏆 Terlaris',
  busiest: 'Paling ramai',
  at: (weekday: string, hour: string) => `hari ${weekday}, pukul ${hour}`,
  weekdays: ['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu', 'Minggu'],
  misses: '🔎 Dicari, tidak ditemukan',
  dashboard: 'Lengkapnya di dasbor',
}

type StatisticsTexts = typeof id

const en: StatisticsTexts = {
  title: shop => `📊 ${shop}`,
  ranges: {
    today: 'Today',
    '7': '7 days',
    '30': '30 days',
    month: 'This month',
    'last-month': 'Last month',
    year: 'This year',
  },
  revenue: 'Received',
  before: value => `(${value} before)`,
  paid: 'Paid invoices',
  ofCreated: count => `of ${count}`,
  average: 'Average',
  orders: 'Orders sold',
  customers: 'New customers',
  returning: 'orders of returning customers',
  discounts: 'Coupon discounts',
  best: '🏆 Best sellers',
  busiest: 'Busiest',
  at: (weekday, hour) => `${weekday}, at ${hour}`,
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  misses: '🔎 Searched for, not found',
  dashboard: 'All of it on the dashboard',
}

export const statisticsTexts: Record<Language, StatisticsTexts> = { id, en }
