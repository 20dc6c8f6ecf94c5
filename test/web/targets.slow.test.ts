import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBill } from '../../src/modules/bills/create-bill.ts'
import { openBrowser } from '../kit/browser.ts'
import { findSmallTargets } from '../kit/find-small-targets.ts'
import { payInvoice } from '../orders/pay-invoice.ts'
import { signInAs } from './dashboard/members.ts'
import { fillShop, operatorPathsOf, signInAsOperator } from './filled-shop.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

let shop: WebShop
let browser: Browser
let context: BrowserContext
let paths: string[]

beforeAll(async () => {
  shop = await createWebShop({}, { chatUrl: '/telegram/', createPayment: async () => '' })
  browser = await openBrowser()
  paths = await fillShop(shop)
  context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'id-ID' })
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function findSmall(addresses: string[], min?: number): Promise<Record<string, string[]>> {
  const page = await context.newPage()
  const found: Record<string, string[]> = {}
  for (const address of addresses) {
    await page.goto(`${shop.pagesUrl}${address}`)
    const small = await findSmallTargets(page, min)
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (overflow > 0) small.push(`${overflow} px too wide`)
    if (small.length > 0) found[address] = small
  }
  await page.close()
  return found
}

async function keepCookies({ cookies }: { cookies: Iterable<[string, string]> }): Promise<void> {
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.pagesUrl })))
}

test('every control on every page is large enough for a finger on a phone', async () => {
  const invoiceId = await shop.invoice()
  const open = [
    '/',
    '/sign-in',
    '/sign-up',
    '/reset',
    '/reset/code',
    '/operator/sign-in',
    `/pay?invoice=${invoiceId}`,
    '/docs',
  ]
  expect(await findSmall(open)).toEqual({})
  await keepCookies(await signInAs(shop))
  expect(await findSmall(paths)).toEqual({})
  await keepCookies(await signInAsOperator(shop))
  expect(await findSmall(await operatorPathsOf(shop))).toEqual({})
}, 240_000)

test('every control that a payer uses before and after paying is at least 44 px high and wide', async () => {
  const [open, paid] = [await shop.invoice(), await shop.invoice()]
  await payInvoice(shop, paid)
  const asked = { title: 'Iuran', amount: 50_000, customerName: 'Budi', takesParts: true }
  const bill = await createBill(shop.app, shop.demo, asked, 'test')
  expect(
    await findSmall(['/no-such-page', `/pay?invoice=${open}`, `/pay?invoice=${paid}`, `/b/${bill.slug}`], 44),
  ).toEqual({})
}, 120_000)
