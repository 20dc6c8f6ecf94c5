import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundSale, takeBackCashReturn } from '../../../../src/modules/counter/refund-sale.ts'
import { signInAs } from '../../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { openCounter, sellAt } from '../sales-stand.ts'
import { ownerOf } from '../stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

/** Returns the last two cells of each sale in the file of orders: the refunded amount and the time. */
async function refundsInFile(): Promise<Map<string, string[]>> {
  const owner = await signInAs(shop, { role: 'read_only' })
  const [, ...lines] = (await owner.get('/dashboard/orders.csv')).text.trimEnd().split('\r\n')
  return new Map(lines.slice(0, -1).map(line => [line.split(',')[0]!, line.split(',').slice(-2)]))
}

test('the file of orders has the cash refunded at the counter, until that is corrected', async () => {
  const counter = await openCounter(shop)
  const [total, first, second] = [50_000, 1_000 + randomInt(9_000), 1_000 + randomInt(9_000)]
  const sell = async () => (await sellAt(shop, counter, { free: total, expectedTotal: total })).orderNumber
  const [kept, returned, corrected] = [await sell(), await sell(), await sell()]
  const owner = ownerOf(shop)
  await refundSale(shop.app, { orderNumber: returned, amount: first }, owner)
  shop.advance(3_600)
  await refundSale(shop.app, { orderNumber: returned, amount: second }, owner)
  const lastReturnAt = shop.app.now().getTime()
  const key = crypto.randomUUID()
  await refundSale(shop.app, { orderNumber: corrected, key }, owner)
  await takeBackCashReturn(shop.app, { orderNumber: corrected, key }, owner)

  const refunds = await refundsInFile()
  expect([refunds.get(kept), refunds.get(corrected)]).toEqual([
    ['', ''],
    ['', ''],
  ])
  const [amount, at] = refunds.get(returned)!
  expect(Number(amount)).toBe(first + second)
  // The time is Jakarta's, in whole seconds.
  expect(Math.abs(Date.parse(`${at!.replace(' ', 'T')}+07:00`) - lastReturnAt)).toBeLessThan(10_000)
})
