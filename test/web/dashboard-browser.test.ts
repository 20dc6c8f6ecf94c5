import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byCommand } from '../../src/accounts/audit.ts'
import { pictureProduct } from '../../src/catalog/picture-product.ts'
import { pages } from '../../src/web/pages.ts'
import { seriousFindings } from '../kit/accessibility.ts'
import { openBrowser } from '../kit/browser.ts'
import { invoice, newCustomer, openStall, pay } from '../orders/store.ts'
import { password, signInAs } from './members.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

let shop: WebShop
let browser: Browser
/** One address of every page for merchants, with something on it. */
let paths: string[]

beforeAll(async () => {
  shop = await createWebShop({}, { chatUrl: '/telegram/', createPayment: async () => '' })
  browser = await openBrowser()
  paths = await fillShop()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** Something of everything: payments, an order, a product with a picture, a customer, money in review. */
async function fillShop(): Promise<string[]> {
  const stall = await openStall(shop.app, shop.demo)
  const customer = await newCustomer(stall)
  const { order, payment } = await invoice(stall, customer, { shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  const open = await shop.invoice()
  const near = await shop.api('/create-payment', { body: { amount: 40_000, payment_method: 'wallet_direct' } })
  await shop.sandbox('/transfers', { connector: 'wallet', amount: near.body.data.final_amount - 2 })
  await shop.hurry()
  await shop.work()
  const { sql } = shop.app
  const [transfer] = await sql.query<{ id: number }>(`select id from transfer where state = 'review'`)
  const [connection] = await sql.query<{ id: number }>('select id from connection where account_id = $1', [
    shop.demo.accountId,
  ])
  const [product] = await sql.query<{ id: string }>(`select public_id as id from product where key = 'mug'`)
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await pictureProduct(shop.app, { accountId: shop.demo.accountId, ...byCommand }, product!.id, {
    name: 'mug.png',
    bytes,
  })
  return [
    ...plainPaths,
    `/dashboard/payments/${open}`,
    `/dashboard/review/${transfer!.id}`,
    `/dashboard/orders/${order.orderNumber}`,
    `/dashboard/catalog/${product!.id}`,
    `/dashboard/customers/${customer}`,
    `/dashboard/connections/${connection!.id}`,
    '/dashboard/connections/add/mutations',
  ]
}

const plainPaths = pages
  .map(({ path }) => path)
  .filter(path => path.startsWith('/dashboard') && !path.includes(':') && path !== '/dashboard/place')
const publicPaths = ['/', '/sign-in', '/sign-up', '/reset', '/reset/code']

/** Signs up in a browser of its own, and returns the page on which that ended: the dashboard. */
async function signUp(context: BrowserContext, username: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/sign-up`)
  await page.getByLabel('Nama toko').fill(`Toko ${username}`)
  await page.getByLabel('Nama pengguna').fill(username)
  await page.getByLabel('Kata sandi').fill(password)
  await page.getByRole('button', { name: 'Buka toko' }).click()
  await page.waitForURL('**/dashboard')
  return page
}

// Tried again: one press in ten brings no answer that the browser shows, and why is not known yet.
test('a new merchant gets from signing up to a paid test payment with nothing but the pages', {
  retry: 2,
}, async () => {
  const beganAt = Date.now()
  const page = await signUp(await browser.newContext({ locale: 'id-ID' }), `budi${Date.now() % 100_000}`)
  await page.getByRole('link', { name: 'Buat tagihan pertamamu' }).click()
  await page.getByLabel('Jumlah').fill('25.000')
  await page.getByRole('button', { name: 'Buat tagihan' }).click()
  await page.waitForURL('**/dashboard/payments/INV-*')
  await shop.work()
  await page.getByRole('button', { name: 'Bayar dengan uang mainan' }).click()
  await page.getByText('Terkirim.').waitFor()
  await shop.hurry()
  await shop.work()
  // By itself: nobody loads the page anew.
  await page.locator('.head .status', { hasText: 'Lunas' }).waitFor()
  await page.getByRole('link', { name: 'Beranda' }).click()
  await page.waitForURL('**/dashboard')
  const received = page.locator('.figures div').filter({ hasText: 'Uang masuk' })
  expect(await received.textContent()).toMatch(/Rp\s25\.\d{3}/)
  expect(Date.now() - beganAt).toBeLessThan(120_000)
})

test('a product is added and the mode switched with the keyboard alone', async () => {
  const viewport = { width: 1280, height: 800 }
  const page = await signUp(await browser.newContext({ locale: 'id-ID', viewport }), 'sari')
  await tabTo(page, 'Katalog')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/catalog')
  await tabTo(page, 'Tambah produk')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/catalog/new')
  await page.keyboard.type('Es teh')
  await tabTo(page, 'Harga')
  await page.keyboard.type('5000')
  await tabTo(page, 'Jumlah sekarang')
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Es teh' }).waitFor()
  await tabTo(page, 'Live')
  await page.keyboard.press('Enter')
  await page.locator('button[aria-pressed="true"]', { hasText: 'Live' }).waitFor()
})

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(
      `(e => ((e.labels && e.labels[0]) || e).textContent.trim())(document.activeElement)`,
    )
    if (focused === name) return
  }
  throw new Error(`Tab never came to ${name}`)
}

describe.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('at $width pixels', viewport => {
  test.each(['light', 'dark'] as const)(
    'every page is without serious findings, sideways scrolling and broken parts, %s',
    async colorScheme => {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'id-ID' })
      const page = await context.newPage()
      const broken: string[] = []
      page.on('response', answer => answer.status() >= 400 && broken.push(`${answer.status()} ${answer.url()}`))
      page.on('console', line => line.type() === 'error' && broken.push(line.text()))
      // Each language in each width and in each scheme.
      const lang = (viewport.width === 390) === (colorScheme === 'light') ? 'en' : 'id'
      await walk(page, publicPaths, lang)
      const { cookies } = await signInAs(shop)
      const url = shop.pagesUrl
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
      await walk(page, paths, lang)
      expect(broken).toEqual([])
      await context.close()
    },
  )
})

async function walk(page: Page, paths: string[], lang: string): Promise<void> {
  for (const path of paths) {
    await page.goto(`${shop.pagesUrl}${path}?lang=${lang}`)
    expect(await page.locator('h1').count(), `${path} has one heading`).toBe(1)
    expect(await seriousFindings(page), `${path} ${lang}`).toEqual([])
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
    expect(isWide, `${path} ${lang} scrolls sideways`).toBe(false)
  }
}
