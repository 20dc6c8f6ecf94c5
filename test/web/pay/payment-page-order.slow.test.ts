import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { cancelOrder } from '../../../src/orders/cancel-order.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

let shop: WebShop
let stall: Stall

beforeAll(async () => {
  shop = await createWebShop()
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

async function orderInvoice(goods: Record<string, number>): Promise<{ invoiceId: string; orderNumber: string }> {
  const { payment, order } = await invoice(stall, await newCustomer(stall), goods)
  await shop.work()
  return { invoiceId: payment.invoiceId, orderNumber: order.orderNumber }
}

async function decode(png: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return (jsQR as unknown as typeof jsQR.default)(new Uint8ClampedArray(data), info.width, info.height)?.data
}

describe('an order of the store', () => {
  test('an order is listed item by item on its payment page, before and after it is paid', async () => {
    const { invoiceId, orderNumber } = await orderInvoice({ shave: 2, token: 1 })
    const items = [/Cukur × 2<\/dt><dd>Rp\u00a060\.000/, /Token Listrik × 1<\/dt><dd>Rp\u00a020\.000/]
    const open = await shop.page(`/pay?invoice=${invoiceId}`)
    for (const shown of [`Pesanan ${orderNumber}`, ...items]) expect(open.text).toMatch(shown)
    await pay(stall, invoiceId)
    const paid = await shop.page(`/pay?invoice=${invoiceId}&lang=en`)
    for (const shown of ['PAID', `Order ${orderNumber}`, ...items]) expect(paid.text).toMatch(shown)
  })

  test('the order of another payment is not on the page', async () => {
    await orderInvoice({ mug: 1 })
    const { text } = await shop.page(`/pay?invoice=${await shop.invoice({ description: 'Kopi susu' })}`)
    expect(text).not.toContain('data-testid="items"')
    expect(text).toContain('data-testid="description">Kopi susu<')
  })
})

describe('the end of an order’s payment leads back to its chat', () => {
  const chatOf = (text: string) => /href="([^"]+)"[^>]*data-testid="chat">([^<]+)/.exec(text)?.slice(1)
  const linkTo = (token: string) => expect.stringMatching(new RegExp(`/telegram/\\?bot=shop_bot&amp;start=o_${token}$`))

  test('a paid, expired or cancelled payment links back to its chat, and a payable one does not', async () => {
    const open = await invoice(stall, await newCustomer(stall), { shave: 1 })
    const page = async (lang = 'id') =>
      chatOf((await shop.page(`/pay?invoice=${open.payment.invoiceId}&lang=${lang}`)).text)
    await shop.work()
    expect(await page()).toBeUndefined()
    await pay(stall, open.payment.invoiceId)
    expect(await page()).toEqual([linkTo(open.order.token), 'Kembali ke chat'])
    expect((await page('en'))![1]).toBe('Back to the chat')
    const cancelled = await invoice(stall, await newCustomer(stall), { shave: 1 })
    await cancelOrder(shop.app, shop.demo.accountId, cancelled.order.customerId, cancelled.order.token)
    const { text } = await shop.page(`/pay?invoice=${cancelled.payment.invoiceId}`)
    expect(chatOf(text)).toEqual([linkTo(cancelled.order.token), 'Pesan lagi di chat'])
  })

  test('a payment of a revoked bot, or without an order, has no link to a chat', async () => {
    const { payment, order } = await invoice(stall, await newCustomer(stall), { shave: 1 })
    await cancelOrder(shop.app, shop.demo.accountId, order.customerId, order.token)
    const bot = 'update bot set state = $1, revoked_at = now() where username = $2'
    await shop.app.sql.write(bot, ['revoked', 'shop_bot'])
    expect(chatOf((await shop.page(`/pay?invoice=${payment.invoiceId}`)).text)).toBeUndefined()
    await shop.app.sql.write(bot, ['active', 'shop_bot'])
    const plain = await shop.invoice({ payment_method: 'wallet_direct' })
    await shop.pay(plain)
    expect(chatOf((await shop.page(`/pay?invoice=${plain}`)).text)).toBeUndefined()
  })
})

