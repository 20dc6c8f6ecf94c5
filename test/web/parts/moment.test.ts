import { expect, test } from 'vitest'
import { createCalendar } from '../../../src/lib/calendar.ts'
import { formatMoment, timeElement } from '../../../src/web/parts/moment.ts'

const app = { calendar: createCalendar('Asia/Jakarta'), now: () => new Date('2026-11-23T07:26:03Z') }

test.each([
  ['2026-11-23T07:26:03Z', 'hari ini 14.26', 'today 14:26', 'hari ini 14.26'],
  // After midnight in Jakarta, but still the previous day in London.
  ['2026-11-22T17:00:00Z', 'hari ini 00.00', 'today 00:00', 'hari ini 00.00'],
  ['2026-11-22T16:59:59Z', 'kemarin 23.59', 'yesterday 23:59', 'kemarin 23.59'],
  ['2026-11-24T01:05:00Z', 'besok 08.05', 'tomorrow 08:05', 'besok 08.05'],
  ['2026-11-21T03:00:00Z', '21 Nov 10.00', '21 Nov 10:00', '21 Nov'],
  ['2025-12-31T16:59:59Z', '31 Des 2025 23.59', '31 Dec 2025 23:59', '31 Des 2025'],
])('%s is displayed the way people say it', (at, id, en, inList) => {
  expect(formatMoment(app, 'id', new Date(at))).toBe(id)
  expect(formatMoment(app, 'en', new Date(at))).toBe(en)
  expect(formatMoment(app, 'id', new Date(at), 'list')).toBe(inList)
})

test('the audit log shows seconds, and every displayed moment carries its exact time', () => {
  const at = new Date('2026-11-23T07:26:03Z')
  expect(formatMoment(app, 'id', at, 'exact')).toBe('hari ini 14.26.03')
  expect(timeElement(app, 'en', at).text).toBe(
    '<time datetime="2026-11-23T07:26:03.000Z" title="2026-11-23 14:26:03">today 14:26</time>',
  )
})
