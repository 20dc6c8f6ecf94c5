import { describe, expect, test } from 'vitest'
import { judgeTransfer } from '../../src/money/judge-transfer.ts'

const expiresAt = new Date('2026-11-21T05:00:00Z')
const graceS = 60
const amount = 25_321

type Status = 'pending' | 'paid' | 'expired' | 'cancelled'

const pays = { pays: true, late: false, reason: null }
const paysLate = { pays: true, late: true, reason: null }
const late = { pays: false, late: true, reason: 'late' }
const review = (reason: string) => ({ pays: false, late: false, reason })

describe('a transfer that came', () => {
  test.each<[when: string, seconds: number | null, status: Status, acceptsLateMoney: boolean, verdict: object]>([
    ['before the deadline', -1, 'pending', false, pays],
    ['at the deadline', 0, 'pending', false, pays],
    ['in the last second of the grace', 60, 'pending', false, pays],
    ['after the grace, still pending', 61, 'pending', false, late],
    ['after the grace, still pending, late money accepted', 61, 'pending', true, paysLate],
    ['at no known time', null, 'pending', false, pays],
    ['at no known time, for an expired payment', null, 'expired', false, late],
    ['in time, for an expired payment', -1, 'expired', false, late],
    ['late, for an expired payment', 600, 'expired', false, late],
    ['late, for an expired payment, late money accepted', 600, 'expired', true, paysLate],
    ['for a cancelled payment', -1, 'cancelled', false, review('cancelled')],
    ['for a cancelled payment, late money accepted', 600, 'cancelled', true, review('cancelled')],
    ['for a paid payment', -1, 'paid', true, review('paid_twice')],
  ])('%s', (_when, seconds, status, acceptsLateMoney, verdict) => {
    const occurredAt = seconds === null ? null : new Date(expiresAt.getTime() + seconds * 1000)
    const payment = { status, finalAmount: amount, expiresAt, acceptsLateMoney }
    expect(judgeTransfer(payment, { amount, occurredAt }, graceS)).toEqual(verdict)
  })

  test('for no payment belongs to none, and with another amount than its payment is inexact', () => {
    const payment = { status: 'pending' as const, finalAmount: amount, expiresAt, acceptsLateMoney: true }
    expect(judgeTransfer(null, { amount, occurredAt: expiresAt }, graceS)).toEqual(review('unmatched'))
    for (const other of [amount - 1, amount + 1, 0]) {
      expect(judgeTransfer(payment, { amount: other, occurredAt: expiresAt }, graceS)).toEqual(review('inexact'))
    }
  })
})
