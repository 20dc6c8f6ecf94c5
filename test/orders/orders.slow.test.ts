import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { byCommand } from '../../src/accounts/audit.ts'
import { addUnits } from '../../src/catalog/stock/add-units.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import type { Event } from '../../src/events/announce.ts'
import { cancelLeftoverInvoices } from '../../src/orders/cancel-leftover-invoices.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { cancelStaleOrders } from '../../src/orders/cancel-stale-orders.ts'
import { fillCart } from '../../src/orders/cart/fill-cart.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import { updateCustomer } from '../../src/orders/customers/update-customer.ts'
import { findOrder } from '../../src/orders/find-order.ts'
import { freeIdleGoods } from '../../src/orders/free-idle-goods.ts'
import { listCustomerOrders, listOrders } from '../../src/orders/list-orders.ts'
import type { Order } from '../../src/orders/order.ts'
import { payOrders } from '../../src/orders/pay-orders.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { placeSql } from '../../src/orders/place-order-sql.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import {
  closeCharges,
  fill,
  invoice,
  look,
  newCustomer,
  openStall,
  order,
  pay,
  type Stall,
  stockFaults,
} from './store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})

afterAll(() => shop.close())

// After each test the shelves are full, and nothing is held.
afterEach(async () => {
  const faults = await stockFaults(shop.app)
  await emptyShop()
  expect(faults).toEqual([])
})

async function emptyShop() {
  const { sql } = shop.app
  await sql.write('update stock_unit set order_item_id = null, state = $1', ['available'])
  await sql.write(`delete from order_invoice`)
  await sql.write(`delete from order_item`)
  await sql.write(`delete from store_order`)
  await sql.write(`delete from cart_line`)
  await sql.write(`delete from stock_unit where line not like 'AAA-%'`)
  await sql.write(`delete from stock_change where reason = 'restock'`)
  await sql.write(`update stock s set reserved = 0, sold = 0, available = (
    select sum(delta) from stock_change c where c.variant_id = s.variant_id and c.mode = s.mode)`)
}

async function available(name: string): Promise<number | null> {
  const customer = await newCustomer(stall)
  await fill(stall, customer, { [name]: 1 })
  return (await findCart(stall.app, stall.standing, customer)).lines[0]!.variant.available()
}

async function eventsOf({ orderNumber }: Order): Promise<{ type: string; payload: Record<string, unknown> }[]> {
  return stall.app.sql.query(
    `select type, payload from event where payload->>'orderNumber' = $1 order by created_at, type`,
    [orderNumber],
  )
}

const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code })

test('an order is placed from the cart, pending, with its stock held and the cart empty', async () => {
  const customer = await newCustomer(stall, 'Siti <b>&"')
  const placed = await order(stall, customer, { mug: 2, 'guide/text': 1 })

  expect(placed).toMatchObject({ status: 'pending', total: 105_000, customerName: 'Siti <b>&"', address: 'Jl. Kopi 1' })
  expect(placed.orderNumber).toMatch(/^ORD-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/)
  expect(placed.token).toMatch(/^[\w-]{22}$/)
  expect(await available('mug')).toBe(1)
  expect((await findCart(stall.app, stall.standing, customer)).lines).toEqual([])
  const seen = await look(stall, placed)
  expect(seen.items.$.map(item => [item.productName, item.variantName, item.quantity])).toEqual([
    ['Mug <b>&"', '', 2],
    ['Panduan', 'Teks', 1],
  ])
  expect(seen.items.$[1]!.goods().content).toBeNull()
})

test('the same press makes the same order, whatever the cart contains by then', async () => {
  const customer = await newCustomer(stall)
  const first = await order(stall, customer, { mug: 1 }, { once: 'bot:7' })
  const again = await placeOrder(stall.app, stall.standing, customer, { once: 'bot:7' })
  expect(again.orderNumber).toBe(first.orderNumber)
  expect(await available('mug')).toBe(2)
  // This is possible even after that one has ended.
  await cancelOrder(stall.app, stall.standing.accountId, customer, first.token)
  const late = await placeOrder(stall.app, stall.standing, customer, { once: 'bot:7' })
  expect(late).toMatchObject({ orderNumber: first.orderNumber, status: 'cancelled' })
})

