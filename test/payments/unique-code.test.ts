import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAllCodes, preferSmallCodes } from '../../src/payments/unique-code.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

const subtracting = { subtractsUniqueCode: true }

describe('the codes of a store that subtracts them', () => {
  test('discount codes are all subtracted from a large enough amount', () => {
    expect(listAllCodes(subtracting, 1999)).toEqual(Array.from({ length: 999 }, (_, index) => -1 - index))
  })

  test('codes that would go below the minimum are added instead', () => {
    const finals = listAllCodes(subtracting, 1050).map(code => 1050 + code)
    expect(Math.min(...finals)).toBe(1000)
    expect(new Set(finals).size).toBe(999)
  })

  test('codes are discounts while one is left, and small surcharges come before large ones', () => {
    expect(preferSmallCodes(listAllCodes(subtracting, 1003))).toEqual([-1, -2, -3])
    const discountsGone = listAllCodes(subtracting, 1003).filter(code => code > 0)
    expect(preferSmallCodes(discountsGone)).toEqual(Array.from({ length: 96 }, (_, index) => 4 + index))
  })

  test('codes are all added to the smallest amount', () => {
    expect(listAllCodes(subtracting, 1000)).toEqual(Array.from({ length: 999 }, (_, index) => 1 + index))
  })
})

describe('a payment of a store that subtracts its codes', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await createTestShop()
    await shop.app.sql.write('update account set subtracts_unique_code = true where id = $1', [shop.demo.accountId])
  })
  afterAll(() => shop.close())

  test.each(['wallet_direct', 'qris'])(
    'a discounted payment by %s is never below the smallest amount',
    async method => {
      const finals: number[] = []
      for (let made = 0; made < 20; made++) {
        const { status, body } = await shop.api('/create-payment', { body: { amount: 1005, payment_method: method } })
        expect(status).toBe(200)
        expect(body.data.final_amount).toBe(1005 + body.data.unique_code)
        finals.push(body.data.final_amount)
      }
      expect(Math.min(...finals)).toBeGreaterThanOrEqual(1000)
      // With `qris`, a code is reused before a payment is rejected.
      if (method === 'wallet_direct') expect(new Set(finals).size).toBe(20)
    },
  )

  test('payments of a store that subtracts its codes use the discounts first', async () => {
    const finals: number[] = []
    for (let made = 0; made < 3; made++) {
      const asked = { amount: 1503, payment_method: 'wallet_direct' }
      finals.push((await shop.api('/create-payment', { body: asked })).body.data.unique_code)
    }
    expect(Math.max(...finals)).toBeLessThan(0)
  })
})
