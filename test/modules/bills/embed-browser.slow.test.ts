import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setEmbedOrigins } from '../../../src/modules/bills/set-embed-origins.ts'
import { findSeriousProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { checkBill, makeBill } from './stand.ts'

let shop: WebShop
let browser: Browser
/** A merchant's site on another origin: `localhost`, while the shop is on `127.0.0.1`. */
let site: http.Server
let slug = ''

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop(), openBrowser()])
  site = http.createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', `script-src ${shop.pagesUrl} 'nonce-a'; style-src 'none'`)
    response.end(`<!doctype html><html lang="en"><title>Toko</title><main><h1>Toko</h1>
      <p><a href="#before">Before</a> <a id="pay" href="${shop.pagesUrl}/b/${slug}">Bayar</a></p></main>
      <script nonce="a">heard = []
        for (const type of ['warung:paid', 'warung:closed']) addEventListener(type, ({ type, target, detail }) => {
          heard.push([type, target.id, detail.bill])
        })</script>
      <script async src="${shop.pagesUrl}/embed.js" data-bill="${slug}"></script></html>`)
  })
  await new Promise<void>(resolve => site.listen(0, () => resolve()))
})
afterAll(async () => {
  await browser.close()
  await new Promise(resolve => site.close(resolve))
  await shop.close()
})

const siteAt = (host: string) => `http://${host}:${(site.address() as AddressInfo).port}`
const allow = (...origins: string[]) =>
  setEmbedOrigins(shop.app, shop.demo.accountId, origins, { actor: 'test', address: null })
const heard = (page: Page) => page.evaluate('heard') as Promise<string[][]>
const frameOf = (page: Page) => page.frameLocator('dialog iframe')

async function showCode(page: Page): Promise<void> {
  await frameOf(page).getByRole('button', { name: 'Pay Rp 25.000' }).click()
  await frameOf(page).locator('#payment').waitFor()
  await shop.workUntil(() => frameOf(page).getByTestId('qr').isVisible())
}

async function openSite(width = 390, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, ...options })
  const page = await context.newPage()
  await page.goto(siteAt('localhost'))
  await page.waitForLoadState('networkidle')
  return page
}

test("a link on a merchant's site opens its bill above the page, which is notified of the payment", async () => {
  const bill = await makeBill(shop, { kind: 'many', amount: 25_000, title: 'Kopi Susu' })
  slug = String(bill.slug)
  await allow(siteAt('localhost'))
  const page = await openSite()
  await page.locator('#pay').focus()
  await page.keyboard.press('Enter')
  await showCode(page)
  expect(await findSeriousProblems(page)).toEqual([])
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/embed-code.png` })
  const [{ invoice_id: invoice }] = (await checkBill(shop, bill.bill)).payments
  expect(await heard(page)).toEqual([])
  await payInvoice(shop, invoice)
  await frameOf(page).getByTestId('outcome').waitFor()
  if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/embed-paid.png` })
  await expect.poll(() => heard(page)).toEqual([['warung:paid', 'pay', slug]])
  // The frame has the focus; Escape in it closes it, and the focus returns to the link.
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.id')).toBe('pay')
  await page.context().close()
})

test('the keyboard stays in the dialog, and the same browser finds its open payment without cookies', async () => {
  const bill = await makeBill(shop, { kind: 'many', amount: 25_000, title: 'Kopi' })
  slug = String(bill.slug)
  await allow(siteAt('localhost'))
  const page = await openSite(1280, { colorScheme: 'dark' })
  for (const time of [1, 2]) {
    await page.locator('#pay').click()
    await showCode(page)
    for (let press = 0; press < 25; press++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate('document.activeElement.closest("main") === null')).toBe(true)
    }
    if (process.env.PICTURES) await page.screenshot({ path: `${process.env.PICTURES}/embed-desk-${time}.png` })
    await page.getByRole('button', { name: 'Close' }).click()
  }
  expect((await checkBill(shop, bill.bill)).payments).toHaveLength(1)
  const other = await openSite()
  await other.locator('#pay').click()
  await showCode(other)
  expect((await checkBill(shop, bill.bill)).payments).toHaveLength(2)
  await Promise.all([page.context().close(), other.context().close()])
})

test('an unlisted site sees and receives nothing, and its link still leads to the bill', async () => {
  const bill = await makeBill(shop, { amount: 25_000 })
  slug = String(bill.slug)
  await allow('https://lain.example')
  const page = await openSite()
  await page.locator('#pay').click()
  const link = page.getByRole('link', { name: 'Open on its own page' })
  expect(await link.getAttribute('href')).toBe(`${shop.pagesUrl}/b/${slug}`)
  await page.waitForLoadState('networkidle')
  expect(await frameOf(page).getByTestId('amount').count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => heard(page)).toEqual([['warung:closed', 'pay', slug]])
  await page.context().close()

  const plain = await openSite(390, { javaScriptEnabled: false })
  await plain.locator('#pay').click()
  await plain.waitForURL(`${shop.pagesUrl}/b/${slug}`)
  await plain.context().close()
})

test('messages from a page that is not the frame, or from another origin, are ignored', async () => {
  const bill = await makeBill(shop, { amount: 25_000 })
  slug = String(bill.slug)
  await allow(siteAt('localhost'))
  const page = await openSite()
  await page.locator('#pay').click()
  await frameOf(page).getByTestId('amount').waitFor()
  await page.evaluate(`postMessage({ kind: 'warung', what: 'paid', invoice: 'INV-X' }, '*')`)
  await page.evaluate(`document.body.append(Object.assign(document.createElement('iframe'), {
    srcdoc: '<script nonce="a">parent.postMessage({ kind: "warung", what: "close" }, "*")</scr' + 'ipt>' }))`)
  await page.waitForLoadState('networkidle')
  expect(await heard(page)).toEqual([])
  expect(await page.locator('dialog').isVisible()).toBe(true)
  await page.context().close()
})
