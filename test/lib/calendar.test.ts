import { describe, expect, test } from 'vitest'
import { createCalendar } from '../../src/lib/calendar.ts'

// Half-hour zones, days on which clocks change, and a zone that was 44 minutes and 30 seconds behind until 1972.
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

test.each(zones)('a moment is formatted to the second in %s, no matter how often its minute was requested', zone => {
  const { format } = createCalendar(zone)
  const form = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  for (const at of [...moments, ...moments].map(text => new Date(text))) {
    for (const later of [0, 1_000, 31_000, 59_000, 61_000]) {
      const moment = new Date(at.getTime() + later)
      expect(format(moment)).toBe(form.format(moment))
    }
  }
})

test('formatting an invalid date throws an error', () => {
  expect(() => createCalendar('UTC').format(new Date(Number.NaN))).toThrow(RangeError)
})

describe('reading a moment', () => {
  const { readMoment, format } = createCalendar('Asia/Jakarta')
  const read = (text: string, edge?: 'start' | 'end') => readMoment(text, edge)?.toISOString() ?? null

  test.each([
    ['2026-11-21', '2026-11-20T17:00:00.000Z'],
    ['2026-11-21 14:05', '2026-11-21T07:05:00.000Z'],
    ['2026-11-21T14:05', '2026-11-21T07:05:00.000Z'],
    ['2026-11-21 14:05:09', '2026-11-21T07:05:09.000Z'],
    ['2026-11-21T07:05:09.250Z', '2026-11-21T07:05:09.250Z'],
    ['2026-11-21T07:05:09+02:00', '2026-11-21T05:05:09.000Z'],
  ])('the moment %s is read', (text, moment) => expect(read(text)).toBe(moment))

  test('a moment given as a day is read with its end, and as it was written', () => {
    expect(read('2026-11-21', 'end')).toBe('2026-11-21T17:00:00.000Z')
    expect(read('2026-11-21 14:05', 'end')).toBe('2026-11-21T07:05:00.000Z')
    expect(format(readMoment('2026-11-21 14:05:09')!)).toBe('2026-11-21 14:05:09')
  })

  test('a moment is read by the clock of a day on which the clock changes', () => {
    const inNewYork = createCalendar('America/New_York').readMoment
    expect(inNewYork('2026-11-01 12:00')!.toISOString()).toBe('2026-11-01T17:00:00.000Z')
    expect(inNewYork('2026-10-31 12:00')!.toISOString()).toBe('2026-10-31T16:00:00.000Z')
  })

  test.each([
    ...['', 'yesterday', '2026-02-30', '2026-02-30 10:00', '2026-11-21 24:00', '2026-11-21 10:60', '2026-11-21 10'],
    ...['2026-11-21 10:00:61', '2026-11-21T10:00+25:00', '2026-11-21T10:00:00 07:00', '1763700000', '2026-11-21\n'],
  ])('a moment is not read from %j', text => expect(read(text)).toBeNull())
})
