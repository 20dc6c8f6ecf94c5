import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPlainLine } from '../../../src/lib/plain-text.ts'
import { openBrowser } from '../../kit/browser.ts'
import { payloads } from '../../kit/payloads.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([createWebShop(), openBrowser()])
})

afterAll(async () => {
  await browser.close()
  await shop.close()
})

interface Visit extends AsyncDisposable {
  page: Page
  /** The paths requested since the page was opened. */
  asked: string[]
}

async function visit(
  path: string,
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'id-ID', viewport: { width: 360, height: 740 }, ...options })
  const page = await context.newPage()
  const asked: string[] = []
  await prepare?.(page)
  await page.goto(shop.pagesUrl + path)
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  return { page, asked, [Symbol.asyncDispose]: () => context.close() }
}

const outcome = (page: Page) => page.getByTestId('outcome')

async function payable(payment: object = {}): Promise<string> {
  const invoiceId = await shop.invoice(payment)
  await shop.work()
  return invoiceId
}

describe('an open page', () => {
  test('an open page shows the code, and turns to paid through its stream without a reload', async () => {
    const invoiceId = await shop.invoice()
    await using visited = await visit(`/pay?invoice=${invoiceId}`)
    const { page, asked } = visited
    await page.evaluate("window.stayed = 'yes'")
    await shop.workUntil(() => page.getByTestId('qr').isVisible())
    await shop.pay(invoiceId)
    await shop.workUntil(() => outcome(page).isVisible())
    expect(await outcome(page).textContent()).toBe('LUNAS')
    expect(await page.title()).toContain('LUNAS')
    expect(await page.locator('#news').textContent()).toContain('LUNAS')
    expect(await page.evaluate('window.stayed')).toBe('yes')
    expect(asked).not.toContain('/pay/status')
  })

  test('an open page polls if streams are blocked', async () => {
    const invoiceId = await payable()
    await using visited = await visit(`/pay?invoice=${invoiceId}`, {}, page =>
      page.route('**/pay/events*', route => route.abort()),
    )
    const { page, asked } = visited
    await page.evaluate("window.stayed = 'yes'")
    await shop.pay(invoiceId)
    await shop.workUntil(() => outcome(page).isVisible())
    expect(await page.evaluate('window.stayed')).toBe('yes')
    expect(asked).toContain('/pay/status')
  })

  test('a page without JavaScript reloads until the payment is paid', async () => {
    const invoiceId = await shop.invoice()
    await using visited = await visit(`/pay?invoice=${invoiceId}&lang=en`, { javaScriptEnabled: false })
    const { page } = visited
    expect(await page.locator('.copy:visible, .left:visible').count()).toBe(0)
    await shop.work()
    await shop.pay(invoiceId)
    await shop.workUntil(() => outcome(page).isVisible())
    expect(await outcome(page).textContent()).toBe('PAID')
  })

  test('an open page shows that the deadline has passed, and removes the code', async () => {
    const invoiceId = await payable()
    await using visited = await visit(`/pay?invoice=${invoiceId}`)
    const { page } = visited
    await shop.app.sql.write(
      "update payment set created_at = now() - interval '1 hour', expires_at = now() where invoice_id = $1",
      [invoiceId],
    )
    shop.app.wake.notify('payments')
    await outcome(page).waitFor()
    expect(await outcome(page).textContent()).toBe('Waktu pembayaran habis')
    expect(await page.locator('img').count()).toBe(0)
  })

  test('an open page shows that the payment was cancelled', async () => {
    const invoiceId = await payable({ payment_method: 'wallet_direct' })
    await using visited = await visit(`/pay?invoice=${invoiceId}`)
    const { page } = visited
    await page.getByTestId('account-number').waitFor()
    await shop.api('/cancel-payment', { body: { invoice: invoiceId } })
    await outcome(page).waitFor()
    expect(await page.locator('main').textContent()).toContain('Dibatalkan oleh penjual.')
  })
})

test('the remaining time follows the server, even on a phone whose clock is ten minutes off', async () => {
  const invoiceId = await payable({ payment_method: 'wallet_direct' })
  await using visited = await visit(`/pay?invoice=${invoiceId}`, {}, page =>
    page.addInitScript('{ const real = Date.now; Date.now = () => real() + 600_000 }'),
  )
  expect(await visited.page.locator('[data-countdown]').textContent()).toMatch(/^(30:00|29:5\d)$/)
})

