import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { toLocalTime } from '../../../src/lib/wall-clock.ts'
import { viewPayment } from '../../../src/payments/view-payment.ts'
import { drawPaymentPicture, type PaymentPicture } from '../../../src/pictures/draw-payment-picture.ts'
import { pictureTexts } from '../../../src/pictures/picture-texts.ts'
import { parseQris } from '../../../src/qris/parse-qris.ts'
import { findSeriousProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { invoice, newCustomer, openStall, pay } from '../../orders/store.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let browser: Browser
/** An invoice in each state that a payer may see. */
let invoices: Record<'code' | 'number' | 'paid' | 'expired' | 'cancelled', string>

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop(), openBrowser()])
  const stall = await openStall(shop.app, shop.demo)
  const ordered = async () => (await invoice(stall, await newCustomer(stall), { shave: 2 })).payment.invoiceId
  const redirect_url = 'https://toko.example/selesai'
  invoices = {
    code: await ordered(),
    number: await shop.invoice({ payment_method: 'wallet_direct', description: 'Kopi susu' }),
    paid: await ordered(),
    expired: await shop.invoice({ redirect_url }),
    cancelled: await shop.invoice({ redirect_url }),
  }
  await shop.work()
  await pay(stall, invoices.paid)
  await shop.api('/cancel-payment', { body: { invoice: invoices.cancelled } })
  await shop.app.sql.write("update payment set status = 'expired', ended_at = now() where invoice_id = $1", [
    invoices.expired,
  ])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const screens = [
  { name: 'a phone', width: 390, colorScheme: 'light', lang: 'id' },
  { name: 'a phone at night', width: 390, colorScheme: 'dark', lang: 'en' },
  { name: 'a desk', width: 1280, colorScheme: 'light', lang: 'en' },
  { name: 'a desk at night', width: 1280, colorScheme: 'dark', lang: 'id' },
] as const

test.each(screens)(
  'on $name ($width, $colorScheme, $lang) every state is readable and as wide as the screen',
  {
    timeout: 180_000,
  },
  async ({ width, colorScheme, lang }) => {
    const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme })
    const page = await context.newPage()
    for (const [state, invoiceId] of Object.entries(invoices)) {
      await page.goto(`${shop.pagesUrl}/pay?invoice=${invoiceId}&lang=${lang}`)
      for (const steps of await page.getByTestId('app-steps').all()) await steps.locator('summary').click()
      expect(await findSeriousProblems(page), state).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), state).toBeLessThanOrEqual(width)
      const folder = process.env.PICTURES
      if (folder)
        await page.screenshot({ path: `${folder}/${state}-${width}-${colorScheme}-${lang}.png`, fullPage: true })
    }
    await context.close()
  },
)

test('phones show the button that saves the picture above the code, and desktops a larger code first', async () => {
  const sizes: number[] = []
  for (const width of [390, 1280]) {
    const context = await browser.newContext({ viewport: { width, height: 844 }, locale: 'id-ID' })
    const page = await context.newPage()
    await page.goto(`${shop.pagesUrl}/pay?invoice=${invoices.code}`)
    const [code, save] = [await page.getByTestId('qr').boundingBox(), await page.getByTestId('save').boundingBox()]
    expect(save!.y < code!.y).toBe(width === 390)
    sizes.push(code!.width)
    await context.close()
  }
  expect(sizes[1]).toBeGreaterThan(sizes[0]!)
})

test.each([
  [390, 'id-ID', 'Bayar sebelum', 'MODE UJI'],
  [1280, 'en-GB', 'Pay before', 'TEST MODE'],
])(
  'a picture saved at %i pixels (%s) is the whole card: mark, amount, deadline, name, test mode and code',
  async (width, locale, before, ribbon) => {
    const context = await browser.newContext({ viewport: { width, height: 844 }, locale, acceptDownloads: true })
    const page = await context.newPage()
    await page.goto(`${shop.pagesUrl}/pay?invoice=${invoices.code}`)
    const begun = page.waitForEvent('download')
    await page.getByTestId('save').click()
    const download = await begun
    expect(download.suggestedFilename()).toBe(`qris-${invoices.code}.png`)
    const saved = await readFile(await download.path())

    const { qris, merchantName, finalAmount, expiresAt } = (await viewPayment(shop.app, invoices.code))!
    const named = parseQris(qris!)
    const { time } = toLocalTime('Asia/Jakarta', expiresAt, locale.startsWith('id') ? 'id' : 'en')
    const { amountDue } = pictureTexts[locale.startsWith('id') ? 'id' : 'en']
    const card: PaymentPicture = {
      merchantName,
      subtitle: `${named.merchantName} · NMID ${named.nmid}`,
      amountLabel: amountDue,
      amount: formatRupiah(finalAmount),
      footer: `${before} ${time}`,
      ribbon,
      body: { is: 'code', qris: qris! },
    }
    const folder = process.env.PICTURES
    if (folder) await download.saveAs(`${folder}/saved-${width}.png`)
    expect(saved.equals(await drawPaymentPicture(card))).toBe(true)
    expect(saved.equals(await drawPaymentPicture({ ...card, ribbon: null }))).toBe(false)
    await context.close()
  },
)

test('the receipt prints from the page, without any buttons on the paper', async () => {
  const context = await browser.newContext({ locale: 'id-ID' })
  const page = await context.newPage()
  await page.addInitScript('window.print = () => { window.printed = true }')
  await page.goto(`${shop.pagesUrl}/pay?invoice=${invoices.paid}`)
  await page.getByRole('button', { name: 'Cetak' }).click()
  expect(await page.evaluate('window.printed')).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('button:visible, a:visible').count()).toBe(0)
  expect(await page.getByTestId('items').isVisible()).toBe(true)
  await context.close()
})

test("an open page counts down by the shop's clock, even if that clock is moved", async () => {
  const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
  const context = await browser.newContext({ locale: 'id-ID' })
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/pay?invoice=${invoiceId}`)
  const countdown = page.locator('[data-countdown]')
  await expect.poll(() => countdown.textContent()).toMatch(/^(30:00|29:\d\d)$/)
  shop.advance(600)
  shop.app.wake.notify('payments')
  await expect.poll(() => countdown.textContent(), { timeout: 20_000 }).toMatch(/^(20:00|19:\d\d)$/)
  await context.close()
})

test('a page that cannot reach the shop says so, until it can again', async () => {
  const context = await browser.newContext({ locale: 'id-ID' })
  const page = await context.newPage()
  await page.route('**/pay/events*', route => route.abort())
  await page.goto(`${shop.pagesUrl}/pay?invoice=${invoices.number}`)
  await page.route('**/pay/status*', route => route.abort())
  const notice = page.locator('#offline')
  await notice.waitFor({ timeout: 20_000 })
  expect(await notice.textContent()).toContain('Sambungan terputus')
  await page.unroute('**/pay/status*')
  await notice.waitFor({ state: 'hidden', timeout: 20_000 })
  await context.close()
})
