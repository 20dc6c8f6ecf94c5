import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteRefund } from '../../../src/books/note-refund.ts'
import { receiptToken } from '../../../src/orders/receipts/receipt-token.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { invoice, newCustomer, openStall, pay } from '../../orders/store.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const owner = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const checkOf = (text: string) => /href="(\/receipt\/[\w-]{22}\?lang=\w\w)"/.exec(text)?.[1] ?? 'no link'
const codeIn = async (picture: Buffer) => {
  const { data, info } = await sharp(picture, { density: 300 })
    .resize({ width: 1000 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return (jsQR as unknown as typeof jsQR.default)(new Uint8ClampedArray(data), info.width, info.height)?.data
}

async function paidPayment(payment: object = {}): Promise<string> {
  const invoiceId = await shop.invoice(payment)
  await shop.work()
  await payInvoice(shop, invoiceId)
  return invoiceId
}

describe('the receipt check', () => {
  test("every paid payment's page, printed code and picture link to the check of its receipt", async () => {
    const open = await shop.invoice()
    expect((await shop.page(`/pay?invoice=${open}`)).text).not.toContain('/receipt/')
    const invoiceId = await paidPayment()
    const { text } = await shop.page(`/pay?invoice=${invoiceId}`)
    const path = checkOf(text)
    expect((await shop.page(path)).status).toBe(200)
    const wanted = `${shop.app.config.baseUrl}${path.split('?')[0]}`
    expect(text).toContain(`src="${path.split('?')[0]}.svg"`)
    expect(await codeIn((await shop.page(`${path.split('?')[0]}.svg`)).bytes)).toBe(wanted)
    expect(await codeIn((await shop.page(`/pay/receipt.png?invoice=${invoiceId}`)).bytes)).toBe(wanted)
  })

  test('the receipt check shows only time, amount, shortened name and test mode, in two languages', async () => {
    const invoiceId = await paidPayment({
      amount: 50_000,
      customer_name: 'Siti Nurhaliza',
      customer_email: 'siti@rahasia.example',
      customer_phone: '+62811999888',
      description: 'Obat <rahasia>',
      metadata: { note: 'rahasia' },
      reference: 'R-rahasia',
    })
    const path = checkOf((await shop.page(`/pay?invoice=${invoiceId}`)).text).split('?')[0]!
    const { text, headers } = await shop.page(path)
    expect(text).toContain('data-word="paid"')
    expect(text).toMatch(/Rp.50\.\d{3}</)
    for (const shown of ['Warung Kopi', 'Siti N.', 'WIB', `…${invoiceId.slice(-6)}`, 'tidak ada uang sungguhan']) {
      expect(text).toContain(shown)
    }
    for (const hidden of [invoiceId, 'Nurhaliza', 'rahasia', '811999888', '<script', '<form']) {
      expect(text, hidden).not.toContain(hidden)
    }
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const english = (await shop.page(`${path}?lang=en`)).text
    expect(english).toContain('A real receipt: it is paid')
    expect(english).toContain('no real money')
  })

  test('the receipt check says if the money has been refunded since', async () => {
    const invoiceId = await paidPayment()
    const path = checkOf((await shop.page(`/pay?invoice=${invoiceId}`)).text)
    await noteRefund(shop.app, owner(), invoiceId, { actor: 'user 7' })
    const { text } = await shop.page(path)
    expect(text).toContain('data-word="refunded"')
    expect(text).toContain('Uangnya sudah dikembalikan')
  })

  test('the receipt check of an order shows its number, and a cancellation after payment', async () => {
    const stall = await openStall(shop.app, shop.demo)
    const { payment, order } = await invoice(stall, await newCustomer(stall), { shave: 1 })
    await shop.work()
    await pay(stall, payment.invoiceId)
    const path = `/receipt/${receiptToken(shop.app.seal, payment.invoiceId)}`
    expect((await shop.page(path)).text).toContain(order.orderNumber)
    await updateOrderStatus(shop.app, owner(), { orderNumber: order.orderNumber, status: 'cancelled', notify: false })
    expect((await shop.page(path)).text).toContain('data-word="cancelled"')
    // A receipt like that of an order paid in cash.
    const { text } = await shop.page(`/receipt/${receiptToken(shop.app.seal, order.orderNumber)}`)
    expect(text).toContain('data-word="cancelled"')
  })

  test('the receipt check of an unpaid payment says so, though no receipt links to it', async () => {
    const invoiceId = await shop.invoice()
    const { text } = await shop.page(`/receipt/${receiptToken(shop.app.seal, invoiceId)}`)
    expect(text).toContain('data-word="unpaid"')
    expect(text).toContain('Belum dibayar')
  })

  test('a receipt of another installation, and an invented one, are rejected', async () => {
    const gone = receiptToken(shop.app.seal, 'INV-00000000000000000000')
    for (const token of ['A'.repeat(22), gone, 'short', '%00', `${gone}.svgx`, 'INV-2NVWR5F7P4WPSG18SPTZ']) {
      const { status, text } = await shop.page(`/receipt/${token}`, { accept: 'text/html' })
      expect(status, token).toBe(404)
      if (/^[\w-]+$/.test(token)) expect(text, token).toContain('Bukan struk dari sini')
    }
    expect((await shop.page(`/receipt/${'A'.repeat(22)}.svg`)).status).toBe(404)
  })

  test('opening a receipt check leaves no trace, and one address is rate-limited', async () => {
    const token = receiptToken(shop.app.seal, await paidPayment())
    await shop.page(`/receipt/${token}`)
    expect(await shop.app.sql.query('select number from receipt_showing')).toEqual([])
    const answers = await Promise.all(Array.from({ length: 90 }, () => shop.page(`/receipt/${'A'.repeat(22)}`)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(10)
  })
})