test('amount and number are copied as plain digits, as apps expect', async () => {
  const invoiceId = await payable({ payment_method: 'wallet_direct' })
  await using visited = await visit(`/pay?invoice=${invoiceId}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visited
  const [payment] = await shop.app.sql.query<{ final_amount: number }>(
    'select final_amount from payment where invoice_id = $1',
    [invoiceId],
  )
  await page.getByRole('button', { name: 'Salin nominal' }).click()
  await page.getByText('Tersalin').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(String(payment!.final_amount))
  await page.getByRole('button', { name: 'Salin nomor', exact: true }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('081200000001')
})

describe('paying with play money', () => {
  test.each([true, false])('play money pays at the press of a button, JavaScript %s', async javaScriptEnabled => {
    const invoiceId = await payable({ payment_method: 'wallet_direct' })
    await using visited = await visit(`/pay?invoice=${invoiceId}`, { javaScriptEnabled })
    const { page } = visited
    await page.getByTestId('sandbox-pay').click()
    await page.getByTestId('sandbox-sent').waitFor()
    await shop.workUntil(async () => {
      if (!javaScriptEnabled) await page.reload()
      return outcome(page).isVisible()
    })
    expect(await outcome(page).textContent()).toBe('LUNAS')
  })
})

test('pages fit the narrowest phone, even with the longest words', async () => {
  const invoiceId = await payable({ description: 'W'.repeat(500), customer_name: 'Ñ'.repeat(100), amount: 400_000 })
  const wide = await payable({
    payment_method: 'wallet_direct',
    amount: 9_999_999_990_000,
    description: 'a '.repeat(200),
  })
  for (const path of [`/pay?invoice=${invoiceId}`, `/pay?invoice=${wide}`, '/pay?invoice=x', '/']) {
    await using visited = await visit(path, { viewport: { width: 320, height: 640 } })
    expect(await visited.page.evaluate(tooWide), path).toEqual([])
  }
})

describe('hostile texts', () => {
  // The policy is removed, so that the escaping is tested; the policy is the second line of defence.
  test('hostile descriptions, customer names and merchant names are displayed as text and never run', {
    timeout: 90_000,
  }, async () => {
    const invoiceId = await payable()
    const context = await browser.newContext({ bypassCSP: true })
    const page = await context.newPage()
    const trouble: string[] = []
    page.on('dialog', dialog => {
      trouble.push(dialog.message())
      void dialog.dismiss()
    })
    page.on('request', request => {
      if (!request.url().startsWith(shop.pagesUrl)) trouble.push(request.url())
    })
    for (const payload of payloads) {
      await shop.app.sql.write(
        `with named as (update account set display_name = $2 where id = $3)
         update payment set description = $2, customer_name = $2 where invoice_id = $1`,
        [invoiceId, payload, shop.demo.accountId],
      )
      await page.goto(`${shop.pagesUrl}/pay?invoice=${invoiceId}`)
      const seen = await page.evaluate<Seen>(look)
      expect(seen).toEqual({ texts: Array(3).fill(normal(toPlainLine(payload))), scripts: 1, hacked: 'no' })
    }
    expect(trouble).toEqual([])
    await context.close()
  })

  test('the content security policy blocks an injected script', async () => {
    const invoiceId = await payable()
    await using visited = await visit(`/pay?invoice=${invoiceId}`)
    const blocked = await visited.page.evaluate<string[]>(breakIn)
    expect(blocked).toEqual(['script-src-attr', 'script-src-elem'])
    expect(await visited.page.evaluate('window.hacked')).toBeUndefined()
  })
})

interface Seen {
  texts: string[]
  scripts: number
  hacked: string
}

const look = `({
  texts: ['description', 'customer', 'merchant']
    .map(name => document.querySelector('[data-testid=' + name + ']').textContent),
  scripts: document.querySelectorAll('script').length,
  hacked: String(window.hacked ?? 'no'),
})`

const tooWide = `[...document.querySelectorAll('body *')]
  .filter(element => element.getBoundingClientRect().right > 320 || element.scrollWidth > 320)
  .map(element => element.tagName + '.' + element.className)`

const breakIn = `new Promise(resolve => {
  const blocked = []
  document.addEventListener('securitypolicyviolation', event => {
    blocked.push(event.effectiveDirective)
    if (blocked.length === 2) resolve(blocked.sort())
  })
  document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.hacked = 1">')
  const script = document.createElement('script')
  script.textContent = 'window.hacked = 2'
  document.body.append(script)
})`

/** Normalizes line ends like HTML itself. */
function normal(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
