// `npm run docs:pictures`: opens a new demo in Chromium, fills it, and draws the main pages into `docs/images` and the
// manual's screens into `src/web/assets`, or all of them into the given folder.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openBrowser } from '../kit/browser.ts'
import { findFreePort, startShop, waitUntil } from '../kit/shop-process.ts'

const folder = process.argv[2] ?? path.join(import.meta.dirname, '../../docs/images')
/** The manual's pictures are served by the shop itself. */
const manualFolder = process.argv[2] ?? path.join(import.meta.dirname, '../../src/web/assets')
fs.mkdirSync(folder, { recursive: true })
const data = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-pictures-'))
const port = await findFreePort()
const base = `http://localhost:${port}`
const shop = await startShop({ PORT: String(port), DATA_DIR: data, DEMO_HISTORY: 'on' })
const browser = await openBrowser()
try {
  const { api_key: key, chat_url: chat, operator } = JSON.parse(fs.readFileSync(path.join(data, 'demo.json'), 'utf8'))
  const open = await fillShop(key)
  const wide = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-US' })
  const page = await wide.newPage()
  await draw(page, '/', 'home')
  await page.getByRole('button', { name: 'Sign in as the merchant' }).click()
  await page.waitForURL('**/dashboard')
  await draw(page, '/dashboard', 'dashboard')
  await draw(page, '/dashboard/review', 'review')
  await draw(page, '/dashboard/catalog', 'catalog')
  await draw(page, `/pay?invoice=${open}`, 'payment')
  await drawOperator(operator)
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'id-ID',
    colorScheme: 'dark',
    isMobile: true,
  })
  await draw(await phone.newPage(), `/pay?invoice=${open}`, 'payment-phone', 'id')
  await drawOrder(chat)
  await drawManual(key, open)
} finally {
  await browser.close()
  shop.signal('SIGTERM')
  await shop.ended
  fs.rmSync(data, { recursive: true, force: true })
}

/** Draws the operator's pages in a separate browser: one person is not merchant and operator at once. */
async function drawOperator({ username, password }: { username: string; password: string }): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(`${base}/operator/sign-in?lang=en`)
  await page.locator('input[name="username"]').fill(username)
  await page.locator('input[name="password"]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/operator')
  await draw(page, '/operator', 'operator')
  await page.goto(`${base}/operator/accounts`)
  await page.getByRole('link', { name: 'Warung Kopi Demo' }).click()
  await draw(page, new URL(page.url()).pathname, 'operator-account')
  await draw(page, '/operator/work', 'operator-work')
  await context.close()
}

