import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
import { openStall } from '../../orders/store.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

const catalog = `
products:
  - key: latte
    name: Latte
    kind: physical
    price: 22000
    stock: unlimited
    options:
      - key: susu
        name: Susu
        min: 1
        choices: [{ key: sapi, name: Sapi }, { key: oat, name: Oat, price: 8000 }]
  - { key: roti, name: Roti, kind: physical, price: 15000, stock: unlimited }
`

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
  await openStall(shop.app, shop.demo, catalog)
})
afterAll(() => shop.close())

test('a bill for goods shows the sum while they are chosen, which equals its amount', async () => {
  const browser = await openBrowser()
  const context = await browser.newContext({ locale: 'id-ID', viewport: { width: 390, height: 844 } })
  const { cookies } = await signInAs(shop)
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.pagesUrl })))
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/dashboard/new-bill?goods=1`)
  const sum = page.locator('[data-sum]')
  expect(await sum.isVisible()).toBe(false)
  const shown = async () => (await sum.innerText()).replaceAll('\u00a0', ' ')
  await page.fill('[name="item_1"]', 'roti')
  await page.fill('[name="quantity_1"]', '2')
  expect(await shown()).toBe('Total Rp 30.000')
  await page.fill('[name="quantity_1"]', '0')
  expect(await sum.isVisible()).toBe(false)
  await page.fill('[name="quantity_1"]', '2')
  await page.fill('[name="item_2"]', 'Latte')
  expect(await shown()).toBe('Total Rp 52.000')
  // The form asks for options once the goods are known.
  await page.locator('button[value="create"]').click()
  await page.locator('label', { hasText: 'Oat' }).click()
  expect(await shown()).toBe('Total Rp 60.000')
  await page.locator('button[value="create"]').click()
  await page.waitForURL('**/dashboard/bills/**')
  expect((await page.locator('main').innerText()).replaceAll('\u00a0', ' ')).toContain('Rp 60.000')
  await browser.close()
})
