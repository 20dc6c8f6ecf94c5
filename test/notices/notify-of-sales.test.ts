import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripTags } from '../../bot/telegram/send.ts'
import { texts } from '../../bot/texts/texts.ts'
import { notifyOfSales } from '../../src/notices/notify-of-sales.ts'
import { switchNotices } from '../../src/notices/switch-notices.ts'
import { foldStatistics } from '../../src/payments/statistics/fold-statistics.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { noticeViews } from '../kit/parts.ts'
import { create, detect, send } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  await shop.app.sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id) values (7, 'live', 'platform_bot', 'Warung', '{}', 'x', 'h')`,
  )
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 99, 'Siti', 'id', now())`,
    [shop.demo.accountId],
  )
})
afterAll(() => shop.close())

/** Advances the shop's clock to the next time at which it shows this in Jakarta. */
function moveTo(hour: number, minute: number): void {
  const { app } = shop
  const from = app.now().getTime()
  const today = app.calendar.startOfDay(app.calendar.formatDay(app.now()))!.getTime()
  const wanted = today + (hour * 60 + minute) * 60_000
  shop.advance((wanted + (wanted <= from ? 86_400_000 : 0) - from) / 1000)
}

async function sell(amount: number): Promise<number> {
  const payment = await create(shop, { amount, payment_method: 'qris' })
  await shop.work()
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  await foldStatistics(shop.app)
  return payment.final_amount
}

const told = () =>
  shop.app.sql.query<{ chat_id: number; data: { day: string; mode: 'test' } }>(
    "select chat_id, data from notice where kind = 'merchant.sales_day' order by id",
  )

test('a merchant receives the sales of a day the next morning, once, with a picture of the week', async () => {
  const { app, demo } = shop
  moveTo(12, 0)
  const day = app.calendar.formatDay(app.now())
  const sum = (await sell(20_000)) + (await sell(35_000))
  expect(await notifyOfSales(app)).toBe(0)
  moveTo(0, 30)
  expect(await notifyOfSales(app)).toBe(0)
  moveTo(8, 0)
  // Two processes check at once, and again an hour later.
  await Promise.all([notifyOfSales(app), notifyOfSales(app)])
  moveTo(9, 0)
  await notifyOfSales(app)
  expect(await told()).toEqual([{ chat_id: 99, data: { day, mode: 'test' } }])

  const bot = { id: 7, accountId: null, mode: 'live' as const, username: 'platform_bot', firstName: 'Warung' }
  const reader = { app, bot, chatId: 99, accountId: demo.accountId, language: 'id' as const, t: texts.id, edited: null }
  const message = await noticeViews['merchant.sales_day'](reader, { day, mode: 'test' })
  if (message === null || typeof message === 'number') throw new Error('nothing was said')
  const text = stripTags(message.text.text)
  expect(text).toContain('Penjualan')
  expect(text).toContain('🧪 UJI')
  expect(text).toContain(`Rp\u00a0${sum.toLocaleString('id-ID')} · 2 pembayaran`)
  expect(message.photo!.key.length).toBeLessThan(200)
  const { data, info } = await sharp(await message.photo!.bytes())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colourAt = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  // Six days without sales, and the last one with the highest possible bar.
  expect(colourAt(737, 260)).toEqual([0x15, 0x80, 0x3d])
  expect(colourAt(631, 540)).toEqual([255, 255, 255])
}, 60_000)

test('a day without sales sends no message, nor does a day to a merchant who disabled it', async () => {
  const { app, demo } = shop
  moveTo(8, 30)
  expect(await notifyOfSales(app)).toBe(0)
  await switchNotices(app, demo.accountId, [{ kind: 'merchant.sales_day', isOn: false }])
  moveTo(12, 0)
  await sell(20_000)
  moveTo(8, 0)
  expect(await notifyOfSales(app)).toBe(1)
  expect(await told()).toHaveLength(1)
}, 60_000)
