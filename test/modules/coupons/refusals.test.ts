import { afterAll, beforeAll, expect, test } from 'vitest'
import { useCoupon } from '../../../src/modules/coupons/use-coupon.ts'
import { requestPayment } from '../../../src/orders/request-payment.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { newCustomer, openStall, order, type Stall } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall
beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

const use = (customerId: number, token: string) => {
  const { accountId, mode } = shop.demo
  return useCoupon(shop.app, { accountId, mode, customerId }, { token, code: 'TIDAK-ADA' })
}

test("a coupon with an unknown code, for a paid order or for another customer's order is refused", async () => {
  const [budi, sari] = [await newCustomer(stall), await newCustomer(stall)]
  const placed = await order(stall, budi, { mug: 1 })
  await expect(use(budi, placed.token)).rejects.toMatchObject({ code: 'coupon', details: { problem: 'unknown' } })
  await expect(use(sari, placed.token)).rejects.toMatchObject({ code: 'not_found' })
  await requestPayment(shop.app, stall.standing, { customerId: budi, token: placed.token })
  await expect(use(budi, placed.token)).rejects.toMatchObject({ code: 'refused_transition' })
})
