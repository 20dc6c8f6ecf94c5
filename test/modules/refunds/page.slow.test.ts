import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRupiah } from '../../../src/lib/money.ts'
import { findOrder } from '../../../src/orders/find-order.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'
import type { Visitor } from '../../web/browse.ts'
import { confirmed, signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let stall: Stall
let owner: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
})
afterAll(() => shop.close())

/** Creates a paid order of two mugs. Returns it with the address of its refund page. */
async function paidOrder() {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 2 })
  await pay(stall, payment.invoiceId)
  const { invoiceId, finalAmount: paid } = payment
  const [item] = (await findOrder(shop.app, shop.demo, order.orderNumber)).items.$.getItems()
  return {
    invoiceId,
    paid,
    item: item!,
    orderNumber: order.orderNumber,
    path: `/dashboard/payments/${invoiceId}/refund`,
  }
}

const onceOf = (text: string) => /name="once" value="([^"]*)"/.exec(text)![1]!
const rowsOf = (text: string) => text.match(/<li data-testid="refund">/g)?.length ?? 0
const refunded = async (invoiceId: string) => {
  const { body } = await shop.api(`/check-payment?invoice=${invoiceId}`)
  return { amount: body.refunded_amount, reasons: body.refunds.map(({ reason }: { reason: string }) => reason) }
}

test('a partial refund is made after the page has named its amount, and a form sent twice refunds once', async () => {
  const { invoiceId, paid, path } = await paidOrder()
  const form = (await owner.get(path)).text
  expect(form).toContain(`Masih bisa dikembalikan: ${formatRupiah(paid)}.`)
  const fields = { act: 'refund', amount: '1.500', reason: 'Cangkir retak', once: onceOf(form) }
  const question = await owner.post(path, fields)
  expect(question.text).toContain(`${formatRupiah(1_500)} dicatat sudah kamu kembalikan`)
  expect(await refunded(invoiceId)).toEqual({ amount: null, reasons: [] })
  for (let time = 0; time < 2; time++) await owner.post(path, { ...fields, confirmed: '1' })
  expect(await refunded(invoiceId)).toEqual({ amount: 1_500, reasons: ['Cangkir retak'] })
  const { text } = await owner.get(path)
  expect(rowsOf(text)).toBe(1)
  expect(text).toContain(`Masih bisa dikembalikan: ${formatRupiah(paid - 1_500)}.`)
  expect(text).toContain('Cangkir retak')
})

test('the question names the price of the chosen goods, or everything that is left', async () => {
  const { invoiceId, paid, item, path } = await paidOrder()
  const once = onceOf((await owner.get(path)).text)
  const line = { act: 'refund', [`line_${item.id}`]: '1', once }
  expect((await owner.post(path, line)).text).toContain(`${formatRupiah(item.price)} dicatat`)
  expect((await owner.post(path, { act: 'refund', once })).text).toContain(`${formatRupiah(paid)} dicatat`)
  await confirmed(owner, path, line)
  expect(await refunded(invoiceId)).toMatchObject({ amount: item.price })
})

test('an amount beyond the rest, no amount and too many goods are refused before the question', async () => {
  const { invoiceId, paid, item, path } = await paidOrder()
  const once = onceOf((await owner.get(path)).text)
  for (const wrong of [{ amount: `${paid + 1}` }, { amount: 'seribu' }, { [`line_${item.id}`]: '3' }]) {
    const { text } = await owner.post(path, { act: 'refund', once, ...wrong } as Record<string, string>)
    expect(text).not.toContain('name="confirmed"')
    expect(text).toContain('role="alert"')
  }
  expect(await refunded(invoiceId)).toEqual({ amount: null, reasons: [] })
})

test('the reason of a refund can be corrected within a day, and its record cancelled by a correction', async () => {
  const { invoiceId, path } = await paidOrder()
  const once = onceOf((await owner.get(path)).text)
  await confirmed(owner, path, { act: 'refund', amount: '2000', reason: 'Salah ketik', once })
  const { body } = await shop.api(`/check-payment?invoice=${invoiceId}`)
  const refund: string = body.refunds[0].refund_id
  await owner.post(path, { act: 'change', refund, reason: 'Kurang satu' })
  expect(await refunded(invoiceId)).toEqual({ amount: 2_000, reasons: ['Kurang satu'] })
  const back = { act: 'take_back', refund, reason: 'Belum dikirim' }
  expect((await owner.post(path, back)).text).toContain(`${formatRupiah(2_000)} dianggap belum dikembalikan`)
  for (let time = 0; time < 2; time++) await confirmed(owner, path, back)
  expect((await refunded(invoiceId)).amount).toBeNull()
  const { text } = await owner.get(path)
  expect(rowsOf(text)).toBe(2)
  expect(text).not.toContain('value="take_back"')
})

test('a refund has its date and a picture as proof, for members who can move money', async () => {
  const { invoiceId, path } = await paidOrder()
  const once = onceOf((await owner.get(path)).text)
  const wrong = await owner.post(path, { act: 'refund', amount: '1700', day: '2020-01-01', once })
  expect(wrong.text).not.toContain('name="confirmed"')
  const day = shop.app.calendar.formatDay(shop.app.now())
  await confirmed(owner, path, { act: 'refund', amount: '1700', day, once })
  const { body } = await shop.api(`/check-payment?invoice=${invoiceId}`)
  const refund: string = body.refunds[0].refund_id
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#845' } })
    .png()
    .toBuffer()
  const file = { name: 'bukti.png', bytes: picture, field: 'picture' }
  const sent = await owner.upload(path, 'prove', file, { refund })
  expect(sent.status).toBe(303)
  expect((await owner.get(path)).text).toContain(`/dashboard/refund-proof?refund=${refund}`)
  const proof = await owner.get(`/dashboard/refund-proof?refund=${refund}`)
  expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const cashier = await signInAs(shop, { role: 'read_only' })
  expect((await cashier.get(`/dashboard/refund-proof?refund=${refund}`)).status).toBe(403)
})

test('the page of an order links to the page of its refunds', async () => {
  const { path, orderNumber } = await paidOrder()
  expect((await owner.get(`/dashboard/orders/${orderNumber}`)).text).toContain(`href="${path}"`)
})
