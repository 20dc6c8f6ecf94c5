import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
})

afterAll(() => shop.close())

const refund = (body: object, headers?: Record<string, string>) =>
  shop.api('/refund-payment', { body, ...(headers ? { headers } : {}) })

async function paidOrder() {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 2 })
  await pay(stall, payment.invoiceId)
  return { order, payment, invoiceId: payment.invoiceId, paid: payment.finalAmount }
}

const check = async (id: string) => (await shop.api(`/check-payment?invoice=${id}`)).body

test('a part of a payment is refunded, then the rest, and each refund is shown', async () => {
  const { invoiceId, paid } = await paidOrder()
  const first = await refund({ invoice: invoiceId, amount: 1_500, reason: 'Retak' })
  expect(first.status).toBe(200)
  expect(first.body.refund).toMatchObject({ amount: 1_500, status: 'succeeded', by_provider: false, reason: 'Retak' })
  expect(first.body.data).toMatchObject({ status: 'paid', refunded_amount: 1_500, refunds: [first.body.refund] })
  const rest = await refund({ invoice: invoiceId })
  expect(rest.body.refund).toMatchObject({ amount: paid - 1_500 })
  expect(await check(invoiceId)).toMatchObject({
    status: 'paid',
    refunded_amount: paid,
    refunds: [first.body.refund, rest.body.refund],
  })
  expect((await refund({ invoice: invoiceId })).body.code).toBe('refused_transition')
  expect((await shop.api('/note-refund', { body: { invoice: invoiceId } })).status).toBe(200)
  const events = await shop.app.sql.query<{ subject: string }>(
    `select subject from event where type = 'payment.refunded' and subject like $1 order by subject`,
    [`${invoiceId}%`],
  )
  expect(events).toEqual([{ subject: invoiceId }, { subject: `${invoiceId} 2` }])
})

test('a refund of more than is left, of nothing, of fractions, or of an unpaid payment is refused', async () => {
  const { invoiceId, paid } = await paidOrder()
  for (const amount of [paid + 1, 0, -5, 1.5, '1000', 1e18]) {
    const refused = await refund({ invoice: invoiceId, amount })
    expect([amount, refused.status, refused.body.code]).toEqual([amount, 400, 'invalid_request'])
  }
  expect(await check(invoiceId)).toMatchObject({ refunded_amount: null, refunds: [] })
  const open = await invoice(stall, await newCustomer(stall), { mug: 1 })
  expect((await refund({ invoice: open.payment.invoiceId })).body.code).toBe('refused_transition')
  expect((await refund({ invoice: 'INV-00000000000000000000' })).status).toBe(404)
})

test('simultaneous partial refunds never return more than was paid', async () => {
  const { invoiceId, paid } = await paidOrder()
  const part = Math.floor(paid / 3)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refund({ invoice: invoiceId, amount: part })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await check(invoiceId)).toMatchObject({ refunded_amount: 3 * part })
  const [books] = await shop.app.sql.query<{ sum: string }>(
    `select sum(amount) from movement where kind = 'refund_note' and invoice_id = $1`,
    [invoiceId],
  )
  expect(Number(books!.sum)).toBe(-3 * part)
})

test('the database itself refuses a refund beyond what was paid', async () => {
  const { invoiceId, paid } = await paidOrder()
  const insert = `insert into refund (account_id, mode, invoice_id, amount, returned_at, created_at, ended_at)
    select account_id, mode, invoice_id, $2, now(), now(), now() from payment where invoice_id = $1`
  await expect(shop.app.sql.write(insert, [invoiceId, paid + 1])).rejects.toThrow('more would be returned')
})

test('a refund repeated with its Idempotency-Key returns money once', async () => {
  const { invoiceId } = await paidOrder()
  const headers = { 'idempotency-key': `refund ${invoiceId}` }
  const [first, second] = [
    await refund({ invoice: invoiceId, amount: 700 }, headers),
    await refund({ invoice: invoiceId, amount: 700 }, headers),
  ]
  expect(second.body).toEqual(first.body)
  expect(await check(invoiceId)).toMatchObject({ refunded_amount: 700 })
})

test('refunded goods return to stock once, and cancelling the order returns only the others', async () => {
  const { order, invoiceId } = await paidOrder()
  const before = await stockOfMug()
  expect((await refund({ invoice: invoiceId, amount: 500, restock: true })).body.refund.restocked).toBe(true)
  expect(await stockOfMug()).toBe(before + 2)
  const again = await refund({ invoice: invoiceId, amount: 500, restock: true })
  expect([again.status, again.body.fields[0].path]).toEqual([400, 'restock'])
  await updateOrderStatus(stall.app, shop.demo, { orderNumber: order.orderNumber, status: 'cancelled', notify: false })
  expect(await stockOfMug()).toBe(before + 2)
})

test('a cancelled order owes the rest, and nothing once everything was refunded', async () => {
  const { order, invoiceId, paid } = await paidOrder()
  await refund({ invoice: invoiceId, amount: 2_000, reason: 'Sebagian' })
  await updateOrderStatus(stall.app, shop.demo, { orderNumber: order.orderNumber, status: 'cancelled', notify: false })
  const read = async () => (await shop.api(`/msgstore-orders?order_number=${order.orderNumber}`)).body.data
  expect(await read()).toMatchObject({
    refund_due: true,
    refunded_amount: 2_000,
    received: [{ amount: paid - 2_000 }],
    payment: { refunded_amount: 2_000 },
  })
  await refund({ invoice: invoiceId })
  expect(await read()).toMatchObject({ refund_due: false, refunded_amount: paid, received: [] })
  const notices = await shop.app.sql.query<{ data: object }>(
    `select data from notice where kind = 'order.money_returned' and data->>'orderNumber' = $1 order by id`,
    [order.orderNumber],
  )
  expect(notices.map(({ data }) => data)).toMatchObject([{ amount: 2_000, note: 'Sebagian' }, { amount: paid - 2_000 }])
})

async function stockOfMug(): Promise<number> {
  const rows = await shop.app.sql.query<{ available: number }>(
    `select s.available from stock s join variant v on v.id = s.variant_id where v.public_id = $1 and s.mode = $2`,
    [stall.variants.mug, shop.demo.mode],
  )
  return rows[0]!.available
}
