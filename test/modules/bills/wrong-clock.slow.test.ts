import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toLocalTime } from '../../../src/lib/wall-clock.ts'
import { passDueBills } from '../../../src/modules/bills/pass-due-bills.ts'
import { openBrowser } from '../../kit/browser.ts'
import { makeClockShift, wrongClocks } from '../../kit/wrong-clock.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { makeBill } from './stand.ts'

let shop: WebShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop({}, {}, { ownCodes: true }), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

test.each(wrongClocks)(
  'a phone whose clock is %s shows when a bill is due, by the calendar of the shop',
  async (_name, ms) => {
    const today = shop.app.calendar.formatDay(shop.app.now())
    const due = await makeBill(shop, { amount: 10_000, due_date: today })
    const late = await makeBill(shop, { amount: 20_000, due_date: today })
    await shop.app.sql.write("update bill set due_at = due_at - interval '1 day' where public_id = $1", [late.bill])
    await passDueBills(shop.app)
    await using phone = await browser.newContext({ locale: 'id-ID', viewport: { width: 360, height: 740 } })
    await phone.addInitScript(makeClockShift(ms))
    const page = await phone.newPage()
    for (const [bill, warnings] of [
      [late, 1],
      [due, 0],
    ] as const) {
      await page.goto(`${shop.pagesUrl}/b/${bill.slug}`)
      expect(await page.locator('.due .warning').count()).toBe(warnings)
    }
    const { day } = toLocalTime(shop.app.config.timeZone, shop.app.now(), 'id')
    expect(await page.locator('main').innerText()).toContain(day)
    await page.getByRole('button', { name: /^Bayar/ }).click()
    await page.waitForURL('**/pay?*')
  },
)
