import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCustomers } from '../../src/orders/customers/list-customers.ts'
import type { Order } from '../../src/orders/order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { closeCharges, invoice, newCustomer, openStall, pay, type Stall } from './store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})

afterAll(() => shop.close())

const note = (invoiceId: string) => shop.api('/note-refund', { body: { invoice: invoiceId } })

async function read({ orderNumber }: Pick<Order, 'orderNumber'>) {
  return (await shop.api(`/msgstore-orders?order_number=${orderNumber}`)).body.data
}

function cancel({ orderNumber }: Pick<Order, 'orderNumber'>) {
  return updateOrderStatus(stall.app, shop.demo, { orderNumber, status: 'cancelled', notify: true })
}

/** Returns the notices about refunds to the order's customer. */
async function told({ orderNumber }: Pick<Order, 'orderNumber'>): Promise<object[]> {
  const notices = await shop.app.sql.query<{ data: object }>(
    `select data from notice where kind = 'order.money_returned' and data->>'orderNumber' = $1`,
    [orderNumber],
  )
  return notices.map(({ data }) => data)
}

test('recording the refund of a cancelled order clears its mark, notifies the customer, and counts once', async () => {
  const customer = await newCustomer(stall)
  const { order, payment } = await invoice(stall, customer, { mug: 1 })
  const early = await note(payment.invoiceId)
  expect([early.status, early.body.code]).toEqual([400, 'refused_transition'])

  await pay(stall, payment.invoiceId)
  await cancel(order)
  const before = await read(order)
  expect(before).toMatchObject({ refund_due: true, received: [{ amount: payment.finalAmount, in_review: false }] })

  const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => note(payment.invoiceId)))
  const { finalAmount, invoiceId } = payment
  expect(first!.body.data).toMatchObject({ type: 'refund_note', invoice_id: invoiceId, net: -finalAmount })
  for (const other of others) expect(other.body).toEqual(first!.body)
  expect(await read(order)).toMatchObject({ status: 'cancelled', refund_due: false, received: [] })
  const { data } = (await shop.api('/list-movements')).body
  expect(data.filter((line: { type: string }) => line.type === 'refund_note')).toEqual([first!.body.data])
  expect(await told(order)).toEqual([{ orderNumber: order.orderNumber, amount: finalAmount, note: null }])
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const { customers } = await listCustomers(shop.app, scope, {
    id: customer,
    botIds: [stall.standing.accountId],
    page: 1,
    limit: 1,
  })
  expect(customers).toMatchObject([{ orderCount: 1, spent: 0 }])
})

test('an order whose money was refunded first owes nothing when it is cancelled', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await pay(stall, payment.invoiceId)
  await note(payment.invoiceId)
  expect(await cancel(order)).toMatchObject({ status: 'cancelled', refundDue: false })
  await undoMove(stall.app, shop.demo.accountId, order.orderNumber)
  expect(await cancel(order)).toMatchObject({ status: 'cancelled', refundDue: false })
})

test('an order that was paid twice owes one payment back, and both once it is cancelled', async () => {
  await stall.app.sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId])
  const customer = await newCustomer(stall)
  const old = await invoice(stall, customer, { mug: 1 })
  await closeCharges(stall)
  shop.advance(1801)
  await expirePayments(stall.app)
  const fresh = await requestPayment(stall.app, stall.standing, { customerId: customer, token: old.order.token })
  await pay(stall, fresh.payment.invoiceId)
  await pay(stall, old.payment.invoiceId)
  const twice = await read(old.order)
  expect(twice.refund_due).toBe(true)
  expect(twice.received).toHaveLength(2)

  await note(old.payment.invoiceId)
  const once = await read(old.order)
  expect(once).toMatchObject({ status: 'paid', refund_due: false, received: [{ amount: fresh.payment.finalAmount }] })

  expect(await cancel(old.order)).toMatchObject({ refundDue: true })
  await note(fresh.payment.invoiceId)
  expect(await read(old.order)).toMatchObject({ status: 'cancelled', refund_due: false, received: [] })
})

test('only a payment of the own account can be recorded as refunded', async () => {
  const { payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await pay(stall, payment.invoiceId)
  const asked = { body: { invoice: payment.invoiceId } }
  const strange = await shop.api('/note-refund', { ...asked, key: shop.keys.second })
  expect([strange.status, strange.body.code]).toEqual([404, 'not_found'])
  const missing = await shop.api('/note-refund', { body: {} })
  expect(missing.body).toMatchObject({ code: 'invalid_request', fields: [{ path: 'invoice' }] })
})
