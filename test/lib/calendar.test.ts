import { expect, test } from 'vitest'
import { createCalendar } from '../../src/lib/calendar.ts'

// Half-hour zones, days on which clocks change, and one that was 44 minutes and 30 seconds behind until 1972.
const zones = ['Asia/Jakarta', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/New_York', 'Africa/Monrovia', 'UTC']
const moments = [
  '1880-03-01T00:00:59.999Z',
  '1969-12-31T23:59:59.500Z',
  '1971-06-01T12:00:15Z',
  '2026-03-08T06:59:59.999Z',
  '2026-03-08T07:00:00Z',
  '2026-04-04T15:00:30Z',
  '2026-11-01T05:59:59Z',
  '2026-12-31T16:59:59Z',
  '2026-12-31T17:00:00Z',
]

test.each(zones)('a moment is formatted to the second in %s, however often its minute was asked for', zone => {
  const { format } = createCalendar(zone)
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  for (const at of [...moments, ...moments].map(text => new Date(text))) {
    for (const later of [0, 1_000, 31_000, 59_000, 61_000]) {
      const moment = new Date(at.getTime() + later)
      expect(format(moment)).toBe(form.format(moment))
    }
  }
})

test('a date that is none throws', () => {
  expect(() => createCalendar('UTC').format(new Date(Number.NaN))).toThrow(RangeError)
})
