import { expect, test } from 'vitest'
import { toLocalTime } from '../../src/lib/wall-clock.ts'

const moment = new Date('2026-11-21T17:05:00Z')

test.each([
  ['Asia/Jakarta', 'id', '22 November 2026', '00.05 WIB'],
  ['Asia/Jakarta', 'en', '22 November 2026', '00:05 WIB'],
  ['Asia/Pontianak', 'id', '22 November 2026', '00.05 WIB'],
  ['Asia/Makassar', 'id', '22 November 2026', '01.05 WITA'],
  ['Asia/Jayapura', 'en', '22 November 2026', '02:05 WIT'],
  ['Asia/Tokyo', 'en', '22 November 2026', '02:05 GMT+9'],
  ['UTC', 'en', '21 November 2026', '17:05 GMT+0'],
] as const)('in %s (%s) it is %s, %s', (zone, language, day, time) => {
  expect(toLocalTime(zone, moment, language)).toEqual({ day, time })
})
