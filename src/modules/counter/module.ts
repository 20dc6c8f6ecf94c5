import { counterCashReturns } from '../../counter/cash-returns.ts'
import { completeReceipt } from '../../counter/complete-receipt.ts'
import { countOpenShifts } from '../../counter/count-open-shifts.ts'
import { counterLeftOut } from '../../counter/counter-tables.ts'
import { counterAuditTexts } from '../../counter/counter-words.ts'
import { counterEntities } from '../../counter/entities.ts'
import { readOutwardShift } from '../../counter/read-outward-shift.ts'
import { counterPage } from '../../web/counter/counter-page.ts'
import { receiptScan } from '../../web/counter/receipt-scan.ts'
import { soundboxPage } from '../../web/counter/soundbox/soundbox-page.ts'
import { counterSettingsPage } from '../../web/dashboard/counter/counter-settings.ts'
import { devicesPage } from '../../web/dashboard/devices/devices.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'

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