test('two simultaneous presses make one order', async () => {
  const customer = await newCustomer(stall)
  await fill(stall, customer, { mug: 1 })
  const both = await Promise.allSettled([
    placeOrder(stall.app, stall.standing, customer),
    placeOrder(stall.app, stall.standing, customer),
  ])
  expect(both.map(one => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await available('mug')).toBe(2)
})

test.each([
  ['an empty cart', {}, {}, 'invalid_request'],
  ['more than the stock', { mug: 4 }, {}, 'out_of_stock'],
  ['too many of one of two products', { shave: 1, token: 4 }, {}, 'out_of_stock'],
  ['a total other than the displayed one', { mug: 1 }, { expectedTotal: 44_000 }, 'price_changed'],
  ['a note that is too long', { mug: 1 }, { note: 'x'.repeat(501) }, 'invalid_request'],
  ['an impossible phone number', { mug: 1 }, { phone: 'later' }, 'invalid_request'],
])('an order with %s is refused, and holds nothing', async (_, goods, asked, code) => {
  const customer = await newCustomer(stall)
  await expect(order(stall, customer, goods as Record<string, number>, asked)).rejects.toEqual(refusal(code as string))
  expect(await available('mug')).toBe(3)
  expect(await available('token')).toBe(3)
})

test('details that the products need are asked for, and stored for the next order', async () => {
  const customer = await newCustomer(stall)
  await stall.app.sql.write('update customer set phone = null, address = null where id = $1', [customer])
  await fill(stall, customer, { mug: 1, token: 1 })
  const cart = await findCart(stall.app, stall.standing, customer)
  expect(cart.customer.phone).toBeNull()
  await expect(placeOrder(stall.app, stall.standing, customer)).rejects.toMatchObject({
    code: 'invalid_request',
    fields: [{ path: 'phone' }, { path: 'address' }],
  })
  await updateCustomer(stall.app, stall.standing.accountId, customer, { phone: '+62 812 3456 7890' })
  const placed = await placeOrder(stall.app, stall.standing, customer, { address: 'Jl. Baru 2', note: 'pagar hijau' })
  expect(placed).toMatchObject({ customerPhone: '+62 812 3456 7890', address: 'Jl. Baru 2', note: 'pagar hijau' })
  const later = await order(stall, customer, { mug: 1 })
  expect(later.address).toBe('Jl. Baru 2')
})

test("a customer's details are stored unchanged, or refused together if any is unusable", async () => {
  const customer = await newCustomer(stall)
  const { accountId } = stall.standing
  const told = async () => {
    const [row] = await stall.app.sql.query('select phone, address, language from customer where id = $1', [customer])
    return row
  }
  const before = await told()
  await expect(
    updateCustomer(stall.app, accountId, customer, { phone: '12', address: 'x'.repeat(501) }),
  ).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'phone' }, { path: 'address' }] })
  await expect(updateCustomer(stall.app, accountId, customer, { address: '  ' })).rejects.toMatchObject({
    fields: [{ path: 'address', error: 'has 1 to 500 characters' }],
  })
  await expect(updateCustomer(stall.app, shop.second.accountId, customer, { language: 'en' })).rejects.toEqual(
    refusal('not_found'),
  )
  expect(await told()).toEqual(before)
  const address = 'x'.repeat(500)
  await updateCustomer(stall.app, accountId, customer, { phone: ' 0812 3456 7891 ', address, language: 'en' })
  expect(await told()).toEqual({ phone: '0812 3456 7891', address, language: 'en' })
})

test("another store's product is not found, nor is another customer's order", async () => {
  const other = await openStall(shop.app, shop.second)
  const customer = await newCustomer(stall)
  const theirs = { variantId: other.variants.mug!, quantity: 1 }
  await expect(fillCart(stall.app, stall.standing, customer, theirs)).rejects.toEqual(refusal('not_found'))
  await expect(fillCart(stall.app, shop.second, customer, theirs)).rejects.toEqual(refusal('not_found'))

  const placed = await order(stall, customer, { mug: 1 })
  const stranger = await newCustomer(stall)
  const { accountId } = stall.standing
  await expect(look(stall, { token: placed.token, customerId: stranger })).rejects.toEqual(refusal('not_found'))
  await expect(
    requestPayment(stall.app, stall.standing, { customerId: stranger, token: placed.token }),
  ).rejects.toEqual(refusal('not_found'))
  await expect(cancelOrder(stall.app, accountId, stranger, placed.token)).rejects.toEqual(refusal('not_found'))
  await expect(findOrder(stall.app, shop.second, placed.orderNumber)).rejects.toEqual(refusal('not_found'))
  await expect(findOrder(stall.app, { accountId, mode: 'live' }, placed.orderNumber)).rejects.toEqual(
    refusal('not_found'),
  )
})

