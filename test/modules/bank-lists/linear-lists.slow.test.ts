import { test } from 'vitest'
import { expectLinear } from '../../kit/expect-linear.ts'

// Both are counted because they are compiled after `expectLinear`, which does the counting.
const { computeLineTimes: placeLine } = await import('../../../src/modules/bank-lists/place-lines.ts')
const { matchLines } = await import('../../../src/modules/bank-lists/match-lines.ts')

const placed = placeLine({ day: '2026-10-01', time: null })
const arrivedAt = new Date('2026-10-01T03:00:00Z')

test('matching thousands of lines and transfers of one amount takes time proportional to their number', () => {
  expectLinear(count => {
    const transfers = Array.from({ length: count }, (_, id) => ({ id, amount: 75_013, arrivedAt }))
    const lines = Array.from({ length: count }, (_, at) => ({ identity: String(at), amount: 75_013, ...placed }))
    return matchLines(lines, transfers)
  }, 1000)
})
