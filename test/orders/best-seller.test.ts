import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBestSeller } from '../../src/orders/statistics/best-seller.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { openStall, type Stall } from './store.ts'

let shop: TestShop
let stall: Stall
beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

const day = '2026-03-10'

async function sell(name: string, quantity: number, revenue: number, more: { day?: string; mode?: string } = {}) {
  await shop.app.sql.write(
    `insert into product_day (account_id, mode, day, variant_id, orders, quantity, revenue)
     select account_id, $2, $3, id, 1, $4, $5 from variant where public_id = $1`,
    [stall.variants[name]!, more.mode ?? 'test', more.day ?? day, quantity, revenue],
  )
}
const best = (of = day) => findBestSeller(shop.app, { accountId: shop.demo.accountId, mode: 'test' }, of)

test('the best seller of a day is sold most often, and among equals for more money', async () => {
  expect(await best()).toBeNull()
  // An order that was cancelled takes its goods away again.
  await sell('guide/text', 0, 0)
  expect(await best()).toBeNull()
  await sell('shave', 2, 60_000)
  expect(await best()).toEqual({ name: 'Cukur', quantity: 2 })
  await sell('mug', 2, 90_000)
  await sell('token', 2, 40_000)
  expect(await best()).toEqual({ name: 'Mug <b>&"', quantity: 2 })
  await sell('guide/hand', 3, 1_000)
  expect(await best()).toEqual({ name: 'Panduan (Tulis Tangan)', quantity: 3 })
})

test('the best seller of a day is neither of another day nor of the other mode', async () => {
  await sell('mug', 70, 1_000, { day: '2026-03-11' })
  await sell('mug', 80, 1_000, { mode: 'live' })
  expect((await best())!.quantity).toBeLessThan(70)
  expect(await best('2026-03-11')).toEqual({ name: 'Mug <b>&"', quantity: 70 })
  expect(await best('2026-03-12')).toBeNull()
})
