import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntilFinished } from '../../../src/lib/started.ts'
import { readTransfers } from '../../../src/money/read-transfers.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
  shop.app.wake.on('reads', () => void waitUntilFinished(readTransfers(shop.app, 10)))
})
afterAll(() => shop.close())

const make = (payment: object = {}) => shop.invoice({ payment_method: 'wallet_direct', ...payment })
const press = (invoiceId: string) => shop.page(`/pay/check?invoice=${invoiceId}`, {}, 'POST')
const follow = async (invoiceId: string) => {
  const { status, headers } = await press(invoiceId)
  expect(status).toBe(303)
  return (await shop.page(headers.location!.replace(shop.url, ''))).text
}

test('"saya sudah bayar" finds money that has arrived, and confirms it immediately', async () => {
  const invoiceId = await make()
  await shop.work()
  expect((await shop.page(`/pay?invoice=${invoiceId}`)).text).toContain('Saya sudah bayar')
  await shop.sandbox('/transfers', { invoice_id: invoiceId })
  shop.advance(30)
  await shop.app.sql.write("update reading set due_at = now() + interval '1 hour'")
  expect(await follow(invoiceId)).toContain('data-phase="paid"')
})

test('before any money arrives, the page shows what is known in its language, but no connections', async () => {
  const invoiceId = await make()
  await shop.work()
  shop.advance(30)
  const text = await follow(invoiceId)
  expect(text).toMatch(/data-verdict="waiting"><b>Belum ada uang Rp.25\.\d+ yang masuk\. Terakhir diperiksa/)
  const english = (await shop.page(`/pay?invoice=${invoiceId}&why=1&lang=en`)).text
  expect(english).toMatch(/data-verdict="waiting"><b>We haven’t received Rp.25\.\d+ yet/)
  expect(/data-testid="explanation"[\s\S]*?<\/p>/.exec(english)![0]).not.toContain('Sandbox')
})

test('an expired payment that received money says so, links back, and offers nothing more to pay', async () => {
  const invoiceId = await make({ redirect_url: 'https://toko.example/selesai' })
  shop.advance(1805)
  await shop.pay(invoiceId)
  const { text } = await shop.page(`/pay?invoice=${invoiceId}`)
  expect(text).toContain('data-phase="expired"')
  expect(text).toMatch(/data-testid="in-review">Kami menerima Rp.25\.\d+ untuk tagihan ini\. Uangmu aman/)
  expect(text).toContain('https://toko.example/selesai')
  expect(text).not.toContain('data-testid="account-number"')
  expect(text).not.toContain('data-testid="paid-already"')
  expect((await shop.page(`/pay?invoice=${invoiceId}&why=1`)).text).toContain('data-verdict="money_in_review"')
})

test('thirty simultaneous checks are answered, and an unknown invoice is not found', async () => {
  const invoiceId = await make()
  await shop.pay(invoiceId)
  const answers = await Promise.all(Array.from({ length: 30 }, () => press(invoiceId)))
  expect(answers.every(({ status }) => status === 303)).toBe(true)
  expect((await press('INV-00000000000000000000')).status).toBe(404)
  expect((await press('<script>')).status).toBe(404)
})
