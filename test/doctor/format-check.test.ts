import { expect, test } from 'vitest'
import { formatCheck } from '../../src/doctor/format-check.ts'

const words = {
  paid: 'paid',
  upTo: (moment: string) => `up to ${moment}`,
  never: 'never',
  closed: 'closed',
  neverReported: 'no phone',
  silentSince: (moment: string) => `silent since ${moment}`,
}
const checkedAt = new Date('2026-11-21T10:00:00Z')
const open = { isPaidWay: false, checkedAt: null, state: 'open', phone: null } as const

test.each([
  ['never', open],
  ['up to 2026', { ...open, checkedAt }],
  ['up to 2026', { ...open, checkedAt, state: 'closed' }],
  ['no phone', { ...open, phone: { reportedAt: null } }],
  ['silent since 2026', { ...open, phone: { reportedAt: checkedAt } }],
  ['up to 2026', { ...open, checkedAt, phone: { reportedAt: checkedAt } }],
  ['closed', { ...open, state: 'closed' }],
  ['paid', { ...open, isPaidWay: true }],
  ['paid', { ...open, isPaidWay: true, checkedAt, state: 'closed' }],
] as const)('the check is described as "%s" for %j', (said, source) => {
  expect(formatCheck(source, words, date => String(date.getUTCFullYear()))).toBe(said)
})
