import { makePress } from '../../../bot/telegram/message.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { merchantStatisticsScreen } from './bot/merchant-statistics.ts'
import { statisticsPage } from './web/statistics.ts'
import { statisticsCsv } from './web/statistics-csv.ts'

const path = '/dashboard/statistics'
const entry = { path, icon: pageIcons.statistics, text: { id: 'Statistik', en: 'Statistics' } }
const button = { id: '📊 Statistik', en: '📊 Statistics' }

/**
 * Shows sales by time and customer, compared with an earlier period. The core keeps the totals behind it, so a shop
 * that enables it later has them.
 */
export const salesStatistics: Module = {
  name: 'sales-statistics',
  summary: 'Statistics of sales: by day, hour, product, option and customer',
  pages: [statisticsPage],
  downloads: [statisticsCsv],
  platformScreens: [merchantStatisticsScreen],
  slots: {
    mainPages: [{ place: 'statistics', help: 'statistics', ...entry }],
    dailyPages: [entry],
    chartLinks: [{ path, text: { id: 'Semua statistik', en: 'All statistics' } }],
    homeTools: [{ order: 30, text: button, press: makePress('stats', 0, '7') }],
    keyboardWords: [{ command: 'statistik', text: button }],
    botCommands: [
      {
        isPlatform: true,
        after: 'uang',
        names: { id: 'statistik', en: 'statistics' },
        text: { id: 'Statistik penjualan', en: 'Sales statistics' },
      },
    ],
  },
}