test('repeated requests for a payment open one invoice', async () => {
  const customer = await newCustomer(stall)
  const placed = await order(stall, customer, { mug: 1 })
  const asked = await Promise.all(
    [1, 2, 3].map(() => requestPayment(stall.app, stall.standing, { customerId: customer, token: placed.token })),
  )
  expect(new Set(asked.map(one => one.payment.invoiceId)).size).toBe(1)
  expect(asked[0]!.order).toMatchObject({ status: 'waiting_payment', invoiceCount: 1, heldUntil: null })
  expect(asked[0]!.payment).toMatchObject({ amount: 45_000, customerName: 'Budi', customerPhone: '0812-3456-7890' })
  const payments = await stall.app.sql.query('select description from payment where description like $1', [
    `%(${placed.orderNumber})`,
  ])
  expect(payments).toHaveLength(1)
})

test('an amount outside the limits of the usual method is requested by another one', async () => {
  const rich = await openStall(
    shop.app,
    shop.demo,
    'products: [{ key: machine, name: Mesin, kind: service, price: 2500000, stock: unlimited }]',
  )
  const { payment } = await invoice({ ...stall, variants: rich.variants }, await newCustomer(stall), { machine: 1 })
  expect(payment).toMatchObject({ amount: 2_500_000, paymentMethod: 'wallet_direct' })
})

test('a customer can have at most three open orders', async () => {
  const customer = await newCustomer(stall)
  const placed = []
  for (let count = 1; count <= 3; count++) placed.push(await order(stall, customer, { shave: 1 }))
  await expect(order(stall, customer, { shave: 1 })).rejects.toEqual(refusal('too_many_open_orders'))
  for (const { token } of placed)
    await requestPayment(stall.app, stall.standing, { customerId: customer, token: token })
  await expect(placeOrder(stall.app, stall.standing, customer)).rejects.toEqual(refusal('too_many_open_orders'))
  await cancelOrder(stall.app, stall.standing.accountId, customer, placed[0]!.token)
  expect(await placeOrder(stall.app, stall.standing, customer)).toMatchObject({ status: 'pending' })
})

test('digital goods are delivered on payment, each unit once, and the order is completed', async () => {
  const { order: placed, payment } = await invoice(stall, await newCustomer(stall), { token: 2, 'guide/text': 1 })
  expect(await pay(stall, payment.invoiceId)).toBe('settled')
  const seen = await look(stall, placed)
  expect([seen.status, seen.payment()?.status]).toEqual(['completed', 'paid'])
  expect(seen.items.$[0]!.goods().keys).toEqual(['AAA-1', 'AAA-2'])
  expect(seen.items.$[1]!.goods().content).toMatchObject({ title: 'Rahasia', body: 'Seduh pelan-pelan' })
  expect(await available('token')).toBe(1)
  const told = await eventsOf(placed)
  expect(told.map(event => event.type).sort()).toEqual([
    'order.completed',
    'order.delivered',
    'order.paid',
    'order.placed',
    'order.waiting_payment',
  ])
  expect(JSON.stringify(told)).not.toContain('AAA-1')
})

test('repeating the event of a payment delivers nothing more', async () => {
  const { order: placed, payment } = await invoice(stall, await newCustomer(stall), { token: 1, mug: 1 })
  await pay(stall, payment.invoiceId)
  const [fact] = await stall.app.sql.query<Event<'payment.paid'>>(
    `select id, account_id as "accountId", type, subject, payload, created_at as "createdAt" from event
     where type = 'payment.paid' and subject = $1`,
    [payment.invoiceId],
  )
  const before = await look(stall, placed)
  for (let time = 1; time <= 3; time++)
    await stall.app.transaction('installation', tx => payOrders(tx, [fact!], stall.app))
  expect(await look(stall, placed)).toEqual(before)
  expect(before).toMatchObject({ status: 'paid', refundDue: false })
})

