import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../src/orders/order.ts'
import { receiveOrder } from '../../src/orders/shipping/receive-order.ts'
import { receiveShippedOrders } from '../../src/orders/shipping/receive-shipped-orders.ts'
import { type ShipmentInput, shipOrder } from '../../src/orders/shipping/ship-order.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { invoice, look, newCustomer, openStall, pay, type Stall, shelves, stockFaults } from './store.ts'

const dayS = 86_400

let shop: TestShop
let stall: Stall
beforeEach(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 30'))
})
afterEach(async () => {
  expect(await stockFaults(shop.app)).toEqual([])
  await shop.close()
})

const ship = ({ orderNumber }: Order, asked: Partial<ShipmentInput> = {}) =>
  shipOrder(shop.app, stall.standing, { orderNumber, courier: 'jne', notify: true, ...asked })
const receive = ({ customerId, token }: Order) => receiveOrder(shop.app, shop.demo.accountId, customerId, token)
const move = ({ orderNumber }: Order, status: 'completed' | 'cancelled') =>
  updateOrderStatus(shop.app, stall.standing, { orderNumber, status, notify: true })
const undo = ({ orderNumber }: Order) => undoMove(shop.app, shop.demo.accountId, orderNumber)
const sweep = () => receiveShippedOrders(shop.app)

async function paid(goods: Record<string, number> = { mug: 1 }): Promise<Order> {
  const open = await invoice(stall, await newCustomer(stall), goods)
  await shop.work()
  await pay(stall, open.payment.invoiceId)
  return open.order
}

const noticesOf = async () =>
  (
    await shop.app.sql.query<{ kind: string }>(
      `select kind from notice where kind in ('order.shipped', 'order.completed', 'order.undone', 'order.cancelled')
       order by id`,
    )
  ).map(({ kind }) => kind)

test('a shipped order is processing until its customer confirms the arrival, and then completed', async () => {
  const mug = await paid()
  await ship(mug, { courier: 'ninja', trackingNumber: ' NX/12 ' })
  const link = 'https://www.ninjaxpress.co/id-id/tracking?id=NX%2F12'
  const shipped = { status: 'processing', courier: 'ninja', trackingNumber: 'NX/12', trackingUrl: link }
  expect(await look(stall, mug)).toMatchObject({ ...shipped, shippedAt: expect.any(Date), receivedAt: null })
  const received = await receive(mug)
  expect(received).toMatchObject({ status: 'completed', receivedAt: expect.any(Date), receiveBy: null })
  expect(await receive(mug)).toMatchObject({ status: 'completed' })
  expect(await noticesOf()).toEqual(['order.shipped'])
  await expect(undo(mug)).rejects.toMatchObject({ code: 'refused_transition' })
})

test("an order counts as received after the shop's number of days, and the customer is notified", async () => {
  await shop.app.sql.write('insert into shop_rules (account_id, receive_after_days) values ($1, 3)', [
    shop.demo.accountId,
  ])
  const mug = await paid()
  await ship(mug)
  shop.advance(3 * dayS - 1)
  expect(await sweep()).toBe(0)
  shop.advance(1)
  expect(await sweep()).toBe(1)
  expect(await look(stall, mug)).toMatchObject({ status: 'completed', receivedAt: expect.any(Date) })
  expect(await sweep()).toBe(0)
  expect(await noticesOf()).toEqual(['order.shipped', 'order.completed'])
})

test('undoing a shipment removes the mark and notifies the customer, and so does marking it again', async () => {
  const mug = await paid()
  await ship(mug, { trackingNumber: '1' })
  await undo(mug)
  const unmarked = { status: 'paid', shippedAt: null, courier: null, trackingNumber: null, receiveBy: null }
  expect(await look(stall, mug)).toMatchObject(unmarked)
  await expect(undo(mug)).rejects.toMatchObject({ code: 'refused_transition' })
  await expect(receive(mug)).rejects.toMatchObject({ code: 'refused_transition' })
  shop.advance(30 * dayS)
  expect(await sweep()).toBe(0)
  await ship(mug, { trackingNumber: '2' })
  expect(await noticesOf()).toEqual(['order.shipped', 'order.undone', 'order.shipped'])
})

test('a shipped order can always be completed, and is shipped again if that is undone', async () => {
  const mug = await paid()
  await ship(mug)
  await move(mug, 'completed')
  await undo(mug)
  expect(await look(stall, mug)).toMatchObject({ status: 'processing', shippedAt: expect.any(Date), courier: 'jne' })
  await receive(mug)
})

test('a shipped order that the merchant cancels cannot be received afterwards', async () => {
  const mug = await paid()
  await ship(mug)
  await move(mug, 'cancelled')
  expect(await look(stall, mug)).toMatchObject({ status: 'cancelled', refundDue: true })
  await expect(receive(mug)).rejects.toMatchObject({ code: 'refused_transition' })
  shop.advance(30 * dayS)
  expect(await sweep()).toBe(0)
})

test("an identical shipment notifies once, and a correction again, with the first one's time", async () => {
  const mug = await paid()
  await ship(mug, { trackingNumber: 'A' })
  const { shippedAt } = await look(stall, mug)
  shop.advance(60)
  await ship(mug, { trackingNumber: 'A' })
  await ship(mug, { trackingNumber: 'B' })
  expect(await look(stall, mug)).toMatchObject({ trackingNumber: 'B', shippedAt })
  expect(await noticesOf()).toEqual(['order.shipped', 'order.shipped'])
})

