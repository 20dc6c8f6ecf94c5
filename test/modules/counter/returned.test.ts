import { expect, test } from 'vitest'
import { isReturned } from '../../../src/modules/counter/web/counter-json.ts'

test('a sale is returned once all of its money was given back, and not by a refund in part', () => {
  const paid = { paidAmount: 36_000, finalAmount: 36_000 }
  const byCode = (refundedAmount: number | null) => isReturned({ refundedAt: null }, { ...paid, refundedAmount })
  expect([null, 1_000, 35_999, 36_000].map(byCode)).toEqual([false, false, false, true])
  const inCash = (refundedAt: Date | null) => isReturned({ refundedAt }, null)
  expect([inCash(null), inCash(new Date())]).toEqual([false, true])
})
