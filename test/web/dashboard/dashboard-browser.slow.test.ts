import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAllProblems, findColourProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { drawItems } from '../../kit/draws/draw-items.ts'
import { pages } from '../../kit/parts.ts'
import { fillShop, operatorPathsOf, signInAsOperator } from '../filled-shop.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { password, signInAs } from './members.ts'

let shop: WebShop
let browser: Browser
/** One address of every page for merchants, each with content. */
let paths: string[]

beforeAll(async () => {
  shop = await createWebShop({}, { chatUrl: '/telegram/', createPayment: async () => '' })
  browser = await openBrowser()
  paths = await fillShop(shop)
  const owner = await signInAs(shop)
  const invited = await owner.post('/dashboard/team/invitations', { act: 'make', name: 'Siti', role: 'support' })
  paths.push(/\/join\/[\w-]+/.exec(invited.text)![0])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const publicPaths = ['/', '/sign-in', '/sign-up', '/reset', '/reset/code', '/confirm-email', '/operator/sign-in']

/** Signs up in a separate browser, and returns the page at the end: the dashboard. */
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

test('a new merchant gets from sign-up to a paid test payment using the pages alone', async () => {
  const beganAt = Date.now()
  const page = await signUp(await browser.newContext({ locale: 'id-ID' }), 'budi')
  await page.getByRole('link', { name: 'Lihat semua langkah' }).click()
  await page.getByRole('button', { name: 'Coba sekarang' }).click()
  await page.waitForURL('**/dashboard/new-payment')
  await page.getByLabel('Nominal').fill('25.000')
  await page.getByRole('button', { name: 'Tampilkan QRIS' }).click()
  await page.waitForURL('**/dashboard/payments/INV-*')
  await shop.work()
  await page.getByRole('button', { name: 'Bayar dengan uang mainan' }).click()
  await page.getByText('Terkirim.').waitFor()
  await shop.hurry()
  await shop.work()
  // The page changes automatically, without a reload.
  await page.locator('.head .status', { hasText: 'Lunas' }).waitFor()
  await page.getByRole('link', { name: 'Beranda' }).click()
  await page.waitForURL('**/dashboard')
  const received = page.locator('.figures div').filter({ hasText: 'Uang masuk' })
  expect(await received.textContent()).toMatch(/Rp\s25\.\d{3}/)
  expect(Date.now() - beganAt).toBeLessThan(120_000)
})

test('the result of a form is shown even if the payment is paid while the form is being sent', async () => {
  const page = await signUp(await browser.newContext({ locale: 'id-ID' }), 'wati')
  // The test controls the page's stream: the event about the money arrives between the press and its answer.
  await page.addInitScript(`window.EventSource = class extends EventTarget {
    constructor() {
      super()
      const paid = new MessageEvent('phase', { data: '{"phase":"paid"}' })
      window.addEventListener('submit', () => setTimeout(() => this.isClosed || this.dispatchEvent(paid)))
    }
    close() { this.isClosed = true }
  }`)
  await page.goto(`${shop.pagesUrl}/dashboard/new-payment`)
  await page.getByLabel('Nominal').fill('25.000')
  await page.getByRole('button', { name: 'Tampilkan QRIS' }).click()
  await page.waitForURL('**/dashboard/payments/INV-*')
  await shop.work()
  await page.getByRole('button', { name: 'Bayar dengan uang mainan' }).click()
  await page.getByText('Terkirim.').waitFor()
})

test('an open payment is shown as paid although its stream was refused with 503 for a moment', async () => {
  const page = await signUp(await browser.newContext({ locale: 'id-ID' }), 'tuti')
  await page.clock.install()
  let refused = 0
  await page.route(/\/pay\/events\?/, route => (refused++ === 0 ? route.fulfill({ status: 503 }) : route.continue()))
  await page.goto(`${shop.pagesUrl}/dashboard/new-payment`)
  await page.getByLabel('Nominal').fill('25.000')
  await page.getByRole('button', { name: 'Tampilkan QRIS' }).click()
  await page.waitForURL('**/dashboard/payments/INV-*')
  await shop.work()
  await expect.poll(() => refused, { timeout: 15_000 }).toBe(1)
  await page.clock.runFor(4_000)
  await expect.poll(() => refused, { timeout: 15_000 }).toBe(2)
  const invoice = page.url().split('/').at(-1)!
  await shop.sandbox('/transfers', { invoice_id: invoice })
  await shop.hurry()
  await shop.work()
  await page.locator('.head .status', { hasText: 'Lunas' }).waitFor()
})

test('the operator signs in and switches a method off and on using only the keyboard', async () => {
  const { username } = await signInAsOperator(shop)
  const page = await (await browser.newContext({ locale: 'id-ID' })).newPage()
  await page.goto(`${shop.pagesUrl}/operator/sign-in`)
  await fieldInFocus(page)
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/operator')
  await tabTo(page, 'Metode pembayaran')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/operator/methods')
  await tabTo(page, 'Nonaktifkan')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Alasan untuk merchant')
  await page.keyboard.type('Dirawat sampai jam tiga')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/operator/methods?done=saved')
  await page.getByText('Dirawat sampai jam tiga').waitFor()
  await tabTo(page, 'Aktifkan lagi')
  await page.keyboard.press('Enter')
  await page.getByText('Dirawat sampai jam tiga').waitFor({ state: 'detached' })
  await tabTo(page, 'Pekerjaan')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/operator/work')
  await page.getByRole('heading', { name: 'Pekerjaan berulang' }).waitFor()
})

test('a whole table row is clickable, and the button at its end copies the full number', async () => {
  const context = await browser.newContext({ locale: 'id-ID', viewport: { width: 390, height: 844 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { cookies } = await signInAs(shop)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.pagesUrl })))
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/dashboard/payments`)
  const row = page.locator('tbody tr').first()
  const invoice = /INV-[0-9A-Z]{20}/.exec((await row.locator('a').getAttribute('href'))!)![0]
  await row.getByRole('button').click()
  await row.locator('.copies.done').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(invoice)
  expect(await row.locator('code').textContent()).toBe(invoice)
  // The whole row is covered by its one link.
  await row.locator('.at-when').click({ force: true })
  await page.waitForURL(`**/dashboard/payments/${invoice}`)
  const bar = page.locator('.daily a')
  expect(await bar.allTextContents()).toEqual(['Beranda', 'Pesanan', 'Tagih', 'Uang', 'Katalog'])
  expect(await bar.nth(3).getAttribute('aria-current')).toBe('page')
  await context.close()
})

test('a product is added and the mode switched using only the keyboard', async () => {
  const viewport = { width: 1280, height: 800 }
  const page = await signUp(await browser.newContext({ locale: 'id-ID', viewport }), 'sari')
  await tabTo(page, 'Katalog')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/catalog')
  await tabTo(page, 'Tambah produk')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/catalog/new')
  await fieldInFocus(page)
  await page.keyboard.type('Es teh')
  await tabTo(page, 'Harga')
  await page.keyboard.type('5000')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Es teh' }).waitFor()
  await tabTo(page, 'Live')
  await page.keyboard.press('Enter')
  await page.locator('button[aria-pressed="true"]', { hasText: 'Live' }).waitFor()
})

/** The browser focuses a page's first field some time after the page has loaded. */
const fieldInFocus = (page: Page) => page.waitForFunction(`document.activeElement.matches('input')`)

/** Presses Tab until an element with this name has the focus. */
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
  test.each(drawItems(['id', 'en'] as const, 1))(
    'in %s every page passes axe, light and dark, without sideways scrolling or broken images',
    { timeout: 480_000 },
    async lang => {
      const context = await browser.newContext({ viewport, locale: 'id-ID' })
      const page = await context.newPage()
      const broken: string[] = []
      page.on('response', answer => answer.status() >= 400 && broken.push(`${answer.status()} ${answer.url()}`))
      page.on('console', line => line.type() === 'error' && broken.push(line.text()))
      await walk(page, publicPaths, lang)
      const { cookies } = await signInAs(shop)
      const url = shop.pagesUrl
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
      await walk(page, paths, lang)
      const operator = await signInAsOperator(shop)
      await context.addCookies([...operator.cookies].map(([name, value]) => ({ name, value, url })))
      await walk(page, await operatorPathsOf(shop), lang)
      for (const secondStep of ['bot', 'totp', 'passkey'] as const) {
        await context.clearCookies()
        const halfway = await signInAs(shop, { secondStep })
        await context.addCookies([...halfway.cookies].map(([name, value]) => ({ name, value, url })))
        await walk(page, ['/sign-in/code', '/sign-in/code?by=backup'], lang)
      }
      expect(broken).toEqual([])
      await context.close()
    },
  )
})

test('the check of every page covers all pages of merchants and operators', async () => {
  const walked = [...publicPaths, ...paths, ...(await operatorPathsOf(shop))].map(path => path.split('?')[0]!)
  const unseen = pages
    .map(({ path }) => path)
    .filter(path => !walked.some(one => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(one)))
  // Each of these is a step in a longer path, or needs a setting of every page, and has a separate test.
  expect(unseen).toEqual([
    '/sign-in/code',
    '/sign-out',
    '/sign-in/phone',
    '/sign-in/again',
    '/open-account',
    '/dashboard/place',
    '/dashboard/connecting/:attempt',
    '/dashboard/connections/:connection/proof',
    '/operator/sign-in/code',
    '/operator/sign-out',
    '/order-mail',
    '/my-data',
  ])
})

/** Finds words and numbers that are split over two lines; a line may end after a hyphen that follows a letter. */
const brokenWords = `(() => {
  const broken = []
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('pre, textarea, select, svg, .unseen, .paper, .short-number')) continue
    for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u200b]+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      const mayEnd = /[a-z]-[a-z0-9]|[/?&=_:@]/i.test(word) && !/^(INV|ORD)-/.test(word)
      // No phone has room for secrets and addresses on one line.
      if (tops.size > 1 && !mayEnd && word.length < 30) broken.push(word)
    }
  }
  return broken
})()`

/** Visits pages. axe looks at half of them in each run, which takes most of the time. */
async function walk(page: Page, paths: string[], lang: string): Promise<void> {
  const looked = drawItems(paths, Math.ceil(paths.length / 2))
  for (const path of paths) {
    await page.goto(`${shop.pagesUrl}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
    expect(await page.locator('h1').count(), `${path} has one heading`).toBe(1)
    if (looked.includes(path)) {
      await page.emulateMedia({ colorScheme: 'light' })
      expect(await findAllProblems(page), `${path} ${lang}`).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findColourProblems(page), `${path} ${lang} in the dark`).toEqual([])
    }
    const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
    expect.soft(isWide, `${path} ${lang} scrolls sideways`).toBe(false)
    expect.soft(await page.evaluate(brokenWords), `${path} ${lang} breaks words`).toEqual([])
  }
}
