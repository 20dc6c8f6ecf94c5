import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cancelWaitingSale } from '../../../src/modules/counter/cancel-waiting-sale.ts'
import { findShift } from '../../../src/modules/counter/find-shift.ts'
import { setCounterRules } from '../../../src/modules/counter/set-counter-rules.ts'
import { createTestShop } from '../../kit/app.ts'
import { deviceNow, openCounter, sellAt } from './sales-stand.ts'
import { ownerOf } from './stand.ts'

test("a shift shows each cashier's sales, discounts and cancellations", async () => {
  await using shop = Object.assign(await createTestShop(), {
    async [Symbol.asyncDispose]() {
      await shop.close()
    },
  })
  const counter = await openCounter(shop)
  await setCounterRules(shop.app, { discountMaxPercent: 20 }, ownerOf(shop))
  await sellAt(shop, counter)
  await sellAt(shop, counter, { discount: 3_000, expectedTotal: 22_000 })
  const key = randomUUID()
  await sellAt(shop, counter, { key, method: 'code' })
  await cancelWaitingSale(shop.app, await deviceNow(shop, counter.id), key)
  const { byCashier } = await findShift(shop.app, { accountId: shop.demo.accountId, mode: 'test' }, counter.shift)
  expect(byCashier).toEqual([
    {
      name: expect.stringContaining('Kasir'),
      sales: 2,
      amount: 47_000,
      voids: 1,
      voided: 25_000,
      discounts: 1,
      discounted: 3_000,
      returned: 0,
    },
  ])
})