test('an order of physical goods stays paid until the merchant completes it', async () => {
  const { order: placed, payment } = await invoice(stall, await newCustomer(stall), {
    mug: 1,
    token: 1,
    'guide/hand': 1,
  })
  await pay(stall, payment.invoiceId)
  const seen = await look(stall, placed)
  expect(seen.status).toBe('paid')
  expect(seen.items.$.map(item => item.deliveredAt !== null)).toEqual([false, true, false])
  expect(seen.items.$[1]!.goods().keys).toEqual(['AAA-1'])

  const { orderNumber } = placed
  expect(
    await updateOrderStatus(stall.app, shop.demo, { orderNumber, status: 'processing', notify: false }),
  ).toMatchObject({
    status: 'processing',
  })
  const done = await updateOrderStatus(stall.app, shop.demo, { orderNumber, status: 'completed', notify: false })
  expect(done.status).toBe('completed')
  const completed = (await eventsOf(placed)).find(event => event.type === 'order.completed')!
  expect(completed.payload).toMatchObject({ by: 'merchant', notify: false })
})

test('a second payment is recorded for the merchant and delivers nothing more', async () => {
  const { order: placed, payment } = await invoice(stall, await newCustomer(stall), { token: 1 })
  await pay(stall, payment.invoiceId, 'same')
  expect(await pay(stall, payment.invoiceId, 'same')).toBe('known')
  expect(await pay(stall, payment.invoiceId, 'other')).toBe('review')
  expect((await look(stall, placed)).items.$[0]!.goods().keys).toEqual(['AAA-1'])
  expect(await available('token')).toBe(2)
})

test('an expired invoice releases the stock, and a new code holds it again', async () => {
  const customer = await newCustomer(stall)
  const first = await invoice(stall, customer, { mug: 3 })
  await closeCharges(stall)
  shop.advance(1801)
  expect(await expirePayments(stall.app)).toBeGreaterThan(0)
  expect(await look(stall, first.order)).toMatchObject({ status: 'pending', heldUntil: null })
  expect(await available('mug')).toBe(3)

  const second = await requestPayment(stall.app, stall.standing, { customerId: customer, token: first.order.token })
  expect(second.payment.invoiceId).not.toBe(first.payment.invoiceId)
  expect(await available('mug')).toBe(0)
  await pay(stall, second.payment.invoiceId)
  const paid = await look(stall, first.order)
  expect([paid.status, paid.payment()?.invoiceId]).toEqual(['paid', second.payment.invoiceId])
})

test('a new code is refused once the goods are sold, and leaves no invoice', async () => {
  const customer = await newCustomer(stall)
  const first = await invoice(stall, customer, { mug: 2 })
  await closeCharges(stall)
  shop.advance(1801)
  await expirePayments(stall.app)
  await order(stall, await newCustomer(stall), { mug: 2 })
  await expect(
    requestPayment(stall.app, stall.standing, { customerId: customer, token: first.order.token }),
  ).rejects.toMatchObject({
    code: 'out_of_stock',
    details: { names: ['Mug <b>&"'] },
  })
  expect(await look(stall, first.order)).toMatchObject({ status: 'pending', invoiceCount: 1 })
})

