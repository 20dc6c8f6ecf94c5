import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePushKey } from '../../../src/modules/alerts/push-key.ts'
import { findAllProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { newCustomer, openStall, order } from '../../orders/store.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let browser: Browser

beforeAll(async () => {
  shop = await createWebShop()
  browser = await openBrowser()
  await makePushKey(shop.app)
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

test.each([
  ['id-ID', 390],
  ['en-US', 1280],
])('an order appears on the open list, counts in its title and rings (%s, %i)', async (locale, width) => {
  const stall = await openStall(shop.app, shop.demo)
  const visitor = await signInAs(shop)
  const context = await browser.newContext({ locale, viewport: { width, height: 800 } })
  const url = shop.pagesUrl
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })))
  const page = await context.newPage()
  const streamed = page.waitForResponse(/dashboard\/events/)
  await page.goto(`${url}/dashboard/orders`)
  await streamed
  const placed = await order(stall, await newCustomer(stall), { shave: 1 })
  const committedAt = Date.now()
  await page.locator('#alerts a').waitFor()
  const tookMs = Date.now() - committedAt
  await page.locator('[data-fresh="list"]', { hasText: placed.orderNumber.slice(-6) }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^\(1\) /)
  expect(await page.getAttribute('html', 'data-rang')).toBe('order')
  expect(await findAllProblems(page)).toEqual([])
  // On an idle machine the limit is one second.
  expect(tookMs).toBeLessThan(5_000)
  await page.goto(`${url}/dashboard/alerts`)
  await page.locator('[data-alert-sound]').click()
  expect(await page.evaluate<string>(`localStorage.getItem('warung-alert-sound')`)).toBe('off')
  expect(await findAllProblems(page)).toEqual([])
  await context.close()
})
