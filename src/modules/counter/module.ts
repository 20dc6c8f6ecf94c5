import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { counterCashReturns } from './cash-returns.ts'
import { completeReceipt } from './complete-receipt.ts'
import { countOpenShifts } from './count-open-shifts.ts'
import { counterLeftOut } from './counter-tables.ts'
import { counterAuditTexts } from './counter-words.ts'
import { addDemoShifts } from './demo-shifts.ts'
import { Device } from './device.ts'
import { counterEntities } from './entities.ts'
import { examineShifts } from './examine-shifts.ts'
import { readOutwardShift } from './read-outward-shift.ts'
import { counterPage } from './web/counter-page.ts'
import { counterSettingsPage } from './web/counter-settings.ts'
import { devicesPage } from './web/devices.ts'
import { receiptScan } from './web/receipt-scan.ts'
import { soundboxPage } from './web/soundbox/soundbox-page.ts'

const pairedCounter = { kind: 'kasir' as const, pairedAt: { $ne: null }, revokedAt: null }

/** Phones and tablets at a counter: they sell, print, check receipts, and say aloud what was paid. */
export const counter: Module = {
  name: 'counter',
  summary: 'The counter: cashiers, shifts, printed receipts, the soundbox',
  entities: counterEntities,
  leftOutTables: counterLeftOut,
  auditTexts: counterAuditTexts,
  countOpen: countOpenShifts,
  pages: [devicesPage, counterSettingsPage],
  routers: app => [{ router: counterPage(app) }, { router: receiptScan(app) }, soundboxPage(app)],
  facts: {
    cashReturns: [counterCashReturns],
    outwardSubjects: [{ kind: 'shift', read: readOutwardShift }],
    receiptFacts: [completeReceipt],
  },
  slots: {
    demoPast: [addDemoShifts],
    findings: [examineShifts],
    shopDoors: [
      {
        order: 2,
        path: '/dashboard/counter',
        label: { id: 'Pasang kasir', en: 'Set up the counter' },
        isOpen: async (app, scope) => (await app.em(scope).count(Device, pairedCounter)) > 0,
      },
    ],
    navigation: [
      {
        after: '/dashboard/orders',
        path: '/dashboard/counter',
        icon: pageIcons.counter,
        text: { id: 'Kasir', en: 'Counter' },
      },
      {
        after: '/dashboard/keys',
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
