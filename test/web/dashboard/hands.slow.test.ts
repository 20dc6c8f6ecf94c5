import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
import { openStall } from '../../orders/store.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  shop = await createWebShop()
  browser = await openBrowser()
  await shop.pay(await shop.invoice({ payment_method: 'wallet_direct' }))
  const goods = ['Satu', 'Dua', 'Tiga', 'Empat'].map(
    (name, at) => `  - { key: urut-${at}, name: ${name}, kind: physical, price: 1000, stock: 9, category: urutan }\n`,
  )
  const categories = 'categories:\n  - { key: urutan, name: Urutan }\n'
  await openStall(shop.app, shop.demo, `${categories}products:\n${goods.join('')}`)
  const { cookies } = await signInAs(shop)
  context = await browser.newContext({ locale: 'id-ID', viewport: { width: 390, height: 844 } })
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: shop.pagesUrl })))
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

const listOf = (page: Page) => page.locator('section.card', { hasText: 'Urutan' }).locator('ol').last()
const namesIn = (list: Locator) => list.locator('li').evaluateAll(rows => rows.map(row => row.dataset.name))

test('products can be dragged into a new order, which is announced, and saved only by the button', async () => {
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/dashboard/catalog/order`)
  const list = listOf(page)
  expect(await namesIn(list)).toEqual(['Satu', 'Dua', 'Tiga', 'Empat'])
  await drag(page, list.locator('li', { hasText: 'Empat' }), list.locator('li', { hasText: 'Satu' }))
  expect(await namesIn(list)).toEqual(['Empat', 'Satu', 'Dua', 'Tiga'])
  await page.getByText('Empat: nomor 1 dari 4. Belum disimpan.').waitFor()
  await page.getByRole('link', { name: 'Batal' }).click()
  await page.locator('[data-unsaved]').waitFor({ state: 'hidden' })
  expect(await namesIn(listOf(page))).toEqual(['Satu', 'Dua', 'Tiga', 'Empat'])
  await page.close()
})

test('products can be moved with the arrow keys alone, and are saved together', async () => {
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/dashboard/catalog/order`)
  const list = listOf(page)
  await list.getByRole('button', { name: /^Seret Satu/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await list.getByRole('button', { name: 'Naikkan Empat' }).focus()
  await page.keyboard.press('Enter')
  expect(await namesIn(list)).toEqual(['Dua', 'Tiga', 'Empat', 'Satu'])
  await page.getByRole('button', { name: 'Simpan urutan' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/catalog/order?done=saved')
  expect(await namesIn(listOf(page))).toEqual(['Dua', 'Tiga', 'Empat', 'Satu'])
  await page.close()
})

test('a chart shows its values under the pointer, and for each bar reached with the arrow keys', async () => {
  const page = await context.newPage()
  await page.goto(`${shop.pagesUrl}/dashboard/statistics`)
  const chart = page.locator('[data-chart]').first()
  const bars = chart.getByRole('slider')
  const reading = () => chart.locator('.reading').textContent()
  const count = Number(await bars.getAttribute('aria-valuemax'))
  expect(count).toBe(30)
  await bars.focus()
  const last = await reading()
  await page.keyboard.press('ArrowLeft')
  const before = await reading()
  expect(before).not.toBe(last)
  expect(await bars.getAttribute('aria-valuetext')).toBe(before)
  await page.keyboard.press('Home')
  expect(await bars.getAttribute('aria-valuenow')).toBe('1')
  await page.keyboard.press('ArrowLeft')
  expect(await bars.getAttribute('aria-valuenow')).toBe('1')
  await page.keyboard.press('PageUp')
  expect(await bars.getAttribute('aria-valuenow')).toBe('8')
  await page.keyboard.press('End')
  expect(await reading()).toBe(last)
  const { x, y, width, height } = (await bars.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  expect(await bars.getAttribute('aria-valuenow')).toBe('16')
  await page.close()
})

test('the focused element is never hidden behind a fixed bar, on phones and short screens', async () => {
  const page = await context.newPage()
  for (const [width, height] of [
    [390, 844],
    [1280, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`${shop.pagesUrl}/dashboard/settings`)
    const hidden: string[] = []
    let stops = 0
    for (let isThere = true; isThere && stops < 120; stops++) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate<string | null>(whatHidesTheFocus)
      isThere = found !== null
      if (found) hidden.push(found)
    }
    expect(stops).toBeGreaterThan(20)
    expect(hidden, `${width} x ${height}`).toEqual([])
  }
  await page.close()
})

test('phones hide rarely used actions behind a button that opens by keyboard and gets the focus back', async () => {
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${shop.pagesUrl}/dashboard/catalog`)
  const order = page.getByRole('link', { name: 'Urutan di toko' })
  const more = page.getByRole('button', { name: 'Lainnya' })
  expect(await order.isVisible()).toBe(false)
  await more.focus()
  await page.keyboard.press('Enter')
  expect(await order.isVisible()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  expect(await order.isVisible()).toBe(false)
  expect(await page.locator(':focus').textContent()).toBe('Lainnya')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard/catalog/order')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${shop.pagesUrl}/dashboard/catalog`)
  expect([await order.isVisible(), await more.isVisible()]).toEqual([true, false])
  await page.close()
})

/** The text of the focused element if another element covers its middle; null if nothing has the focus. */
const whatHidesTheFocus = `(() => {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { left, top, width, height } = focused.getBoundingClientRect()
  const over = document.elementFromPoint(left + Math.min(width / 2, 40), top + Math.min(height / 2, 40))
  const isSeen = over && (focused.contains(over) || over.contains(focused))
  const isLabel = over && [...(focused.labels ?? [])].some(label => label.contains(over))
  return isSeen || isLabel ? '' : focused.tagName + ' ' + (focused.labels?.[0] ?? focused).textContent.trim()
})()`

/** Drags the grip of one row to above the middle of another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.evaluate(row => row.parentElement!.scrollIntoView({ block: 'center' }))
  const grip = (await from.locator('.grip').boundingBox())!
  const place = (await to.boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(grip.x + grip.width / 2, place.y + place.height / 2, { steps: 8 })
  await page.mouse.move(grip.x + grip.width / 2, place.y + 2, { steps: 4 })
  await page.mouse.up()
}
