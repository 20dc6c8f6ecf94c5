import { expect, test } from 'vitest'
import { readTypedRefund } from '../../../src/modules/refunds/bot/merchant-refund.ts'

test.each([
  ['15.000 gelas pecah', { amount: 15_000, reason: 'gelas pecah' }],
  ['Rp 15.000 gelas pecah', { amount: 15_000, reason: 'gelas pecah' }],
  ['15 ribu gelas pecah', { amount: 15_000, reason: 'gelas pecah' }],
  ['15rb', { amount: 15_000, reason: '' }],
  ['15000 2 gelas pecah', { amount: 15_000, reason: '2 gelas pecah' }],
  ['gelas pecah 15.000', null],
  ['0 gelas', null],
  ['-5', null],
  ['', null],
])('%j in the chat is the refund %j', (text, typed) => {
  expect(readTypedRefund(text)).toEqual(typed)
})