test('accepted late money pays the order, which is processing if goods are missing, and notifies both', async () => {
  await stall.app.sql.write('update account set accepts_late_money = true where id = $1', [stall.standing.accountId])
  try {
    const early = await invoice(stall, await newCustomer(stall), { token: 2 })
    const late = await invoice(stall, await newCustomer(stall), { mug: 1 })
    await closeCharges(stall)
    shop.advance(1801)
    await expirePayments(stall.app)
    await invoice(stall, await newCustomer(stall), { token: 2 })

    expect(await pay(stall, early.payment.invoiceId)).toBe('settled')
    expect(await pay(stall, late.payment.invoiceId)).toBe('settled')
    const paid = await look(stall, late.order)
    expect([paid.status, paid.payment()?.paidLate]).toEqual(['paid', true])
    const short = await look(stall, early.order)
    expect(short.status).toBe('processing')
    expect(short.items.$.map(item => [item.stockState, item.deliveredAt, item.goods().keys])).toEqual([
      ['short', null, []],
    ])
    expect((await eventsOf(early.order)).find(event => event.type === 'order.processing')!.payload).toMatchObject({
      isShort: true,
      notify: true,
    })

    // New units reach the customer who paid for them when the merchant completes the order.
    await addUnits(
      stall.app,
      { accountId: stall.standing.accountId, mode: 'test', ...byCommand },
      stall.variants.token!,
      'BBB-1\nBBB-2',
    )
    await updateOrderStatus(stall.app, shop.demo, { orderNumber: short.orderNumber, status: 'completed', notify: true })
    expect((await look(stall, early.order)).items.$[0]!.goods().keys).toHaveLength(2)
  } finally {
    await stall.app.sql.write('update account set accepts_late_money = false where id = $1', [stall.standing.accountId])
  }
})

test('late money pays the order once, its newer code is revoked, and money for that is owed', async () => {
  await stall.app.sql.write('update account set accepts_late_money = true where id = $1', [stall.standing.accountId])
  try {
    const customer = await newCustomer(stall)
    const old = await invoice(stall, customer, { mug: 1 })
    await closeCharges(stall)
    shop.advance(1801)
    await expirePayments(stall.app)
    const fresh = await requestPayment(stall.app, stall.standing, { customerId: customer, token: old.order.token })
    await pay(stall, old.payment.invoiceId)
    const paid = await look(stall, old.order)
    expect([paid.status, paid.payment()?.invoiceId]).toEqual(['paid', old.payment.invoiceId])
    expect(await cancelLeftoverInvoices(stall.app)).toBe(1)
    expect(await cancelLeftoverInvoices(stall.app)).toBe(0)
    expect(await pay(stall, fresh.payment.invoiceId)).toBe('review')
    expect(await look(stall, old.order)).toMatchObject({ status: 'paid' })
    expect(await available('mug')).toBe(2)
  } finally {
    await stall.app.sql.write('update account set accepts_late_money = false where id = $1', [stall.standing.accountId])
  }
})

test('money for a second invoice of a paid order is recorded as owed back', async () => {
  await stall.app.sql.write('update account set accepts_late_money = true where id = $1', [stall.standing.accountId])
  try {
    const customer = await newCustomer(stall)
    const old = await invoice(stall, customer, { mug: 1 })
    await closeCharges(stall)
    shop.advance(1801)
    await expirePayments(stall.app)
    const fresh = await requestPayment(stall.app, stall.standing, { customerId: customer, token: old.order.token })
    await pay(stall, fresh.payment.invoiceId)
    await pay(stall, old.payment.invoiceId)
    expect(await look(stall, old.order)).toMatchObject({ status: 'paid', refundDue: true })
    const told = (await eventsOf(old.order)).find(event => event.type === 'order.paid_in_vain')!
    expect(told.payload).toMatchObject({ invoiceId: old.payment.invoiceId, reason: 'paid_twice' })
    expect(await available('mug')).toBe(2)
  } finally {
    await stall.app.sql.write('update account set accepts_late_money = false where id = $1', [stall.standing.accountId])
  }
})

test('cancelling an order cancels its payment, releases the stock, and does nothing a second time', async () => {
  const customer = await newCustomer(stall)
  const { order: placed, payment } = await invoice(stall, customer, { mug: 2, token: 1 })
  const cancel = () => cancelOrder(stall.app, stall.standing.accountId, customer, placed.token)
  expect(await cancel()).toMatchObject({ status: 'cancelled', cancelledBy: 'customer', refundDue: false })
  expect(await cancel()).toMatchObject({ status: 'cancelled' })
  expect((await look(stall, placed)).payment()).toMatchObject({ status: 'cancelled', endReason: 'order_cancelled' })
  expect(await available('mug')).toBe(3)
  expect(await available('token')).toBe(3)
  const told = await eventsOf(placed)
  expect(told.find(event => event.type === 'order.payment_ended')!.payload).toMatchObject({ status: 'cancelled' })
  expect(told.filter(event => event.type === 'order.cancelled')).toHaveLength(1)
  await expect(
    requestPayment(stall.app, stall.standing, { customerId: customer, token: placed.token }),
  ).rejects.toEqual(refusal('expired'))
  expect(await pay(stall, payment.invoiceId)).toBe('review')
  expect((await look(stall, placed)).status).toBe('cancelled')
})

