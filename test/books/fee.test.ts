import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantPlatform } from '../../src/accounts/grant-platform.ts'
import { setPlatformFee } from '../../src/accounts/set-platform-fee.ts'
import { reconcileDay } from '../../src/books/reconcile-day.ts'
import { demoMerchant } from '../../src/connectors/simulator/demo-merchant.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { type CreatedPayment, create } from '../payments/scenario.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

let shop: WebShop
let payment: CreatedPayment

beforeAll(async () => {
  shop = await createWebShop()
  const { accountId } = shop.demo
  const { id: merchantId, staticQris } = demoMerchant
  await grantPlatform(shop.app, { accountId, connector: 'interactive', merchantId, maxAmount: 2_000_000, staticQris })
  await setPlatformFee(shop.app, accountId, 70)
  shop.forgetKeys()
  payment = await create(shop, { amount: 25_000, payment_method: 'qris_platform' })
})
afterAll(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

const page = async () => {
  const { text } = await shop.page(`/pay?invoice=${payment.invoice_id}&lang=en`)
  return text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('a fee on top is shown on the page of its payment, before and after payment', async () => {
  expect(payment.final_amount).toBe(25_175)
  expect(await page()).toContain('Price Rp 25.000 Fee Rp 175')
  expect((await shop.api('/simulate-payment', { body: { invoice: payment.invoice_id } })).status).toBe(200)
  expect(await page()).toContain('Fee Rp 175')
})

test('the books contain the received amount, the fee, and the rest, which limits withdrawals', async () => {
  const { body } = await shop.api('/list-movements')
  expect(body.data).toMatchObject([{ type: 'sale', amount: 25_175, fee: 175, net: 25_000, is_withdrawable: false }])
  expect((await shop.api('/get-balance')).body.data).toEqual({ available: 0, underway: 0 })
  const scope = { accountId: shop.demo.accountId, mode: 'test' as const }
  const lines: string[] = []
  for await (const line of reconcileDay(shop.app, scope, shop.app.calendar.formatDay(shop.app.now()))) lines.push(line)
  expect(lines.at(-1)).toBe('total,,,,,,,,25175,175,25000,')
})

test('the statistics count the received money before the fee', async () => {
  const { summary } = (await shop.api('/get-statistics')).body.data
  expect(summary.total_revenue).toBe(25_175)
})
