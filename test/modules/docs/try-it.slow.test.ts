import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop({}, { demoKey: 'wrg_test_shown' }), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await shop.close()
})

interface Watched {
  page: Page
  outside: string[]
  complaints: string[]
}

async function open(path: string, width = 1280): Promise<Watched> {
  const context = await browser.newContext({ locale: 'id-ID', viewport: { width, height: 900 } })
  const page = await context.newPage()
  const outside: string[] = []
  const complaints: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin !== shop.pagesUrl) outside.push(request.url())
  })
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(shop.pagesUrl + path)
  return { page, outside, complaints }
}

describe('the page of an endpoint', () => {
  test.each([
    ['detailed', '', 'data'],
    ['simple', '?dialect=simple', 'payment'],
  ])(
    'the page of an endpoint sends a request in the %s dialect, without foreign content or policy violations',
    async (_dialect, query, shown) => {
      const { page, outside, complaints } = await open(`/docs/api/create-payment${query}`)
      expect(await page.inputValue('[data-key]')).toBe('wrg_test_shown')
      await page.fill('[data-key]', shop.keys.demo)
      await page.click('[data-try] button')
      const answer = page.locator('[data-answer]')
      await expect.poll(() => answer.textContent()).toContain(`"${shown}"`)
      expect(await answer.locator('.status').textContent()).toMatch(/^200 · \d+ ms$/)
      await page.fill('[data-body]', '{ "amount": 1 }')
      await page.click('[data-try] button')
      await expect.poll(() => answer.textContent()).toContain('amount_out_of_range')
      expect(outside).toEqual([])
      // Browsers log a line about an answer with status 400.
      expect(complaints.filter(line => !line.includes('status of 400'))).toEqual([])
      await page.context().close()
    },
  )

  test('the page of an endpoint sends a request with parameters, and explains an invalid key', async () => {
    const { page } = await open('/docs/api/list-payments')
    await page.click('[data-try] button')
    const answer = page.locator('[data-answer]')
    await expect.poll(() => answer.textContent()).toContain('unauthorized')
    await page.fill('[data-key]', shop.keys.demo)
    await page.fill('[data-query=limit]', '1')
    await page.click('[data-try] button')
    await expect.poll(() => answer.textContent()).toContain('"limit": 1')
    await page.context().close()
  })

  test('the page of an endpoint opens with the sample language that was used last', async () => {
    const { page } = await open('/docs/api/create-payment')
    await page.click('[data-sample=python] summary')
    // The browser stores shortly after the press that the block was opened.
    await page.waitForFunction("Object.values(localStorage).includes('python')")
    await page.goto(`${shop.pagesUrl}/docs/api/check-payment`)
    expect(await page.locator('[data-sample=python] pre').isVisible()).toBe(true)
    expect(await page.locator('[data-sample=curl] pre').isVisible()).toBe(false)
    await page.context().close()
  })
})

test('the list of endpoints can be searched by path and by purpose', async () => {
  const { page } = await open('/docs')
  const shown = () =>
    page.locator('[data-group] li:visible a').evaluateAll(links => links.map(link => link.getAttribute('href')))
  expect((await shown()).length).toBeGreaterThan(25)
  await page.fill('#find', 'cancel')
  const found = await shown()
  expect(found).toContainEqual(expect.stringContaining('/docs/api/cancel-payment'))
  expect(found).not.toContainEqual(expect.stringContaining('/docs/api/create-payment'))
  await page.context().close()
})

test('error codes can be searched by words of their cause, and each has an address of its own', async () => {
  const { page } = await open('/docs/errors')
  const shown = () =>
    page.locator('[data-error]:visible th a').evaluateAll(links => links.map(link => link.getAttribute('href')))
  const all = await shown()
  expect(all).toContain('#idempotency_conflict')
  const cause = await page.locator('#amount_out_of_range td').nth(1).textContent()
  await page.fill('#find-error', cause!.toUpperCase())
  expect(await shown()).toContain('#amount_out_of_range')
  expect((await shown()).length).toBeLessThan(all.length)
  await page.fill('#find-error', '')
  expect(await shown()).toEqual(all)
  await page.context().close()
})

test.each([390, 1280])('documentation pages are not wider than a screen of %i pixels', async width => {
  const { page } = await open('/docs', width)
  for (const path of ['/docs', '/docs/api/create-payment', '/docs/api/upload-file', '/docs/errors']) {
    await page.goto(shop.pagesUrl + path)
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width)
  }
  await page.context().close()
})