test('a payment cancelled by the merchant cancels its order, and one that the provider failed does not', async () => {
  const one = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await cancelPayment(stall.app, shop.demo, one.payment.invoiceId, 'merchant')
  expect(await look(stall, one.order)).toMatchObject({ status: 'cancelled', cancelledBy: 'merchant' })

  const customer = await newCustomer(stall)
  const other = await invoice(stall, customer, { mug: 1 })
  await cancelPayment(stall.app, shop.demo, other.payment.invoiceId, 'provider_unavailable')
  expect(await look(stall, other.order)).toMatchObject({ status: 'pending' })
  expect(await available('mug')).toBe(3)
  const again = await requestPayment(stall.app, stall.standing, { customerId: customer, token: other.order.token })
  expect(again.order.status).toBe('waiting_payment')
})

test('only the merchant can cancel a paid order, which is then due a refund', async () => {
  const customer = await newCustomer(stall)
  const { order: placed, payment } = await invoice(stall, customer, { mug: 1, token: 1 })
  await pay(stall, payment.invoiceId)
  await expect(cancelOrder(stall.app, stall.standing.accountId, customer, placed.token)).rejects.toEqual(
    refusal('already_paid'),
  )
  const { orderNumber } = placed
  const cancelled = await updateOrderStatus(stall.app, shop.demo, { orderNumber, status: 'cancelled', notify: true })
  expect(cancelled).toMatchObject({ status: 'cancelled', refundDue: true, cancelledBy: 'merchant' })
  // The mug goes back to stock; the token does not, because the customer saw it.
  expect(await available('mug')).toBe(3)
  expect(await available('token')).toBe(2)
  expect((await eventsOf(placed)).find(event => event.type === 'order.cancelled')!.payload).toMatchObject({
    by: 'merchant',
    refundDue: true,
    notify: true,
  })
})

test('only paid or processing orders can be completed, and a completed one is never cancelled', async () => {
  const update = (placed: Pick<Order, 'orderNumber'>, status: 'completed' | 'cancelled') =>
    updateOrderStatus(stall.app, shop.demo, { orderNumber: placed.orderNumber, status, notify: true })
  const pending = await order(stall, await newCustomer(stall), { mug: 1 })
  await expect(update(pending, 'completed')).rejects.toEqual(refusal('refused_transition'))
  const waiting = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await expect(update(waiting.order, 'completed')).rejects.toEqual(refusal('refused_transition'))
  expect(await update(waiting.order, 'cancelled')).toMatchObject({ status: 'cancelled', refundDue: false })
  expect((await look(stall, waiting.order)).payment()).toMatchObject({ status: 'cancelled' })
  const again = await update(waiting.order, 'cancelled')
  expect(again).toMatchObject({ status: 'cancelled', refundDue: false })
  expect((await eventsOf(waiting.order)).filter(({ type }) => type === 'order.cancelled')).toHaveLength(1)
  const done = await invoice(stall, await newCustomer(stall), { token: 1 })
  await pay(stall, done.payment.invoiceId)
  await expect(update(done.order, 'cancelled')).rejects.toEqual(refusal('refused_transition'))
  await expect(update(done.order, 'completed')).rejects.toEqual(refusal('refused_transition'))
  await expect(update({ orderNumber: 'ORD-000000-000000' }, 'cancelled')).rejects.toEqual(refusal('not_found'))
})

