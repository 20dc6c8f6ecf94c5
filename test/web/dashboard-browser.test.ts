import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../kit/browser.ts'
import { createWebShop, type WebShop } from './web-shop.ts'

let shop: WebShop
let browser: Browser
const password = 'kopi susu gula aren'

beforeAll(async () => {
  shop = await createWebShop()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

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

test('a new merchant gets from signing up to a paid test payment with nothing but the pages', async () => {
  const page = await signUp(await browser.newContext({ locale: 'id-ID' }), 'budi')
  await page.getByRole('link', { name: 'Buat tagihan pertamamu' }).click()
  await page.getByLabel('Jumlah').fill('25.000')
  await page.getByRole('button', { name: 'Buat tagihan' }).click()
  await page.waitForURL('**/dashboard/payments/INV-*')
  await shop.work()
  await page.getByRole('button', { name: 'Bayar dengan uang mainan' }).click()
  await page.getByText('Terkirim.').waitFor()
  await shop.hurry()
  await shop.work()
  await page.reload()
  expect(await page.locator('.head .status').textContent()).toBe('Lunas')
  await page.getByRole('link', { name: 'Beranda' }).click()
  await page.waitForURL('**/dashboard')
  const received = page.locator('.figures div').filter({ hasText: 'Uang masuk' })
  expect(await received.textContent()).toMatch(/Rp\s25\.\d{3}/)
})

describe.each([
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])('at $width pixels', viewport => {
  test.each(['light', 'dark'] as const)(
    'every page is without serious findings and without sideways scrolling, %s',
    async colorScheme => {
      const context = await browser.newContext({ viewport, colorScheme, locale: 'id-ID' })
      const page = await signUp(context, `rina-${viewport.width}-${colorScheme}`)
      await page.goto(`${shop.pagesUrl}/dashboard/new-payment`)
      await page.getByLabel('Jumlah').fill('25000')
      await page.getByRole('button', { name: 'Buat tagihan' }).click()
      await page.waitForURL('**/dashboard/payments/INV-*')
      const detail = new URL(page.url()).pathname
      const paths = [
        '/',
        '/sign-in',
        '/sign-up',
        '/reset',
        '/reset/code',
        '/dashboard',
        '/dashboard/payments',
        '/dashboard/orders',
        '/dashboard/profile',
        detail,
        '/dashboard/new-payment',
      ]
      for (const path of paths) {
        for (const lang of ['id', 'en']) {
          await page.goto(`${shop.pagesUrl}${path}?lang=${lang}`)
          expect(await seriousFindings(page), `${path} ${lang}`).toEqual([])
          const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
          expect(isWide, `${path} ${lang} scrolls sideways`).toBe(false)
          if (process.env.PICTURES)
            await page.screenshot({
              path: `${process.env.PICTURES}/${path.replace(/INV-.*/, 'one').replaceAll('/', '_')}-${viewport.width}-${colorScheme}-${lang}.png`,
              fullPage: true,
            })
        }
      }
    },
  )
})

async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  // As text, because these tests know no DOM.
  return page.evaluate<
    string[]
  >(`axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html).join(' | ')))`)
}
