import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { shiftEvents } from './api/shift-events.ts'
import { counterCashReturns } from './cash-returns.ts'
import { completeReceipt } from './complete-receipt.ts'
import { countOpenShifts } from './count-open-shifts.ts'
import { counterExcludedTables } from './counter-tables.ts'
import { counterAuditTexts } from './counter-words.ts'
import { addDemoShifts } from './demo-shifts.ts'
import { Device } from './device.ts'
import { counterEntities } from './entities.ts'
import { examineShifts } from './examine-shifts.ts'
import { OfflineSale } from './offline/offline-sale.ts'
import { shiftSubject } from './shift-subject.ts'
import { reopenBills } from './tables/close-bill.ts'
import { personalTables } from './tables/personal-tables.ts'
import { sendPaidSales, ticketChannel } from './tables/plan-tickets.ts'
import { dueTicketsSql, printTickets } from './tables/print-tickets.ts'
import { createCounterRouter } from './web/counter-page.ts'
import { counterSettingsPage } from './web/counter-settings.ts'
import { devicesPage } from './web/devices.ts'
import { offlineReviewPage } from './web/offline-review.ts'
import { createReceiptScanRouter } from './web/receipt-scan.ts'
import { createSoundboxRouter } from './web/soundbox/soundbox-page.ts'
import { wakeSoundboxes } from './web/soundbox/wake-soundboxes.ts'
import { stationsPage } from './web/stations.ts'

const ticketsMax = 20
const pairedCounter = { kind: 'kasir' as const, pairedAt: { $ne: null }, revokedAt: null }

/** Phones and tablets at a counter: they sell, print, check receipts, and announce payments aloud. */
export const counter: Module = {
  name: 'counter',
  summary: 'The counter: cashiers, shifts, printed receipts, the soundbox',
  entities: counterEntities,
  leftOutTables: counterExcludedTables,
  auditTexts: counterAuditTexts,
  countOpen: countOpenShifts,
  pages: [devicesPage, counterSettingsPage, offlineReviewPage, stationsPage],
  outward: { after: 'order.reviewed', events: shiftEvents, subjects: { shift: shiftSubject } },
  reactions: { 'order.placed': [wakeSoundboxes], 'order.cancelled': [reopenBills], 'order.paid': [sendPaidSales] },
  sweeps(app, createPool) {
    const pool = createPool(ticketsMax)
    return [
      {
        name: 'print-kitchen-tickets',
        everyMs: 2_000,
        run: () => pool.start(room => printTickets(app, room)),
        wakes: [ticketChannel],
        due: dueTicketsSql,
      },
    ]
  },
  routers: app => [
    { router: createCounterRouter(app) },
    { router: createReceiptScanRouter(app) },
    createSoundboxRouter(app),
  ],
  facts: {
    cashReturns: [counterCashReturns],
    receiptFacts: [completeReceipt],
    personalRows: [personalTables],
    oldRows: [{ table: 'kitchen_ticket', days: 7, isOld: `state <> 'pending' and ended_at < :before` }],
  },
  slots: {
    demoPast: [addDemoShifts],
    sellingPlaces: [
      {
        order: 2,
        icon: pageIcons.counter,
        name: { id: 'Kasir', en: 'Counter' },
        text: {
          id: 'Jual di HP atau tablet, tunai atau QRIS, dengan shift kasir dan struk 58 mm.',
          en: 'Sell on a phone or tablet, by cash or QRIS, with cashiers’ shifts and 58 mm receipts.',
        },
        chapter: 'counter',
      },
    ],
    findings: [examineShifts],
    attention: [
      {
        path: '/dashboard/counter/offline',
        text: {
          id: 'Penjualan tanpa jaringan yang perlu dilihat',
          en: 'Offline sales to review',
        },
        count: em => em.count(OfflineSale, { seenAt: null }),
      },
    ],
    shopDoors: [
      {
        order: 2,
        path: '/dashboard/counter',
        label: { id: 'Pasang kasir', en: 'Set up the counter' },
        isOpen: async (app, scope) => (await app.em(scope).count(Device, pairedCounter)) > 0,
      },
    ],
    mainPages: [
      {
        place: 'till',
        path: '/dashboard/counter',
        icon: pageIcons.counter,
        text: { id: 'Kasir', en: 'Counter' },
        help: 'counter',
      },
    ],
    navigation: [
      {
        group: 'account',
        help: 'soundbox',
        path: '/dashboard/devices',
        icon: pageIcons.devices,
        text: { id: 'Perangkat', en: 'Devices' },
      },
    ],
    quickLinks: [
      {
        icon: pageIcons.counter,
        path: '/dashboard/counter',
        text: { id: 'Jual di kasir', en: 'Sell at the counter' },
      },
    ],
  },
}
