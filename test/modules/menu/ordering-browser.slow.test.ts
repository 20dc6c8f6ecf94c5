import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Order } from '../../../src/orders/order.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { findSeriousProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { findSmallTargets } from '../../kit/find-small-targets.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

// Also uses: customer-mail

let shop: WebShop
let browser: Browser
beforeAll(async () => {
  // With these settings, an order's page has a form for news by e-mail.
  const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Warung <warung@example.id>' }
  ;[shop, browser] = await Promise.all([createWebShop({}, {}, { settings }), openBrowser()])
  await openMenu(shop, 'kopi')
  await shop.app.sql.write('insert into shop_rules (account_id, tables) values ($1, 4)', [shop.demo.accountId])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function expectFit(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  expect(await findSeriousProblems(page)).toEqual([])
  expect(await findSmallTargets(page, 44)).toEqual([])
}

/** Orders a latte at table 3; returns the address of the payment page. */
async function orderLatte(page: Page, look: () => Promise<void>): Promise<URL> {
  await page.goto(`${shop.pagesUrl}/m/kopi?table=3&lang=id`)
  await look()
  await page.getByRole('link', { name: 'Latte' }).click()
  await page.getByLabel('Susu oat').check()
  await look()
  await page.getByRole('button', { name: 'Masukkan ke pesanan' }).click()
  await page.getByRole('link', { name: 'Lihat pesanan' }).click()
  await page.getByLabel('Nama', { exact: true }).fill('Sari')
  await page.getByLabel('Cara menerima').selectOption('dine_in')
  await look()
  // The payment page is at the shop's own address, which is not served in this test.
  const led = page.waitForRequest(request => new URL(request.url()).pathname === '/pay')
  await page.getByRole('button', { name: 'Pesan dan bayar Rp 30.000' }).click()
  return new URL((await led).url())
}

async function newestOrder(): Promise<Order> {
  const [order] = await shop.app.em(shop.demo).find(Order, {}, { orderBy: { id: 'desc' }, limit: 1 })
  return order!
}

test('a phone of 360 px orders at a table, and its page follows the order automatically', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'id-ID' })
  const page = await context.newPage()
  const payment = await orderLatte(page, () => expectFit(page))
  const order = await newestOrder()
  await page.goto(`${shop.pagesUrl}/m/kopi/o/${order.token}?lang=id`)
  await page.getByRole('button', { name: 'Beri tahu saya kalau siap' }).click()
  await page.locator('.payer-mail summary').click()
  await expectFit(page)
  if (process.env.PICTURES_TO) await page.screenshot({ path: `${process.env.PICTURES_TO}/follow.png`, fullPage: true })
  await page.getByLabel('e-mail', { exact: false }).fill('sari@example.id')
  await payInvoice(shop, payment.searchParams.get('invoice')!)
  const { orderNumber } = order
  await updateOrderStatus(shop.app, shop.demo, { orderNumber, status: 'completed', notify: false })
  await page.getByText('Pesananmu siap untuk meja 3.').waitFor()
  expect(await page.title()).toContain('Pesananmu siap')
  // The page was redrawn around the guest's typing.
  expect(await page.getByLabel('e-mail', { exact: false }).inputValue()).toBe('sari@example.id')
  await context.close()
})

/** Counts the sounds that a page plays. */
const countTones = `window.tones = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at) }`

test('the page of an order rings when it is ready only if the guest pressed for it', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })
  await context.addInitScript(countTones)
  const page = await context.newPage()
  const payment = await orderLatte(page, async () => {})
  const { token, orderNumber } = await newestOrder()
  const follow = `${shop.pagesUrl}/m/kopi/o/${token}?lang=id`
  const quiet = await context.newPage()
  await Promise.all([page, quiet].map(one => one.goto(follow)))
  await page.getByRole('button', { name: 'Beri tahu saya kalau siap' }).click()
  expect(await page.evaluate('tones')).toBe(1)
  await payInvoice(shop, payment.searchParams.get('invoice')!)
  await page.getByRole('heading', { name: 'Pesanan diterima' }).waitFor()
  expect(await page.evaluate('tones')).toBe(1)
  await updateOrderStatus(shop.app, shop.demo, { orderNumber, status: 'completed', notify: false })
  for (const one of [page, quiet]) await one.getByText('Pesananmu siap untuk meja 3.').waitFor()
  expect([await page.evaluate('tones'), await quiet.evaluate('tones')]).toEqual([6, 0])
  // One notice is enough: the page stops watching a finished order.
  expect(await page.getByRole('button', { name: 'Beri tahu saya kalau siap' }).isVisible()).toBe(false)
  await context.close()
})

test('a browser without scripts orders by the same forms, in the dark scheme too', async () => {
  const options = { viewport: { width: 360, height: 740 }, locale: 'id-ID', javaScriptEnabled: false }
  const context = await browser.newContext({ ...options, colorScheme: 'dark' })
  const page = await context.newPage()
  const payment = await orderLatte(page, async () => {})
  expect(payment.searchParams.get('invoice')).toMatch(/^INV-/)
  const order = await newestOrder()
  await page.goto(`${shop.pagesUrl}/m/kopi/o/${order.token}?lang=id`)
  await page.getByRole('heading', { name: 'Menunggu pembayaran' }).waitFor()
  await context.close()
})
