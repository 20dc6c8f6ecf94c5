import { expect, test } from 'vitest'
import type { ShiftEvents } from '../../../src/modules/counter/counter-words.ts'
import { checkOutwardRow, exampleTime, type InventedEvent, writeSentences } from '../../kit/check-outward-row.ts'

const opened = {
  id: 7,
  device: { name: 'Tablet depan' },
  cashier: { name: 'Ayu' },
  openingCash: 200_000,
  countedCash: null,
  expectedCash: null,
  note: null,
  openedAt: exampleTime('21 08:00:00'),
  closedAt: null,
  closedBy: null,
  difference: () => null,
}
const closed = {
  ...opened,
  countedCash: 648_000,
  expectedCash: 650_000,
  note: 'Kembalian kurang',
  closedAt: exampleTime('21 16:05:00'),
  closedBy: { name: 'Ayu' },
  difference: () => -2_000,
}
const nothing = { sales: 0, amount: 0 }
const empty = { cash: nothing, code: nothing, returned: 0, expectedCash: 200_000 }
const full = { cash: { sales: 31, amount: 465_000 }, code: { sales: 74, amount: 1_480_000 }, returned: 15_000 }

const events: Record<keyof ShiftEvents, [InventedEvent, id: string, en: string]> = {
  'shift.opened': [
    { subject: { shift: opened, totals: empty } },
    'Shift Ayu dibuka di Tablet depan, kas awal Rp 200.000',
    'Shift of Ayu opened at Tablet depan with Rp 200.000 in cash',
  ],
  'shift.closed': [
    { subject: { shift: closed, totals: { ...full, expectedCash: 650_000 } } },
    'Shift Ayu ditutup di Tablet depan: kas Rp 648.000, kurang Rp 2.000',
    'Shift of Ayu closed at Tablet depan: Rp 648.000 counted, short Rp 2.000',
  ],
}

test.each(Object.entries(events))('the webhook %s has an example and sentences', (type, [event, ...sentences]) => {
  checkOutwardRow(type as keyof ShiftEvents, event, sentences)
})

test('a sentence names the cash of a shift', () => {
  const describeCash = (difference: number) =>
    writeSentences('shift.closed', { difference }).map(one => one.split(', ')[1])
  expect([describeCash(0), describeCash(5_000)]).toEqual([
    ['pas', 'exact'],
    ['lebih Rp 5.000', 'over Rp 5.000'],
  ])
})
