import { afterAll, beforeAll, expect, test } from 'vitest'
import { readNews } from '../../../src/modules/alerts/read-news.ts'
import { ringWaitMs } from '../../../src/modules/alerts/web/page-streams.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { newCustomer, openStall, order, type Stall } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

test('news reaches the page of its account in time while pages of 2,000 accounts are open', async () => {
  const { accountId, mode } = shop.demo
  const after = new Date(Date.now() - 60_000)
  const strangers = Array.from({ length: 1_999 }, (_, index) => ({ accountId: accountId + 1_000 + index, mode, after }))
  const readers = [...strangers, { accountId, mode, after }]
  const { orderNumber } = await order(stall, await newCustomer(stall), { shave: 1 })
  await readNews(shop.app, readers)
  const start = performance.now()
  const { found, until } = await readNews(shop.app, readers)
  // Reads that take longer than the pause between them would never end.
  expect(performance.now() - start).toBeLessThan(ringWaitMs)
  expect(until).toBeNull()
  expect(found.at(-1)!.map(({ facts }) => facts)).toContainEqual(expect.objectContaining({ number: orderNumber }))
  expect(found.slice(0, -1).flat()).toEqual([])
})
