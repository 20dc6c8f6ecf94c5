import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from './scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.app.sql.write("update charge set state = 'failed', is_closed = true where state = 'waiting'"))

const createMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => create(shop, { payment_method: 'qris' })))

/** Returns the number of codes that one sweep requests. */
async function asked(limit: number, whose: 'operator' | 'merchants' = 'operator'): Promise<number> {
  const { work } = await chargePayments(shop.app, limit, whose)
  await Promise.all(work)
  return work.length
}

test("codes are requested up to the process's limit, and the rest afterwards", async () => {
  await createMany(7)
  expect([await asked(4), await asked(4), await asked(4)]).toEqual([4, 3, 0])
})

test("fifty codes are requested at once from an operator's connection, and twenty from merchants' own", async () => {
  await createMany(53)
  expect(await asked(100)).toBe(50)
  expect(await asked(100)).toBe(3)
  await createMany(23)
  await shop.app.sql.write(
    "update account set is_operator = false where id in (select account_id from connection where connector = 'interactive')",
  )
  expect(await asked(100)).toBe(0)
  expect(await asked(100, 'merchants')).toBe(20)
  expect(await asked(100, 'merchants')).toBe(3)
}, 60_000)
