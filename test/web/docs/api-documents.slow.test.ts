import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../../kit/browser.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

// A busy machine draws Swagger UI slowly; no claim is about it.
const patienceMs = 60_000
const poll = { timeout: patienceMs }

let shop: WebShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop(), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await shop.close()
})

test.each([
  ['/openapi.json', 'detailed'],
  ['/openapi.simple.json', 'simple'],
])('%s is the OpenAPI 3.1 document of the %s dialect, with the address of this installation', async (path, name) => {
  const answer = await shop.page(path)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toContain('application/json')
  const document = JSON.parse(answer.text)
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: shop.url }] })
  expect(document.info.title).toContain(name)
})

describe('/docs', () => {
  test.each([
    ['detailed', '/docs', 'data'],
    ['simple', '/docs?dialect=simple', 'payment'],
  ])(
    'tries endpoints of the %s dialect with a key, fetches nothing from outside and breaks no policy',
    async (_dialect, path, shown) => {
      const context = await browser.newContext({ locale: 'id-ID', viewport: { width: 1280, height: 900 } })
      const page = await context.newPage()
      page.setDefaultTimeout(patienceMs)
      const outside: string[] = []
      const complaints: string[] = []
      page.on('request', request => {
        const { protocol, origin } = new URL(request.url())
        if (protocol !== 'data:' && origin !== shop.pagesUrl) outside.push(request.url())
      })
      page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
      await page.goto(shop.pagesUrl + path)
      await page.locator('.btn.authorize').click()
      await page.locator('.modal-ux input').first().fill(shop.keys.demo)
      await page.locator('.modal-ux .btn.authorize').first().click()
      await page.locator('.modal-ux .close-modal').click()
      for (const [operation, field] of [
        ['Payments-createPayment', shown],
        ['Account-getPaymentMethods', 'payment_methods'],
      ] as const) {
        const block = page.locator(`#operations-${operation}`)
        await block.locator('.opblock-summary-control').click()
        await block.locator('.try-out__btn').click()
        await block.locator('.execute').click()
        const answer = block.locator('.live-responses-table').last()
        await expect.poll(() => answer.locator('.response-col_status').last().textContent(), poll).toContain('200')
        expect(await answer.textContent()).toContain(`"${field}"`)
      }
      expect(outside).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test('has a reference that needs no script: every endpoint, its fields and an example to paste', async () => {
    const { text, headers } = await shop.page('/docs/reference?lang=en')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    for (const path of ['/api/create-payment', '/api/check-payment', '/api/qris-convert', '/api/msgstore-complete']) {
      expect(text).toContain(path)
    }
    for (const field of ['final_amount', 'nominal', 'image_url']) expect(text).toContain(`<code>${field}</code>`)
    expect(text).toContain(`curl -s ${shop.url}/api/create-payment`)
  })
})
