import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyOfSales } from '../../../src/notices/notify-of-sales.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { openCounter, sellAt } from './sales-stand.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

test('a merchant is notified of a day with only cash sales', async () => {
  const { app, demo } = shop
  await app.sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id) values (7, 'live', 'platform_bot', 'Warung', '{}', 'x', 'h')`,
  )
  await app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 99, 'Siti', 'id', now())`,
    [demo.accountId],
  )
  const moveTo = (time: number) => shop.advance((time - app.now().getTime()) / 1000)
  const nextDay = () => app.calendar.endOfDay(app.calendar.formatDay(app.now()))!.getTime()
  moveTo(nextDay() + 12 * 3_600_000)
  await sellAt(shop, await openCounter(shop))
  moveTo(nextDay() + 8 * 3_600_000)
  expect(await notifyOfSales(app)).toBe(1)
  const told = await app.sql.query("select chat_id from notice where kind = 'merchant.sales_day'")
  expect(told).toEqual([{ chat_id: 99 }])
})
