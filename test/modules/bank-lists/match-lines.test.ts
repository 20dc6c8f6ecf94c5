import { expect, test } from 'vitest'
import { matchLines } from '../../../src/modules/bank-lists/match-lines.ts'
import { computeLineTimes } from '../../../src/modules/bank-lists/place-lines.ts'

const line = (identity: string, day: string, time: string | null = null) => ({
  identity,
  amount: 75_013,
  ...computeLineTimes({ day, time }),
})
const transfer = (id: number, at: string) => ({ id, amount: 75_013, arrivedAt: new Date(at) })

// Banks use Jakarta's time, whatever a shop's zone is. Source: BRI, `TGL_TRAN` and `JAM_TRAN` in the file from its
// internet banking are Asia/Jakarta; src/connectors/jakarta.ts for the other providers.
test('a line covers its day, or the time around its own, by the clock of Jakarta', () => {
  expect(computeLineTimes({ day: '2026-10-01', time: null }).from).toEqual(new Date('2026-09-30T17:00:00Z'))
  const { from, until } = computeLineTimes({ day: '2026-10-01', time: '11:27:10' })
  expect([from, until]).toEqual([new Date('2026-10-01T04:17:10Z'), new Date('2026-10-01T04:37:10Z')])
})

test('two lines of two days match both transfers, one of which fits either', () => {
  const transfers = [transfer(1, '2026-10-01T17:05:00Z'), transfer(2, '2026-10-01T03:00:00Z')]
  const lines = [line('first', '2026-10-01'), line('second', '2026-10-02')]
  for (const order of [lines, lines.toReversed()]) {
    expect(matchLines(order, transfers).seen).toEqual(
      new Map([
        ['first', 2],
        ['second', 1],
      ]),
    )
  }
})

test('a transfer is matched once, and transfers without a line are listed', () => {
  const transfers = [transfer(1, '2026-10-01T03:00:00Z'), transfer(2, '2026-10-12T03:00:00Z')]
  const { seen, doubtful, unlisted } = matchLines([line('one', '2026-10-01'), line('two', '2026-10-01')], transfers)
  expect([seen.size, doubtful.size, unlisted]).toEqual([1, 0, new Set([2])])
})
