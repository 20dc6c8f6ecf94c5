import type { RangeName } from '../range.ts'

interface RangeTexts {
  ranges: Record<RangeName, string>
  /** The weekdays, beginning with Monday. */
  weekdays: readonly string[]
}

/** Names of the ranges and days of statistics, in chats and on the dashboard. */
export const rangeTexts: Record<'id' | 'en', RangeTexts> = {
  id: {
    ranges: {
      today: 'Hari ini',
      '7': '7 hari',
      '30': '30 hari',
      month: 'Bulan ini',
      'last-month': 'Bulan lalu',
      year: 'Tahun ini',
    },
    weekdays: ['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu', 'Minggu'],
  },
  en: {
    ranges: {
      today: 'Today',
      '7': '7 days',
      '30': '30 days',
      month: 'This month',
      'last-month': 'Last month',
      year: 'This year',
    },
    weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  },
}
