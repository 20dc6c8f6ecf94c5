import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWorthStoring } from '../../src/connections/trace/summarize-exchange.ts'

test('of successful checks at a provider one is stored every two seconds, and every other exchange is stored', () => {
  const connectionId = randomInt(1e9)
  const at = (nowMs: number, exchange: { method: string; status: number | null }) =>
    isWorthStoring(connectionId, exchange, nowMs)
  const asked = { method: 'GET', status: 200 }
  expect([5_000, 5_500, 6_999, 7_000, 8_999, 9_000].map(nowMs => at(nowMs, asked))).toEqual([
    true,
    false,
    false,
    true,
    false,
    true,
  ])
  const others = [
    { method: 'POST', status: 200 },
    { method: 'GET', status: 404 },
    { method: 'GET', status: null },
  ]
  for (const exchange of others) expect([9_001, 9_002].map(nowMs => at(nowMs, exchange))).toEqual([true, true])
  expect(isWorthStoring(connectionId + 1, asked, 9_003)).toBe(true)
})
