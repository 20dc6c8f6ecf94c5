import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteDevice } from '../../../../src/modules/counter/invite-device.ts'
import { Payment } from '../../../../src/payments/payment.ts'
import { findAllProblems, findFaintTexts } from '../../../kit/accessibility.ts'
import { openBrowser } from '../../../kit/browser.ts'
import { confirmed, signInAs } from '../../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { ownerOf } from '../stand.ts'

const patience = { timeout: 15_000, interval: 50 }
const pin = '271828'

let shop: WebShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

/** Opens the counter on a phone that is not paired yet. */
async function openPhone(scheme: 'light' | 'dark' = 'light'): Promise<BrowserContext> {
  return browser.newContext({ locale: 'id-ID', viewport: { width: 360, height: 740 }, colorScheme: scheme })
}

async function expectUsable(page: Page): Promise<void> {
  expect(await findAllProblems(page)).toEqual([])
  expect(await findFaintTexts(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
}

test('a day at the counter: pairing, PIN, shift, cash, QRIS, an outage, and the final count', async () => {
  const owner = await signInAs(shop)
  const settings = '/dashboard/counter'
  expect((await owner.post(settings, { act: 'add', name: 'Ayu', pin: '123456' })).text).toContain('PIN')
  await owner.post(settings, { act: 'add', name: 'Ayu', pin })
  await owner.post(settings, { act: 'rules', discount: '10' })

  await using phone = await openPhone()
  const page = await phone.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  const { code } = await inviteDevice(shop.app, { kind: 'kasir', name: 'Tablet depan' }, ownerOf(shop))
  await page.goto(`${shop.pagesUrl}/kasir?code=${code}`)
  await page.getByRole('button', { name: 'Pasang' }).click()

  await page.getByLabel('PIN enam angka').fill('314159')
  await page.getByRole('button', { name: 'Masuk' }).click()
  await page.locator('#problem').waitFor()
  await page.getByLabel('PIN enam angka').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByLabel('Uang tunai di laci').fill('100.000')
  await page.keyboard.press('Enter')

  // In cash: the amount, and three taps.
  await page.locator('#pay-code').waitFor()
  await expectUsable(page)
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await findAllProblems(page), String(width)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  for (const key of ['2', '5', '000']) await page.locator(`[data-key="${key}"]`).click()
  await expect.poll(() => page.getByTestId('total').textContent(), patience).toBe('Rp 25.000')
  await page.getByRole('button', { name: 'Tunai' }).click()
  await page.getByLabel('Uang yang diterima').pressSequentially('50000')
  expect(await page.getByLabel('Uang yang diterima').inputValue()).toBe('50.000')
  await page.getByRole('button', { name: 'Terima tunai' }).click()
  await expect.poll(() => page.locator('#outcome').textContent(), patience).toBe('LUNAS')
  expect(await page.getByTestId('change').textContent()).toBe('Kembalian Rp 25.000')
  await expectUsable(page)
  await page.getByRole('button', { name: 'Penjualan baru' }).click()

  // By QRIS code, through a network cut and a reload: the cart and the sale survive both.
  await page.locator('#amount').fill('40000')
  await page.getByText('Potongan, catatan, pelanggan').click()
  await page.getByLabel('Potongan (Rp)').fill('9000')
  await expect.poll(() => page.getByTestId('total').textContent(), patience).toBe('Rp 36.000')
  await page.reload()
  await expect.poll(() => page.getByTestId('total').textContent(), patience).toBe('Rp 36.000')
  await phone.setOffline(true)
  await page.locator('#pay-code').click()
  await page.locator('#offline').waitFor()
  await phone.setOffline(false)
  await page.reload()
  await page.locator('#code-screen').waitFor()
  const open = () => shop.app.em({ accountId: shop.demo.accountId, mode: 'test' }).find(Payment, { status: 'pending' })
  await expect.poll(async () => (await open()).length, patience).toBe(1)
  const [payment] = await open()
  await shop.workUntil(async () => (await page.locator('#code svg').count()) === 1)
  await page.getByText(/Termasuk kode unik −?Rp \d+, supaya/).waitFor()
  await expectUsable(page)
  await shop.sandbox('/transfers', { invoice_id: payment!.invoiceId })
  await shop.workUntil(async () => (await page.locator('#outcome').textContent()) === 'LUNAS')
  await page.getByRole('button', { name: 'Penjualan baru' }).click()

  // The last sale again, the day's list, and the cash count, which is a thousand short.
  await page.getByRole('button', { name: 'Penjualan terakhir' }).click()
  await page.locator('#receipt').getByText('Rp 36.000').first().waitFor()
  await page.getByRole('button', { name: 'Penjualan baru' }).click()
  await page.getByRole('button', { name: 'Penjualan hari ini' }).click()
  await expect.poll(() => page.locator('#sales li').count(), patience).toBe(2)
  await expectUsable(page)
  await page.locator('#sales-screen [data-back]').click()
  await page.locator('#to-close').click()
  await page.getByLabel('Uang tunai yang dihitung').fill('124000')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('#sums').textContent(), patience).toContain('−Rp 1.000')
  await expectUsable(page)
  expect(errors).toEqual([])

  const shifts = (await owner.get(settings)).text
  expect(shifts).toMatch(/−Rp\s1\.000/)
  const shift = /href="([^"]*\?shift=\d+)"/.exec(shifts)![1]!
  const order = /name="order" value="([^"]+)"/.exec((await owner.get(shift)).text)![1]!
  await confirmed(owner, shift, { act: 'refund', order })
  expect((await owner.get(shift)).text).toContain('dikembalikan hari ini')
})

test('a receipt fits on 58 mm paper, and the pages before the first sale weigh at most 60 KB', async () => {
  await using phone = await openPhone('dark')
  const page = await phone.newPage()
  let sent = 0
  const protocol = await phone.newCDPSession(page)
  await protocol.send('Network.enable')
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sent += encodedDataLength
  })
  const { code } = await inviteDevice(shop.app, { kind: 'kasir', name: 'Tablet belakang' }, ownerOf(shop))
  await page.goto(`${shop.pagesUrl}/kasir?code=${code}`)
  await page.getByRole('button', { name: 'Pasang' }).click()
  await page.getByLabel('PIN enam angka').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByLabel('Uang tunai di laci').fill('0')
  await page.keyboard.press('Enter')
  await page.locator('#amount').fill('15000')
  await expectUsable(page)
  process.stdout.write(`sent before the first sale: ${sent} bytes\n`)
  expect(sent).toBeGreaterThan(5_000)
  expect(sent).toBeLessThan(60 * 1024)
  await page.locator('#pay-cash').click()
  await page.keyboard.press('Enter')
  await page.locator('#print').waitFor()
  await expectUsable(page)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  const [, width] = /\/MediaBox \[0 0 ([\d.]+)/.exec(pdf.toString('latin1'))!
  expect(Number(width)).toBeCloseTo((58 / 25.4) * 72, 0)
})
