import { describe, expect, test } from 'vitest'
import { Payment } from '../../src/payments/payment.ts'

const expiresAt = new Date('2026-11-21T05:00:00Z')
const graceS = 60
const amount = 25_321

type Status = 'pending' | 'paid' | 'expired' | 'cancelled'

const pays = { pays: true, late: false, reason: null }
const paysLate = { pays: true, late: true, reason: null }
const late = { pays: false, late: true, reason: 'late' }
const review = (reason: string) => ({ pays: false, late: false, reason })

const paymentThat = (fields: Partial<Payment>): Payment =>
  Object.assign(Object.create(Payment.prototype), { status: 'pending', finalAmount: amount, expiresAt, ...fields })

describe('judging a transfer', () => {
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
  ])(
    'a transfer is judged by its time and the state of its payment: %s',
    (_when, seconds, status, acceptsLateMoney, verdict) => {
      const occurredAt = seconds === null ? null : new Date(expiresAt.getTime() + seconds * 1000)
      expect(paymentThat({ status }).judge({ amount, occurredAt }, { graceS, acceptsLateMoney })).toEqual(verdict)
    },
  )

  test('a transfer of a different amount than its payment is inexact', () => {
    for (const other of [amount - 1, amount + 1, 0]) {
      const rules = { graceS, acceptsLateMoney: true }
      expect(paymentThat({}).judge({ amount: other, occurredAt: expiresAt }, rules)).toEqual(review('inexact'))
    }
  })

  test('a transfer beside another one is a second payment, and an unproven one waits for a person', () => {
    const money = { amount, occurredAt: expiresAt }
    const rules = { graceS, acceptsLateMoney: false }
    expect(paymentThat({}).judge(money, { ...rules, isPaidMeanwhile: true })).toEqual(review('paid_twice'))
    expect(paymentThat({}).judge({ ...money, isUnproved: true }, rules)).toEqual(review('unproved'))
  })
})

describe('a payment', () => {
  test.each<[Status, mayBeCancelled: boolean, mayStillBePaid: boolean, holdsItsReference: boolean]>([
    ['pending', true, true, true],
    ['paid', false, false, true],
    ['expired', false, true, false],
    ['cancelled', false, false, false],
  ])(
    'the state "%s" determines what can still happen to a payment',
    (status, mayBeCancelled, mayStillBePaid, holdsItsReference) => {
      const payment = paymentThat({ status, refundedAt: null })
      expect([payment.mayBeCancelled(), payment.mayStillBePaid(), payment.holdsItsReference()]).toEqual([
        mayBeCancelled,
        mayStillBePaid,
        holdsItsReference,
      ])
    },
  )

  test('a fully refunded payment releases its reference', () => {
    const paid = paymentThat({ status: 'paid' })
    const held = [paid.received(), 1].map(refundedAmount =>
      paymentThat({ status: 'paid', refundedAt: expiresAt, refundedAmount }).holdsItsReference(),
    )
    expect(held).toEqual([false, true])
  })

  test('a pending payment is preparing, then payable, then overdue, and shows the added amount', () => {
    const payment = paymentThat({ amount: 25_000, uniqueCode: 21 })
    const before = new Date(expiresAt.getTime() - 1)
    expect([payment.phaseAt(before, false), payment.phaseAt(before, true), payment.phaseAt(expiresAt, true)]).toEqual([
      'preparing',
      'payable',
      'overdue',
    ])
    expect(paymentThat({ status: 'paid' }).phaseAt(before, true)).toBe('paid')
    expect(payment.onTop()).toBe(300)
  })
})
