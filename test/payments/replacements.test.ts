import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { findPayment } from '../../src/payments/find-payment.ts'
import { findReplacement } from '../../src/payments/find-replacement.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from './scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const reference = `R-${randomInt(10 ** 9)}`

async function open(more: object = { reference }): Promise<string> {
  shop.advance(1)
  return (await create(shop, more)).invoice_id
}

const cancel = (id: string) => cancelPayment(shop.app, shop.demo, id, 'merchant')
const replacementOf = async (id: string) =>
  (await findReplacement(shop.app, await findPayment(shop.app, shop.demo, id)))?.invoiceId ?? null

test('a payment is replaced by the open or paid one with its reference, otherwise by the newest later one', async () => {
  const first = await open()
  expect(await replacementOf(first)).toBeNull()
  await cancel(first)
  const second = await open()
  expect(await Promise.all([first, second].map(replacementOf))).toEqual([second, null])
  await cancel(second)
  const third = await open()
  expect(await Promise.all([first, second, third].map(replacementOf))).toEqual([third, third, null])
  await cancel(third)
  expect(await Promise.all([first, second, third].map(replacementOf))).toEqual([third, third, null])
  const other = await shop.api('/create-payment', {
    body: { amount: 15_000, payment_method: 'wallet_direct', reference },
    key: shop.keys.second,
  })
  expect(other.status).toBe(200)
  await shop.app.sql.write(
    `update payment set status = 'paid', paid_at = created_at, paid_amount = final_amount, paid_via = payment_method,
       paid_late = true where invoice_id = $1`,
    [first],
  )
  expect(await Promise.all([first, second, third].map(replacementOf))).toEqual([third, first, first])
})

test('a payment without a reference has no replacement', async () => {
  const [first] = [await open({}), await open({})]
  expect(await replacementOf(first!)).toBeNull()
})
