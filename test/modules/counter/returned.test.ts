import { expect, test } from 'vitest'
import { isReturned } from '../../../src/modules/counter/web/counter-json.ts'

test('a sale counts as returned once all of its money was refunded, not after a partial refund', () => {
  const paid = { paidAmount: 36_000, finalAmount: 36_000 }
  const byCode = (refundedAmount: number | null) => isReturned({ refundedAt: null }, { ...paid, refundedAmount })
  expect([null, 1_000, 35_999, 36_000].map(byCode)).toEqual([false, false, false, true])
  const inCash = (refundedAt: Date | null) => isReturned({ refundedAt }, null)
  expect([inCash(null), inCash(new Date())]).toEqual([false, true])
})