test('a paid order is accepted by the merchant, once, and then completed', async () => {
  const { order: placed, payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  const update = (status: 'processing' | 'completed') =>
    updateOrderStatus(stall.app, shop.demo, { orderNumber: placed.orderNumber, status, notify: true })
  await expect(update('processing')).rejects.toEqual(refusal('refused_transition'))
  await pay(stall, payment.invoiceId)
  expect(await update('processing')).toMatchObject({ status: 'processing' })
  expect(await update('processing')).toMatchObject({ status: 'processing' })
  expect((await eventsOf(placed)).filter(({ type }) => type === 'order.processing')).toHaveLength(1)
  expect(await update('completed')).toMatchObject({ status: 'completed' })
  await expect(update('processing')).rejects.toEqual(refusal('refused_transition'))
})

test('an order without invoice releases its stock after the hold, and is cancelled a day later', async () => {
  const customer = await newCustomer(stall)
  const placed = await order(stall, customer, { mug: 3 })
  shop.advance(899)
  expect(await freeIdleGoods(stall.app)).toBe(0)
  shop.advance(2)
  expect(await freeIdleGoods(stall.app)).toBe(1)
  expect(await available('mug')).toBe(3)
  expect(
    (await requestPayment(stall.app, stall.standing, { customerId: customer, token: placed.token })).order.status,
  ).toBe('waiting_payment')
  await closeCharges(stall)
  shop.advance(1801)
  await expirePayments(stall.app)
  shop.advance(86_400 - 5)
  expect(await cancelStaleOrders(stall.app)).toBe(0)
  shop.advance(10)
  expect(await cancelStaleOrders(stall.app)).toBe(1)
  expect(await look(stall, placed)).toMatchObject({ status: 'cancelled', cancelledBy: 'unpaid' })
})

test('orders are listed by status and found by number, name, phone or invoice', async () => {
  const siti = await newCustomer(stall, 'Siti 100%')
  const budi = await newCustomer(stall, 'Budi')
  const first = await invoice(stall, siti, { mug: 1, token: 2 })
  shop.advance(1)
  const second = await order(stall, budi, { 'guide/hand': 1 })
  const find = async (filter: object) => {
    const found = await listOrders(stall.app, shop.demo, { limit: 50, offset: 0, ...filter })
    return found.orders.map(one => one.orderNumber)
  }
  const [one, two] = [first.order.orderNumber, second.orderNumber]
  expect(await find({})).toEqual([two, one])
  expect(await find({ status: 'waiting_payment' })).toEqual([one])
  expect(await find({ search: two.toLowerCase() })).toEqual([two])
  expect(await find({ search: '100%' })).toEqual([one])
  expect(await find({ search: '%' })).toEqual([one])
  expect(await find({ search: '0812-3456' })).toEqual([one])
  expect(await find({ search: first.payment.invoiceId.slice(4) })).toEqual([one])
  expect(await find({ limit: 1, offset: 1 })).toEqual([one])
  expect(await listOrders(stall.app, { ...shop.demo, mode: 'live' }, { limit: 50, offset: 0 })).toMatchObject({
    total: 0,
  })
  const own = await listCustomerOrders(stall.app, stall.standing.accountId, siti)
  expect(own.total).toBe(1)
  expect(own.items.map(order => [order.orderNumber, order.summary(), order.payment()?.invoiceId])).toEqual([
    [one, 'Mug <b>&", Token Listrik × 2', first.payment.invoiceId],
  ])
})

test('a restocked variant can be ordered again, and no more is removed than exists', async () => {
  await order(stall, await newCustomer(stall), { mug: 3 })
  const { accountId } = stall.standing
  expect(
    await restockVariant(
      stall.app,
      { accountId, mode: 'test', ...byCommand },
      { variantId: stall.variants.mug!, delta: 2 },
    ),
  ).toBe(2)
  await expect(
    restockVariant(stall.app, { accountId, mode: 'test', ...byCommand }, { variantId: stall.variants.mug!, delta: -3 }),
  ).rejects.toEqual(refusal('invalid_request'))
  await expect(
    restockVariant(
      stall.app,
      { accountId: shop.second.accountId, mode: 'test', ...byCommand },
      { variantId: stall.variants.mug!, delta: 1 },
    ),
  ).rejects.toEqual(refusal('not_found'))
})

test('an order whose number is already used is not placed, and holds nothing', async () => {
  const customer = await newCustomer(stall)
  const { orderNumber } = await order(stall, customer, { mug: 1 })
  const [row] = await shop.app.sql.query<{ order: Record<string, unknown> }>(
    'select to_jsonb(o) as "order" from store_order o where order_number = $1',
    [orderNumber],
  )
  const again = { ...row!.order, token: 'again'.padEnd(22, 'x'), once: null }
  const placing = { order: again, lines: [], makings: [], emptiesCart: true }
  expect(await shop.app.sql.query(placeSql, placing as never)).toEqual([])
})
