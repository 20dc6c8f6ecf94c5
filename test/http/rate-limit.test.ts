import { expect, test } from 'vitest'
import { createRateLimit } from '../../src/http/rate-limit.ts'

test('changing names repeatedly gives no client a fresh bucket, because empty buckets are remembered', () => {
  let now = 0
  const limit = createRateLimit(0.001, 2, () => now)
  expect([limit.take('me').ok, limit.take('me').ok, limit.take('me').ok]).toEqual([true, true, false])
  for (let nth = 0; nth < 120_000; nth++) {
    now++
    limit.take(`other ${nth}`)
  }
  expect(limit.take('me').ok).toBe(false)
})
