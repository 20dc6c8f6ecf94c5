import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteRefund } from '../../../../src/books/note-refund.ts'
import { receiptUrl } from '../../../../src/orders/receipts/receipt-url.ts'
import { payInvoice } from '../../../orders/pay-invoice.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { pairedDevice } from '../stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

async function paidReceipt(): Promise<{ invoiceId: string; address: string }> {
  const invoiceId = await shop.invoice()
  await shop.work()
  await payInvoice(shop, invoiceId)
  return { invoiceId, address: receiptUrl(shop.app, invoiceId) }
}

async function scan(token: string, receipt: string, site = 'same-origin') {
  const answer = await fetch(`${shop.pagesUrl}/kasir/receipt`, {
    method: 'POST',
    headers: { cookie: `warung-kasir=${token}`, 'sec-fetch-site': site },
    body: new URLSearchParams({ receipt }),
  })
  return { status: answer.status, text: await answer.text() }
}

test('a counter confirms that a receipt is real, and on the second time shows when it was first scanned', async () => {
  const { token } = await pairedDevice(shop)
  const { address } = await paidReceipt()
  expect((await scan(token, `${address}?lang=en`)).text).toContain('Struk asli, sudah dibayar')
  const again = await scan(token, address)
  expect(again.text).toMatch(/sudah pernah ditunjukkan: pertama kali hari ini \d\d\.\d\d/)
})

test('a receipt whose money was refunded is refused, and its scan is not recorded', async () => {
  const { token } = await pairedDevice(shop)
  const { address, invoiceId } = await paidReceipt()
  await noteRefund(shop.app, { accountId: shop.demo.accountId, mode: 'test' }, invoiceId, { actor: 'user 7' })
  expect((await scan(token, address)).text).toContain('Uangnya sudah dikembalikan')
  expect(await shop.app.sql.query(`select 1 from receipt_showing where number = '${invoiceId}'`)).toEqual([])
})

test('foreign addresses, other modes and invented codes are rejected, and strangers record no scan', async () => {
  const { token } = await pairedDevice(shop)
  const live = await pairedDevice(shop, { mode: 'live' })
  const { address, invoiceId } = await paidReceipt()
  const elsewhere = address.replace(shop.app.config.baseUrl, 'https://evil.example')
  const madeUp = `${shop.app.config.baseUrl}/receipt/${'A'.repeat(22)}`
  for (const wrong of [elsewhere, madeUp, `${address}x`, invoiceId]) {
    expect((await scan(token, wrong)).text, wrong).toContain('Bukan struk toko ini')
  }
  expect((await scan(live.token, address)).text).toContain('Bukan struk toko ini')
  expect((await scan('x', address)).text).toContain('Pasang kasir')
  expect((await scan(token, address, 'cross-site')).status).toBe(403)
  expect((await scan(token, ' ')).status).toBe(400)
  expect(await shop.app.sql.query(`select 1 from receipt_showing where number = '${invoiceId}'`)).toEqual([])
})
