import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAllProblems } from '../../kit/accessibility.ts'
import { openBrowser } from '../../kit/browser.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let browser: Browser

beforeAll(async () => {
  shop = await createWebShop()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await shop.close()
})

async function openPage(locale: string, width: number): Promise<Page> {
  const visitor = await signInAs(shop)
  const context = await browser.newContext({ locale, viewport: { width, height: 844 } })
  const url = shop.pagesUrl
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })))
  return context.newPage()
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.className || document.activeElement.id')

test.each([
  ['id-ID', 390],
  ['en-US', 1280],
])(
  'a key focuses the search, results appear below it, and arrow keys move among them (%s, %i)',
  async (locale, width) => {
    const page = await openPage(locale, width)
    const invoice = await shop.invoice({ description: 'Sewa tenda' })
    await page.goto(`${shop.pagesUrl}/dashboard/payments`)
    await page.keyboard.press('/')
    expect(await focused(page)).toBe('find')
    await page.keyboard.type('sewa tenda')
    await page.locator('.found .hit').first().waitFor()
    expect(await findAllProblems(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('hit')
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('find')
    await page.keyboard.press('Escape')
    expect(await page.locator('.found').isVisible()).toBe(false)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(invoice)
    await page.locator(`.hit[href*="${invoice}"]`).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/dashboard/payments/${invoice}`))
    await page.context().close()
  },
)

test('J and K move among the rows of a list, but not while the user types', async () => {
  const page = await openPage('id-ID', 1280)
  await shop.invoice()
  await shop.invoice()
  await page.goto(`${shop.pagesUrl}/dashboard/payments`)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const here = () =>
    page.evaluate<number>("[...document.querySelectorAll('.row-link')].indexOf(document.activeElement)")
  expect(await here()).toBe(1)
  await page.keyboard.press('ArrowUp')
  expect(await here()).toBe(0)
  await page.locator('#find').fill('')
  await page.keyboard.type('j')
  expect(await page.inputValue('#find')).toBe('j')
  await page.context().close()
})

test.each(['', '/delivery', '/pickup', '/texts', '/contact'])(
  'the page of rules "%s" is at most two screens long on a phone',
  async path => {
    const page = await openPage('id-ID', 390)
    await page.goto(`${shop.pagesUrl}/dashboard/rules${path}`)
    expect(await findAllProblems(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(2 * 844)
    await page.context().close()
  },
)