describe("the seller's contacts on an unpaid ended payment", () => {
  const sellerOf = (text: string) => /data-testid="seller">([\s\S]+?)<dl>/.exec(text)?.[1]
  const cancelled = async () => {
    const { payment, order } = await invoice(stall, await newCustomer(stall), { shave: 1 })
    await cancelOrder(shop.app, shop.demo.accountId, order.customerId, order.token)
    return payment.invoiceId
  }
  const setContact = (contact: object) =>
    shop.app.em(shop.demo).upsert(ShopRules, { account: shop.demo.accountId, ...contact })

  test("an ended unpaid payment lists WhatsApp, phone and address of its seller, in the page's language", async () => {
    const invoiceId = await cancelled()
    const page = async (lang = 'id') => sellerOf((await shop.page(`/pay?invoice=${invoiceId}&lang=${lang}`)).text)
    expect(await page()).toBeUndefined()
    await setContact({ whatsapp: '0812-1111-2222', phone: '(022) 123 456', address: 'Jalan Braga 9' })
    expect(await page()).toMatch(/href="https:\/\/wa\.me\/6281211112222\?text=Halo%20Warung%20Kopi[^"]+/)
    expect(await page()).toContain(invoiceId)
    expect(await page()).toMatch(/href="tel:022123456"[\s\S]+Telepon \(022\) 123 456[\s\S]+Alamat: Jalan Braga 9/)
    expect(await page('en')).toContain('Ask the seller on WhatsApp')
  })

  test("a payment that is paid or can still be paid does not list the seller's contacts", async () => {
    await setContact({ whatsapp: '0812-1111-2222' })
    const { payment } = await invoice(stall, await newCustomer(stall), { shave: 1 })
    await shop.work()
    const page = async () => sellerOf((await shop.page(`/pay?invoice=${payment.invoiceId}`)).text)
    expect(await page()).toBeUndefined()
    await pay(stall, payment.invoiceId)
    expect(await page()).toBeUndefined()
  })
})

describe('the receipt of a payment', () => {
  test('the receipt can be saved as a picture once the payment is paid, and is absent before', async () => {
    const { invoiceId, orderNumber } = await orderInvoice({ shave: 1 })
    const address = `/pay/receipt.png?invoice=${invoiceId}`
    expect((await shop.page(address)).status).toBe(404)
    await pay(stall, invoiceId)
    const saved = await shop.page(`${address}&save=1`)
    expect([saved.status, saved.headers['content-type'], saved.headers['content-disposition']]).toEqual([
      200,
      'image/png',
      `attachment; filename="struk-${orderNumber}.png"`,
    ])
    expect((await sharp(saved.bytes).metadata()).width).toBe(840)
    const page = await shop.page(`/pay?invoice=${invoiceId}`)
    expect(page.text).toMatch(/href="\/pay\/receipt\.png\?[^"]+" download data-testid="receipt">/)
  })

  test('the receipt of a payment without an order shows its purpose, in the language of the page', async () => {
    const invoiceId = await shop.invoice({ payment_method: 'wallet_direct', description: 'Kopi susu' })
    await shop.pay(invoiceId)
    const [id, en] = await Promise.all(
      ['id', 'en'].map(lang => shop.page(`/pay/receipt.png?invoice=${invoiceId}&lang=${lang}`)),
    )
    expect([id!.status, id!.headers['content-disposition']]).toEqual([200, `inline; filename="struk-${invoiceId}.png"`])
    expect(en!.headers['content-disposition']).toBe(`inline; filename="receipt-${invoiceId}.png"`)
    expect(id!.bytes.equals(en!.bytes)).toBe(false)
  })
})

test('a saved code is the whole card, and a scanner can read it', async () => {
  const { invoiceId } = await orderInvoice({ shave: 1 })
  const saved = await shop.page(`/pay/qr.png?invoice=${invoiceId}&save=1`)
  const { width, height } = await sharp(saved.bytes).metadata()
  expect([saved.status, width, height]).toEqual([200, 840, 1180])
  const [charge] = await shop.app.sql.query<{ qris: string }>('select qris from charge where invoice_id = $1', [
    invoiceId,
  ])
  expect(await decode(saved.bytes)).toBe(charge!.qris)
})

describe('what a payer sees', () => {
  test('a payer sees the QRIS mark above the code, and steps for common apps', async () => {
    const { invoiceId } = await orderInvoice({ shave: 1 })
    const { text } = await shop.page(`/pay?invoice=${invoiceId}`)
    expect(text).toMatch(/<figure class="qr">\s*<svg class="mark"[^>]+aria-label="QRIS">/)
    for (const app of ['GoPay', 'DANA', 'OVO', 'ShopeePay', 'BCA']) expect(text).toContain(`<summary>${app}</summary>`)
    expect(text.match(/Periksa nama penerima dan nominalnya/g)!.length).toBeGreaterThan(4)
  })

  test("a payer who transfers to a number sees its holder's name, and steps for sending", async () => {
    const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
    await shop.app.sql.write(`update connection set details = '{"holder": "SITI RAHMA"}' where connector = 'wallet'`)
    const { text } = await shop.page(`/pay?invoice=${invoiceId}&lang=en`)
    expect(text).toContain('Account holder</dt><dd><b data-testid="account-holder">SITI RAHMA<')
    expect(text).toContain('Open GoPay and tap Transfer.')
    expect(text).not.toContain('class="mark"')
  })
})

test('a paid payment that received more money says so, and says that it will be returned', async () => {
  const invoiceId = await shop.invoice({ payment_method: 'wallet_direct' })
  await shop.pay(invoiceId)
  await shop.sandbox('/transfers', { invoice_id: invoiceId, reference: 'again' })
  await shop.hurry()
  await shop.work()
  const { text } = await shop.page(`/pay?invoice=${invoiceId}`)
  expect(text).toMatch(/data-testid="in-review">Selain itu kami menerima Rp\u00a025\.\d{3} lagi/)
})
