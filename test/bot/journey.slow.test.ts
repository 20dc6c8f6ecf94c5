import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../kit/browser.ts'
import { eventually, openStore, type Store } from './store.ts'

let store: Store
let browser: Browser
let arrived = 0
let page: Page
const mistakes: string[] = []

beforeAll(async () => {
  store = await openStore()
  browser = await openBrowser()
  await store.sell(`
categories:
  - { key: minum, name: Minuman }
  - { key: kode, name: Voucher }
products:
  - key: biji
    category: minum
    kind: physical
    name: Biji Kopi Gayo
    description: Dipanggang Senin pagi.
    asks: [phone, address]
    variants:
      - { key: kecil, name: 250 gram, price: 60000, stock: 8 }
      - { key: besar, name: 1 kilogram, price: 210000, stock: 2 }
  - key: voucher
    category: kode
    kind: digital
    name: 'Voucher <b>&"'
    price: 25000
    stock: { serials: [VCR-AAAA-1111, VCR-BBBB-2222] }
`)
}, 90_000)

afterEach(async () => {
  await page?.context().close()
  expect(mistakes.splice(0)).toEqual([])
})

afterAll(async () => {
  await browser?.close()
  await store?.close()
})

/** Opens the chat of a newcomer on a phone. */
async function arrive(): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 412, height: 860 } })
  page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.on('pageerror', error => void mistakes.push(String(error)))
  const person = await store.person({ first_name: `Rina ${++arrived}` })
  await page.goto(`${store.botApiUrl}/?bot=${store.bot}&person=${person.id}`)
  await page.getByTestId('start-button').click()
}

const button = (text: string) => page.locator('[data-testid=inline-button]', { hasText: text }).last()
const said = (text: string | RegExp) => page.getByTestId('message-text').filter({ hasText: text }).last()

async function write(text: string): Promise<void> {
  await page.getByTestId('composer-input').fill(text)
  await page.getByTestId('send-button').click()
}

/** A QR is announced before its invoice exists. */
async function workUntil(isDone: () => Promise<boolean>): Promise<void> {
  await eventually(async () => {
    await store.shop.work()
    return (await isDone()) || undefined
  }, 'the code')
}

async function payNewest(): Promise<void> {
  const [invoice] = await store.shop.app.sql.query<{ id: string }>(
    "select invoice_id as id from payment where status = 'pending' order by created_at desc limit 1",
  )
  await store.shop.sandbox('/transfers', { invoice_id: invoice!.id })
  await store.shop.hurry()
  await store.shop.work()
}

test('a customer finds a voucher by typing, pays the photo and gets the key a moment later', async () => {
  await arrive()
  await said('Warung Kopi').waitFor()
  await write('voucher')
  await button('Voucher <b>&"').click()
  await button('➕').click()
  await said('Subtotal: Rp\u00a050.000').waitFor()
  await button('➖').click()
  await button('Beli sekarang').click()
  await said('Stok ditahan untukmu').waitFor()
  await button('Bayar Rp\u00a025.000').click()
  await workUntil(() => said('Bayar sebelum').isVisible())
  await page.getByTestId('photo').last().waitFor()
  await said('Bayar sebelum').waitFor()
  await button('Cek status').click()
  await page.getByTestId('toast').filter({ hasText: 'Kami periksa sekarang' }).waitFor()
  await said('🔎').waitFor()

  await payNewest()
  await said('Ini pesananmu').waitFor()
  expect(await page.getByTestId('code').last().textContent()).toBe('VCR-AAAA-1111')
  await said('LUNAS').waitFor()
  expect(await page.locator('[data-testid=inline-button]', { hasText: 'Cek status' }).count()).toBe(0)
}, 60_000)

test('a customer has coffee shipped: variant, cart, shared contact, address, and a change of mind', async () => {
  await arrive()
  await button('Produk').click()
  await button('Minuman').click()
  await button('Biji Kopi Gayo').click()
  await button('250 gram').click()
  await button('Masukkan keranjang').click()
  await button('Keranjang (1)').click()
  await said('Keranjang').waitFor()
  await button('➕').click()
  await button('Pesan Rp\u00a0120.000').click()
  await said('Nomor HP').waitFor()
  await page.getByTestId('reply-button').filter({ hasText: 'Kirim nomor HP' }).click()
  const confirm = page.getByTestId('confirm-yes')
  if (await confirm.isVisible({ timeout: 500 }).catch(() => false)) await confirm.click()
  await said('alamat lengkap').waitFor()
  await write('Jl. Kenanga 12, Sleman 55281')
  await said('Stok ditahan').waitFor()
  await said('Alamat: Jl. Kenanga 12, Sleman 55281').waitFor()
  await button('Bayar Rp\u00a0120.000').click()
  await workUntil(() => said('Bayar sebelum').isVisible())
  await said('Bayar sebelum').waitFor()
  await button('Batalkan').click()
  await button('Ya, batalkan').click()
  await said('Dibatalkan olehmu.').waitFor()
  await said('Tagihan ini dibatalkan. Jangan dibayar.').waitFor()
}, 60_000)
