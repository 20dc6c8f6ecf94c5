import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeLikeness, type LikelyHold, listMistypedAmounts } from '../../src/money/judge-likeness.ts'

const at = new Date('2026-11-21T05:00:00Z')
const minutes = (count: number) => new Date(at.getTime() + count * 60_000)
const hold = (change: Partial<LikelyHold> = {}): LikelyHold => ({
  ...{ invoiceId: 'one', amount: 25_000, finalAmount: 25_321 },
  ...{ heldFrom: minutes(-10), heldUntil: minutes(80) },
  ...change,
})

describe('money of an amount that no payment held', () => {
  test.each([
    ['the price without its unique code', 25_000],
    ['rounded up to ten', 25_330],
    ['rounded down to ten', 25_320],
    ['rounded up to a hundred', 25_400],
    ['rounded down to a hundred', 25_300],
    ['rounded up to a thousand', 26_000],
    ['with one wrong digit', 25_821],
    ['with two digits swapped', 25_231],
    ['with a missing digit', 2_531],
    ['with an additional digit', 253_210],
  ])('an amount was probably meant for the payment if it is %s', (_slip, paid) => {
    expect(judgeLikeness(paid, at, [hold()])).toEqual({ reason: 'inexact', invoiceId: 'one' })
  })

  test.each([
    [41_010, 41_008],
    [41_000, 40_999],
    [40_998, 41_003],
  ])('%i was probably meant for %i, a few rupiah off', (finalAmount, paid) => {
    expect(judgeLikeness(paid, at, [hold({ amount: 39_950, finalAmount })])).toEqual({
      reason: 'inexact',
      invoiceId: 'one',
    })
  })

  test('an amount with one wrong digit is more likely than one a few rupiah off', () => {
    const close = hold({ invoiceId: 'two', finalAmount: 25_819 })
    expect(judgeLikeness(25_821, at, [close, hold()])).toEqual({ reason: 'inexact', invoiceId: 'one' })
    expect(judgeLikeness(25_821, at, [close])).toEqual({ reason: 'inexact', invoiceId: 'two' })
  })

  test.each([24_999, 25_999, 50_000, 1, 35_331])('an amount of %i was probably meant for no payment', paid => {
    expect(judgeLikeness(paid, at, [hold()])).toBeNull()
  })

  test('late money was probably meant for the last holder of its amount', () => {
    const over = hold({ heldFrom: minutes(-300), heldUntil: minutes(-60) })
    expect(judgeLikeness(25_321, at, [over])).toEqual({ reason: 'late', invoiceId: 'one' })
  })

  test('early money was probably meant for the next holder of its amount', () => {
    const next = hold({ heldFrom: minutes(5) })
    expect(judgeLikeness(25_321, at, [next])).toEqual({ reason: 'early', invoiceId: 'one' })
  })

  test('an amount may match several payments, without a decision', () => {
    const other = hold({ invoiceId: 'two', finalAmount: 25_322 })
    expect(judgeLikeness(25_000, at, [hold(), other])).toEqual({ reason: 'ambiguous', invoiceId: null })
  })

  test('a waiting payment is more likely than an earlier one', () => {
    const over = hold({ invoiceId: 'two', heldFrom: minutes(-300), heldUntil: minutes(-60), finalAmount: 25_322 })
    expect(judgeLikeness(25_000, at, [over, hold()])).toEqual({ reason: 'inexact', invoiceId: 'one' })
  })
})

test('a typing error is recognised in either direction, but an equal amount is not one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 99_999_999 }), amount => {
      const slips = [...listMistypedAmounts(amount)]
      expect(slips).not.toContain(amount)
      const asLong = slips.filter(slip => String(slip).length >= String(amount).length)
      expect(asLong.filter(slip => !listMistypedAmounts(slip).has(amount))).toEqual([])
    }),
    { numRuns: 200 },
  )
})
