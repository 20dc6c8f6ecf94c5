import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { create } from 'qrcode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiptUrl } from '../../../../src/orders/receipts/receipt-url.ts'
import { findFaintTexts, findSeriousProblems } from '../../../kit/accessibility.ts'
import { openBrowser } from '../../../kit/browser.ts'
import { filmHeight, filmWidth, writeFilm } from '../../../kit/film.ts'
import { payInvoice } from '../../../orders/pay-invoice.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { pairedDevice } from '../stand.ts'

let shop: WebShop
let folder: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-camera-'))
  shop = await createWebShop()
})
afterAll(async () => {
  await shop.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Writes a film of a code in the middle of the table. */
function filmOf(text: string): string {
  const { modules } = create(text)
  const scale = Math.floor((filmHeight - 40) / (modules.size + 8))
  const whole = (modules.size + 8) * scale
  const [left, top] = [(filmWidth - whole) >> 1, (filmHeight - whole) >> 1]
  const file = path.join(folder, 'film.y4m')
  writeFilm(file, (x, y) => {
    if (x < left || y < top || x >= left + whole || y >= top + whole) return null
    const [row, column] = [Math.floor((y - top) / scale) - 4, Math.floor((x - left) / scale) - 4]
    const isInside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
    return isInside && modules.get(row, column) ? 16 : 235
  })
  return file
}

/** Opens a browser whose camera shows that film once permission is granted or denied. */
const openCamera = (film: string, answer: 'allow' | 'deny', ...more: string[]) =>
  openBrowser(
    '--use-fake-device-for-media-stream',
    `--use-fake-ui-for-media-stream${answer === 'deny' ? '=deny' : ''}`,
    `--use-file-for-fake-video-capture=${film}`,
    ...more,
  )

const openPhone = { locale: 'id-ID', viewport: { width: 360, height: 740 } }

async function openCheck(context: BrowserContext, url: string): Promise<Page> {
  const { token } = await pairedDevice(shop)
  await context.addCookies([{ name: 'warung-kasir', value: token, url: `${url}/kasir` }])
  const page = await context.newPage()
  await page.goto(`${url}/kasir/receipt`)
  return page
}

const scanWith = (page: Page) => page.getByRole('button', { name: 'Scan dengan kamera' }).click()

test('the camera reads a receipt, and on the second time shows when it was first scanned', async () => {
  const invoiceId = await shop.invoice()
  await shop.work()
  await payInvoice(shop, invoiceId)
  await using browser = await openCamera(filmOf(receiptUrl(shop.app, invoiceId)), 'allow')
  await using context = await browser.newContext(openPhone)
  const page = await openCheck(context, shop.pagesUrl)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await scanWith(page)
  await page.getByText('Struk asli, sudah dibayar').waitFor()
  expect(asked).toContain('/assets/jsqr.js')
  expect(await findSeriousProblems(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360)
  await scanWith(page)
  await page.getByText(/sudah pernah ditunjukkan: pertama kali hari ini \d\d\.\d\d/).waitFor()
})

test('the code of another shop is rejected, without opening its address', async () => {
  await using browser = await openCamera(filmOf(`https://evil.example/receipt/${'A'.repeat(22)}`), 'allow')
  await using context = await browser.newContext({ ...openPhone, colorScheme: 'dark' })
  const page = await openCheck(context, shop.pagesUrl)
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  await scanWith(page)
  await page.getByText('Bukan struk toko ini').waitFor()
  expect([...hosts]).toEqual([new URL(shop.pagesUrl).host])
  expect(await findFaintTexts(page)).toEqual([])
})

test('the decoder is loaded only for the camera, and without https or permission the page explains why', async () => {
  await using browser = await openCamera(filmOf('x'), 'deny', '--host-resolver-rules=MAP warung.test 127.0.0.1')
  await using context = await browser.newContext(openPhone)
  const page = await openCheck(context, shop.pagesUrl)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.reload()
  expect(asked).not.toContain('/assets/jsqr.js')
  await scanWith(page)
  await page.getByText('Kamera belum diizinkan').waitFor()
  const plain = await openCheck(context, shop.pagesUrl.replace('127.0.0.1', 'warung.test'))
  await plain.getByText('Kamera hanya bisa dipakai lewat alamat https').waitFor()
  expect(await plain.getByRole('button', { name: 'Scan dengan kamera' }).isVisible()).toBe(false)
})
