import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundSale } from '../../../src/modules/counter/refund-sale.ts'
import { readMoneyByDay } from '../../../src/orders/statistics/read-money-by-day.ts'
import { readTaxDays } from '../../../src/orders/statistics/read-tax-days.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { create } from '../../payments/scenario.ts'
import { openCounter, sellAt } from './sales-stand.ts'
import { ownerOf } from './stand.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const dayOf = () => shop.app.calendar.formatDay(shop.app.now())

test("cash counts as income: by day, in the tax sheet, and in the owner's summary", async () => {
  const scope = { accountId: shop.demo.accountId, mode: 'test' as const }
  const mine = await openCounter(shop)
  const day = dayOf()
  const range = { first: day, last: day }
  const first = await sellAt(shop, mine, { free: 20_000, expectedTotal: 20_000 })
  await sellAt(shop, mine, { free: 30_000, expectedTotal: 30_000, cashGiven: 50_000 })
  const payment = await create(shop, { amount: 10_000, payment_method: 'qris' })
  await shop.work()
  await payInvoice(shop, payment.invoice_id)
  const received = payment.final_amount
  await refundSale(shop.app, { orderNumber: first.orderNumber }, ownerOf(shop))

  expect(await readMoneyByDay(shop.app, scope, 2)).toMatchObject([
    { paid: 0 },
    { day, paid: 3, revenue: 50_000 + received },
  ])
  expect(await readTaxDays(shop.app, scope, range)).toMatchObject([
    { day, sales: 3, amount: 50_000 + received, cash: 50_000, refunds: 1, refunded: 20_000 },
  ])
  const other = { ...scope, mode: 'live' as const }
  expect(await readTaxDays(shop.app, other, range)).toEqual([])
})
