import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

test('a new password can be shown while it is typed, and a phone number given at sign-up is stored', async () => {
  const browser = await openBrowser()
  const context = await browser.newContext({ locale: 'id-ID', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/sign-up`)
  const password = page.locator('#password')
  await password.fill('kopi susu gula aren')
  expect(await password.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Tampilkan kata sandi' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Sembunyikan kata sandi' }).click()
  expect(await password.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Tampilkan kata sandi' }).click()
  // Without a shop name the form is rejected, and a typed password is not sent back.
  await page.locator('main button[name="act"]').click()
  await page.waitForSelector('.banner, [role="alert"]')
  expect(await page.content()).not.toContain('kopi susu gula aren')
  expect(await shop.app.sql.query('select 1 from app_user where phone is not null')).toEqual([])
  await page.fill('#shop', 'Kopi Tepi Jalan')
  await page.fill('#password', 'kopi susu gula aren')
  await page.fill('#phone', '12')
  await page.locator('main button[name="act"]').click()
  await page.getByText(/Periksa lagi: Nomor HP/).waitFor()
  await page.fill('#password', 'kopi susu gula aren')
  await page.fill('#phone', '0812-3456-7890')
  await page.locator('main button[name="act"]').click()
  await page.waitForURL('**/dashboard**')
  expect(await shop.app.sql.query('select phone from app_user where phone is not null')).toEqual([
    { phone: '+6281234567890' },
  ])
  await browser.close()
})
