import { expect, test } from 'vitest'
import { formatCheck } from '../../src/doctor/format-check.ts'

const words = { paid: 'paid', upTo: (moment: string) => `up to ${moment}`, never: 'never', closed: 'closed' }
const checkedAt = new Date('2026-11-21T10:00:00Z')
const open = { isPaidWay: false, checkedAt: null, state: 'open' } as const

test.each([
  ['never', open],
  ['up to 2026', { ...open, checkedAt }],
  ['up to 2026', { ...open, checkedAt, state: 'closed' }],
  ['closed', { ...open, state: 'closed' }],
  ['paid', { ...open, isPaidWay: true }],
  ['paid', { ...open, isPaidWay: true, checkedAt, state: 'closed' }],
] as const)('%s is said of %j', (said, source) => {
  expect(formatCheck(source, words, date => String(date.getUTCFullYear()))).toBe(said)
})
