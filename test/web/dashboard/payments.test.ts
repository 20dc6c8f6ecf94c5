import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInAs } from '../members.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

test('each status is one press away, keeps the search, and a list without hits says which it is', async () => {
  const fresh = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await fresh.get('/dashboard/payments')).text).toContain('Belum ada pembayaran.')
  expect((await fresh.get('/dashboard/orders')).text).toContain('Belum ada pesanan. Bagikan tautan bot tokomu')
  expect((await fresh.get('/dashboard/orders?status=paid')).text).toContain('Tidak ada pesanan yang cocok.')

  const owner = await signInAs(shop)
  await shop.invoice({ description: 'Roti sobek' })
  const { text } = await owner.get('/dashboard/payments?search=roti&method=qris')
  expect(text).toContain('Roti sobek')
  expect(text).toContain('/dashboard/payments?search=roti&amp;status=paid&amp;method=qris')
  const paid = await owner.get('/dashboard/payments?search=roti&status=paid')
  expect(paid.text).toContain('Tidak ada pembayaran yang cocok.')
  expect(paid.text).toContain('<input type="hidden" name="status" value="paid">')
})

test('the link of an open invoice is there to be sent, and is gone once it is paid', async () => {
  const owner = await signInAs(shop)
  const invoice = await shop.invoice()
  const link = `value="${shop.app.config.baseUrl}/pay?invoice=${invoice}"`
  expect((await owner.get(`/dashboard/payments/${invoice}`)).text).toContain(link)
  await shop.work()
  await shop.pay(invoice)
  expect((await owner.get(`/dashboard/payments/${invoice}`)).text).not.toContain(link)
})

test('a payment begins with its invoice, whatever else happened in that instant', async () => {
  const owner = await signInAs(shop)
  const invoice = await shop.invoice()
  await shop.work()
  await shop.app.sql.write('update charge set request_date = $2 where invoice_id = $1', [invoice, new Date(0)])
  const { text } = await owner.get(`/dashboard/payments/${invoice}`)
  expect(text.indexOf('Tagihan dibuat')).toBeGreaterThan(0)
  expect(text.indexOf('Tagihan dibuat')).toBeLessThan(text.indexOf('Kode dibuat'))
})

test('the first steps lead to the invoice that is to be paid, and to a connection in live mode', async () => {
  const { accountId } = shop.second
  const owner = await signInAs(shop, { accountId })
  expect((await owner.get('/dashboard')).text).toMatch(/new-payment">Bayar tagihan itu dengan uang mainan/)
  const made = await shop.api('/create-payment', { key: shop.keys.second, body: { amount: 20_000 } })
  const { text } = await owner.get('/dashboard')
  expect(text).toContain(`/dashboard/payments/${made.body.data.invoice_id}">Bayar tagihan itu dengan uang mainan`)
  expect(text).not.toContain('Hubungkan dompet atau bankmu')
  await owner.post('/dashboard/place', { act: 'mode', mode: 'live' })
  const live = (await owner.get('/dashboard')).text
  expect(live).toContain('/dashboard/connections">Hubungkan dompet atau bankmu')
  expect(live).not.toContain('uang mainan')
})