/** Draws the screens that the manual describes, as a phone shows them, in both languages. */
async function drawManual(key: string, open: string): Promise<void> {
  const headers = { 'x-api-key': key }
  const answer = await fetch(`${base}/api/list-payments?status=paid&limit=1`, { headers })
  const { data } = (await answer.json()) as { data: { invoice_id: string }[] }
  const screens = {
    'open-a-shop': '/dashboard/catalog',
    'first-money': '/dashboard/connections',
    'customer-says-paid': `/dashboard/payments/${open}`,
    'money-back': `/dashboard/payments/${data[0]!.invoice_id}`,
    'closing-time': '/dashboard',
    'new-phone': '/dashboard/profile',
    zones: '/dashboard/rules/delivery#zone_0',
    menu: '/dashboard/menu',
    counter: '/dashboard/counter',
    soundbox: '/dashboard/devices',
    bills: '/dashboard/new-bill',
    statistics: '/dashboard/statistics?range=30',
    alerts: '/dashboard/alerts',
    customers: '/dashboard/people',
    search: '/dashboard/search?q=Latte',
    'shop-rules': '/dashboard/rules',
    team: '/dashboard/team/limits',
  }
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, isMobile: true })
  const page = await context.newPage()
  await page.goto(`${base}/?lang=en`)
  await page.getByRole('button', { name: 'Sign in as the merchant' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${base}/dashboard/catalog?q=Latte`)
  const product = await page.getByRole('link', { name: 'Latte' }).first().getAttribute('href')
  const all = { ...screens, options: `${new URL(product!, base).pathname}/options` }
  for (const language of ['en', 'id'] as const) {
    for (const [name, address] of Object.entries(all)) {
      await draw(page, address, `manual-${name}-${language}`, language, manualFolder)
    }
  }
  await context.close()
}

/** Draws a product in the chat, its unpaid order, and the hosted page of the same payment, side by side. */
async function drawOrder(chatUrl: string): Promise<void> {
  const pane = { width: 430, height: 1010 }
  const context = await browser.newContext({ viewport: pane, locale: 'id-ID', timezoneId: 'Asia/Jakarta' })
  const chat = await context.newPage()
  const button = (name: string) => chat.getByRole('button', { name }).last()
  // An older message may have a button of the same name, so each answer is awaited before the next press.
  const press = async (...names: string[]) => {
    for (const name of names) {
      await button(name).waitFor()
      const before = await chat.locator('body').innerText()
      await button(name).click()
      await waitUntil(async () => (await chat.locator('body').innerText()) !== before, 60_000)
    }
  }
  await chat.goto(chatUrl)
  await press('MULAI', 'Produk', 'Minuman', 'Kopi Susu')
  await chat.getByRole('button', { name: 'Besar' }).waitFor()
  const product = await chat.screenshot()
  await press('Menu', 'Produk', 'Digital', 'Voucher Ngopi', 'Beli sekarang', 'Bayar Rp')
  await chat.getByRole('button', { name: 'Salin nominal' }).waitFor()
  await chat.waitForLoadState('networkidle')
  const order = await chat.screenshot()
  const opened = context.waitForEvent('page')
  await button('Halaman bayar').click()
  const payment = await opened
  await payment.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  const panes = [product, order, await payment.screenshot()]
  const gap = 24
  await sharp({
    create: {
      width: (pane.width + gap) * panes.length + gap,
      height: pane.height + 2 * gap,
      channels: 3,
      background: '#e8ede9',
    },
  })
    .composite(panes.map((input, at) => ({ input, top: gap, left: gap + at * (pane.width + gap) })))
    .webp({ quality: 82 })
    .toFile(path.join(folder, 'order.webp'))
}

/**
 * Creates the payments of a morning, most of them paid, and money that matches none of them. Returns an open invoice.
 */
async function fillShop(key: string): Promise<string> {
  const post = async (address: string, body: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const answer = await fetch(base + address, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await answer.json()) as { data?: { invoice_id: string; final_amount: number } }
  }
  const people = ['Siti Aminah', 'Budi Santoso', 'Dewi Lestari', 'Agus Salim', 'Rina Wati', 'Joko Susilo']
  const create = async (method: string, at: number) => {
    const customer = { customer_name: people[at % people.length], description: 'Kopi susu gula aren' }
    const answer = await post('/api/create-payment', {
      amount: 18_000 + at * 6_500,
      payment_method: method,
      ...customer,
    })
    return answer.data!
  }
  for (let at = 0; at < 6; at++) {
    const { invoice_id } = await create('wallet_direct', at)
    await post('/sandbox/transfers', { invoice_id, payer_name: people[at] })
  }
  const near = await create('wallet_direct', 7)
  await post('/sandbox/transfers', { connector: 'wallet', amount: near.final_amount - 3, payer_name: 'RINA W' })
  const open = await create('qris', 8)
  await waitUntil(async () => {
    const answer = await fetch(`${base}/api/list-transfers?state=review`, { headers: { 'x-api-key': key } })
    const { data } = (await answer.json()) as { data: unknown[] }
    return data.length > 0 && (await fetch(`${base}/pay/qr.svg?invoice=${open.invoice_id}`)).ok
  }, 60_000)
  return open.invoice_id
}

/** Draws the visible part of the page as a small picture, from the field after `#` in the address. */
async function draw(page: Page, address: string, name: string, lang = 'en', into = folder): Promise<void> {
  const [where, field] = address.split('#')
  await page.goto(`${base}${where}${where!.includes('?') ? '&' : '?'}lang=${lang}`)
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {})
  if (field) {
    await page.evaluate(`{
      const part = document.querySelector('[name="${field}"]').closest('details')
      part.open = true
      part.scrollIntoView({ block: 'center' })
    }`)
  }
  const picture = await page.screenshot()
  await sharp(picture)
    .webp({ quality: 82 })
    .toFile(path.join(into, `${name}.webp`))
}