test('digital goods that ran out keep an order open after the rest of it has arrived', async () => {
  const both = await paid({ mug: 1, token: 1 })
  await shop.app.sql.write(
    `update order_item set stock_state = 'short', delivered_at = null where product_name = 'Token Listrik'`,
  )
  await shop.app.sql.write("update stock_unit set state = 'available', order_item_id = null where state = 'sold'")
  await shop.app.sql.write('update stock set available = available + 1, sold = 0 where sold = 1 and available = 2')
  await ship(both)
  const received = await receive(both)
  expect(received).toMatchObject({ status: 'processing', receivedAt: expect.any(Date) })
  await expect(ship(both)).rejects.toMatchObject({ code: 'refused_transition' })
  expect(await move(both, 'completed')).toMatchObject({ status: 'completed' })
})

test('digital goods, services, and orders that are unpaid, over or picked up are not shipped', async () => {
  const cut = await paid({ shave: 1 })
  const key = await paid({ token: 1 })
  const { order: unpaid } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  const fetched = await paid()
  await shop.app.sql.write("update store_order set receiving = 'pickup' where id = $1", [fetched.id])
  for (const one of [cut, key, unpaid, fetched]) {
    await expect(ship(one)).rejects.toMatchObject({ code: 'refused_transition' })
  }
  const mug = await paid()
  await expect(
    shipOrder(shop.app, shop.second, { orderNumber: mug.orderNumber, courier: 'jne', notify: true }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await move(mug, 'completed')
  await expect(ship(mug)).rejects.toMatchObject({ code: 'refused_transition' })
  const other = await newCustomer(stall)
  await expect(receiveOrder(shop.app, shop.demo.accountId, other, mug.token)).rejects.toMatchObject({
    code: 'not_found',
  })
})

const refused = [
  [{ courier: 'tukang' }, 'courier', 'not_one_of'],
  [{ courier: 'constructor' }, 'courier', 'not_one_of'],
  [{ trackingNumber: 'x'.repeat(41) }, 'tracking_number', 'too_long'],
  [{ trackingNumber: '<b>1</b>' }, 'tracking_number', 'malformed'],
  [{ trackingUrl: 'javascript:alert(1)' }, 'tracking_url', 'not_https'],
  [{ trackingUrl: 'http://contoh.id/1' }, 'tracking_url', 'not_https'],
  [{ trackingUrl: 'https://bank.id@contoh.id/1' }, 'tracking_url', 'not_https'],
  [{ trackingUrl: 'https://contoh.id/"><script>' }, 'tracking_url', 'not_https'],
  [{ trackingUrl: `https://contoh.id/${'x'.repeat(500)}` }, 'tracking_url', 'too_long'],
] as const
test('an unknown courier, or an invalid number or link, is refused, and nothing is marked', async () => {
  const mug = await paid()
  for (const [asked, path, code] of refused) {
    const answer = expect(ship(mug, asked), JSON.stringify(asked))
    await answer.rejects.toMatchObject({ code: 'invalid_request', fields: [{ path, code }] })
    expect(await look(stall, mug)).toMatchObject({ status: 'paid', shippedAt: null })
  }
})

test('simultaneous marking, cancelling, completing, receiving and sweeping end an order with one message', async () => {
  for (let round = 0; round < 8; round++) {
    const mug = await paid({ mug: 1 })
    await ship(mug)
    shop.advance(8 * dayS)
    const tries = [() => receive(mug), sweep, () => move(mug, 'completed'), () => receive(mug), sweep]
    if (round % 2 === 0)
      tries.push(
        () => move(mug, 'cancelled'),
        () => ship(mug, { trackingNumber: `${round}` }),
      )
    await Promise.allSettled(tries.map(one => one()))
    const { status, receivedAt } = await look(stall, mug)
    expect(['completed', 'cancelled']).toContain(status)
    if (status === 'cancelled') expect(receivedAt).toBeNull()
    const ends = await shop.app.sql.query<{ type: string }>(
      "select type from event where subject = $1 and type in ('order.completed', 'order.cancelled')",
      [mug.orderNumber],
    )
    expect(ends).toEqual([{ type: `order.${status}` }])
  }
})

test('two members who mark the same order as shipped at the same time mark it once', async () => {
  const mug = await paid()
  await Promise.all([ship(mug, { trackingNumber: 'A' }), ship(mug, { trackingNumber: 'A' })])
  expect(await noticesOf()).toEqual(['order.shipped'])
})

test('the API marks an order as shipped, and lists it as such', async () => {
  const mug = await paid()
  const body = { order_number: mug.orderNumber, courier: 'anteraja', tracking_number: '10001' }
  const answer = await shop.api('/msgstore-ship', { body })
  expect(answer.status).toBe(200)
  const link = 'https://anteraja.id/id/tracking/10001'
  const shipment = { courier: 'anteraja', tracking_number: '10001', tracking_url: link, received_at: null }
  expect(answer.body.order).toEqual({
    order_number: mug.orderNumber,
    status: 'processing',
    ...shipment,
    shipped_at: expect.any(String),
  })
  const listed = await shop.api(`/msgstore-orders?order_number=${mug.orderNumber}`)
  expect(listed.body.data).toMatchObject({ status: 'processing', ...shipment })
  const wrong = await shop.api('/msgstore-ship', { body: { ...body, courier: 'x', tracking_url: 'javascript:x' } })
  expect(wrong.status).toBe(400)
  expect((await shop.api('/msgstore-ship', { body: { ...body, order_number: 'ORD-1' } })).status).toBe(404)
  const done = await shop.api('/msgstore-complete', { body: { order_number: mug.orderNumber } })
  expect(done.body.order.status).toBe('completed')
})
