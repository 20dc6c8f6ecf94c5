import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeZoneId } from '../../../src/catalog/delivery-zones.ts'
import { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { openBrowser } from '../../kit/browser.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

let shop: WebShop
let browser: Browser
const zone = { name: 'Kebayoran', places: ['Kebayoran'], fee: 13_000, perKg: 0 }

beforeAll(async () => {
  shop = await createWebShop()
  browser = await openBrowser()
  await openMenu(shop, 'hitung')
  const account = shop.demo.accountId
  await shop.app.sql.write(
    `insert into shop_rules (account_id, delivers, pickup_place) values ($1, true, 'Jl. Melati 5')`,
    [account],
  )
  await shop.app.em('installation').nativeUpdate(ShopRules, { account }, { zones: [zone] })
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

test("prices follow the choices immediately, and the payment page requests the button's amount", async () => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await page.goto(`${shop.pagesUrl}/m/hitung`)
  await page.getByText('Latte').first().click()
  const total = page.locator('[data-total]')
  await page.getByLabel(/Susu oat/).check()
  await expect.poll(() => total.textContent()).toBe('Rp\u00a030.000')
  await page.getByLabel('Jumlah').fill('2')
  await expect.poll(() => total.textContent()).toBe('Rp\u00a060.000')
  await page.getByRole('button', { name: 'Masukkan ke pesanan' }).click()

  await page.goto(`${shop.pagesUrl}/m/hitung/cart`)
  const button = page.locator('[data-order]')
  expect(await button.textContent()).toBe('Lihat ongkir dan total')
  await page.getByLabel('Wilayah antar').selectOption(makeZoneId(zone))
  await expect.poll(() => button.textContent()).toBe('Pesan dan bayar Rp\u00a073.000')
  await page.locator('[name=receiving]').selectOption('pickup')
  await expect.poll(() => button.textContent()).toBe('Pesan dan bayar Rp\u00a060.000')
  await page.locator('[name=receiving]').selectOption('delivery')
  await page.locator('[name=name]').fill('Sari')
  await page.locator('[name=phone]').fill('0812 9876 4321')
  await page.locator('[name=address]').fill('Jl. Kebayoran 7')
  await button.click()
  await page.waitForURL(/\/pay\?invoice=/)
  const [payment] = await shop.app.sql.query<{ amount: number }>('select amount from payment')
  expect(payment!.amount).toBe(73_000)
}, 60_000)
