import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { fetchUnits } from '../../src/callbacks/fetch-units.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { setStockUrl } from '../../src/catalog/set-stock-url.ts'
import { setStock } from '../../src/catalog/stock/set-stock.ts'
import { addWebhookSecret } from '../../src/keys/webhook-secret.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import type { Order } from '../../src/orders/order.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { unitDelaysS } from '../../src/orders/unit-request.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { openShop, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import type { TestShop } from '../kit/app.ts'
import { invoice, look, newCustomer, openStall, pay, type Stall, stockFaults } from './store.ts'

let receiver: Receiver
let shop: TestShop
let stall: Stall
let secret: string

const catalog = (url: string) => `
products:
  - { key: key, name: Kunci, kind: digital, price: 20000, stock: { webhook: '${url}' } }
  - { key: code, name: Kode, kind: digital, price: 10000, stock: { serials: [AAA-1, AAA-2] } }
  - { key: mug, name: Mug, kind: physical, price: 45000, asks: [], stock: 3 }
`

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
  stall = await openStall(shop.app, shop.demo, catalog(receiver.url))
  secret = await addWebhookSecret(shop.app, shop.app.em(shop.demo), shop.demo.accountId)
  let number = 0
  receiver.answer = ({ body }) => units(Array.from({ length: JSON.parse(body).quantity }, () => `KEY-${++number}`))
})

afterEach(async () => {
  expect(await stockFaults(shop.app)).toEqual([])
  await shop.close()
  await receiver.close()
})

const units = (lines: string[]) => ({ status: 200, body: JSON.stringify({ units: lines }) })
const fetchOnce = () => waitUntilFinished(fetchUnits(shop.app, 100))

async function paid(goods: Record<string, number>): Promise<Order> {
  const open = await invoice(stall, await newCustomer(stall), goods)
  await shop.work()
  await pay(stall, open.payment.invoiceId)
  return open.order
}

async function keysOf(order: Order): Promise<string[]> {
  return [...(await look(stall, order)).items.$].flatMap(item => item.goods().keys)
}

async function noticesOf(kind: string): Promise<Record<string, unknown>[]> {
  const rows = await shop.app.sql.query<{ data: Record<string, unknown> }>(
    'select data from notice where kind = $1 order by id',
    [kind],
  )
  return rows.map(({ data }) => data)
}

describe("goods of the seller's server", () => {
  test("goods of the seller's server are requested after payment, signed, and complete the order", async () => {
    const order = await paid({ key: 2 })
    expect(await look(stall, order)).toMatchObject({ status: 'paid' })
    expect(receiver.received).toEqual([])
    expect(await noticesOf('order.receipt')).toMatchObject([{ isOrdered: true }])
    await fetchOnce()
    expect(await look(stall, order)).toMatchObject({ status: 'completed' })
    expect(await keysOf(order)).toEqual(['KEY-1', 'KEY-2'])
    expect(await noticesOf('order.goods')).toHaveLength(1)
    const told = "select payload->>'by' as by from event where type = 'order.completed' and mode = 'test'"
    expect(await shop.app.sql.query(told)).toEqual([{ by: 'delivery' }])

    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]]
    expect(JSON.parse(body)).toMatchObject({
      event: 'stock.requested',
      idempotency_key: headers['idempotency-key'],
      order_number: order.orderNumber,
      product: 'key',
      variant: 'only',
      quantity: 2,
      price: 20_000,
      is_test: true,
    })
    // Receivers reject messages that are older than five minutes.
    expect(Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp']))).toBeLessThan(60)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    expect(String(headers['webhook-signature']).split(' ')).toContain(signature)
    await fetchOnce()
    expect(receiver.received).toHaveLength(1)
  })

  test('goods are not requested again while their server is slow', async () => {
    await paid({ key: 1 })
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    receiver.answer = async () => {
      asked.resolve()
      await answered.promise
      return units(['KEY-1'])
    }
    const first = fetchOnce()
    await asked.promise
    await fetchOnce()
    expect(receiver.received).toHaveLength(1)
    answered.resolve()
    await first
  })

  test('goods are delivered once despite parallel requests, and a lost response is requested by its key', async () => {
    const order = await paid({ key: 1 })
    receiver.answer = () => 'hang up'
    await Promise.all([fetchOnce(), fetchOnce(), fetchOnce()])
    expect(receiver.received).toHaveLength(1)
    shop.advance(unitDelaysS[0]! + 5)
    receiver.answer = () => units(['KEY-1'])
    await Promise.all([fetchOnce(), fetchOnce(), fetchOnce()])
    expect(new Set(receiver.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await keysOf(order)).toEqual(['KEY-1'])
  })

  test('goods of other kinds in the order are left to the seller', async () => {
    const order = await paid({ key: 1, code: 1, mug: 1 })
    expect(await noticesOf('order.receipt')).toMatchObject([{ isOrdered: false }])
    await fetchOnce()
    expect(await look(stall, order)).toMatchObject({ status: 'paid' })
    expect(await keysOf(order)).toEqual(['KEY-1', 'AAA-1'])
    await updateOrderStatus(shop.app, stall.standing, {
      orderNumber: order.orderNumber,
      status: 'completed',
      notify: true,
    })
    expect(await keysOf(order)).toEqual(['KEY-1', 'AAA-1'])
  })

  test('goods that the server lacks need a person: both sides are notified, and the seller decides', async () => {
    receiver.answer = () => ({ status: 409 })
    const acting = { accountId: shop.demo.accountId, mode: 'test' as const, ...commandActor }
    await setStock(shop.app, acting, { product: 'key', available: 5 })
    const [first, second] = [await paid({ key: 1 }), await paid({ key: 1 })]
    await fetchOnce()
    expect(await look(stall, first)).toMatchObject({ status: 'processing' })
    // A unit that was not handed over does not return to stock.
    const { variant } = await setStock(shop.app, acting, { product: 'key', delta: 0 })
    expect(variant.available()).toBe(3)
    expect(await noticesOf('order.processing')).toMatchObject([{ isShort: true }, { isShort: true }])
    await updateOrderStatus(shop.app, stall.standing, {
      orderNumber: first.orderNumber,
      status: 'completed',
      notify: true,
      note: 'KEY-X',
    })
    expect(await look(stall, first)).toMatchObject({ status: 'completed', sellerNote: 'KEY-X' })
    expect(await noticesOf('order.goods')).toEqual([])
    await updateOrderStatus(shop.app, stall.standing, {
      orderNumber: second.orderNumber,
      status: 'cancelled',
      notify: true,
    })
    expect(await look(stall, second)).toMatchObject({ status: 'cancelled', refundDue: true })
    await fetchOnce()
    expect(receiver.received).toHaveLength(2)
  })

  test('goods of a failing server are requested again for minutes, and then need a person', async () => {
    receiver.answer = () => ({ status: 500 })
    const order = await paid({ key: 1 })
    for (const delayS of unitDelaysS) {
      await fetchOnce()
      expect(await look(stall, order)).toMatchObject({ status: 'paid' })
      // Real time passes as well.
      shop.advance(delayS + 5)
    }
    await fetchOnce()
    expect(receiver.received).toHaveLength(unitDelaysS.length + 1)
    expect(await look(stall, order)).toMatchObject({ status: 'processing' })
    const told = await shop.app.sql.query<{ payload: object }>(
      "select payload from event where type = 'order.processing'",
    )
    expect(told).toMatchObject([{ payload: { isShort: true, why: 'the server answered 500' } }])
    shop.advance(86_400)
    await fetchOnce()
    expect(receiver.received).toHaveLength(unitDelaysS.length + 1)
  })

  const wrong: [string, string][] = [
    ['too few', '{"units": ["A"]}'],
    ['too many', '{"units": ["A", "B", "C"]}'],
    ['the same twice', '{"units": ["A", "A"]}'],
    ['an empty one', '{"units": ["A", " "]}'],
    ['one on two lines', '{"units": ["A", "B\\nC"]}'],
    ['one that is too long', JSON.stringify({ units: ['A', 'B'.repeat(501)] })],
    ['numbers', '{"units": [1, 2]}'],
    ['no JSON', 'A\nB'],
    ['a list', '["A", "B"]'],
    ['nothing', ''],
    ['more than anybody would send', JSON.stringify({ units: ['A', 'B'], x: 'x'.repeat(600_000) })],
  ]
  test('goods other than the requested ones are not delivered, and are requested again', async () => {
    const order = await paid({ key: 2 })
    for (const [name, body] of wrong.slice(0, unitDelaysS.length)) await refuse(order, name, body)
    receiver.answer = () => units(['A', 'B'])
    await fetchOnce()
    expect(await keysOf(order)).toEqual(['A', 'B'])
    const other = await paid({ key: 2 })
    for (const [name, body] of wrong.slice(unitDelaysS.length)) await refuse(other, name, body)
  })

  async function refuse(order: Order, name: string, body: string): Promise<void> {
    receiver.answer = () => ({ status: 200, body })
    const before = receiver.received.length
    await fetchOnce()
    expect([name, receiver.received.length, await keysOf(order)]).toEqual([name, before + 1, []])
    expect(await look(stall, order)).toMatchObject({ status: 'paid' })
    shop.advance(Math.max(...unitDelaysS))
  }

  test('goods are never sold twice, and a unit of another order is refused', async () => {
    receiver.answer = () => units(['SAME'])
    const [first, second] = [await paid({ key: 1 }), await paid({ key: 1 })]
    await fetchOnce()
    const keys = [await keysOf(first), await keysOf(second)]
    expect(keys.filter(each => each.length === 1)).toEqual([['SAME']])
    const states = [(await look(stall, first)).status, (await look(stall, second)).status]
    expect(states.sort()).toEqual(['completed', 'processing'])
  })

  test('goods are not requested for a cancelled order, unless the cancellation is undone', async () => {
    const order = await paid({ key: 1 })
    const { orderNumber } = order
    await updateOrderStatus(shop.app, stall.standing, { orderNumber, status: 'cancelled', notify: true })
    await fetchOnce()
    expect(receiver.received).toEqual([])
    await undoMove(shop.app, shop.demo.accountId, orderNumber)
    await fetchOnce()
    expect(await keysOf(order)).toEqual(['KEY-1'])
  })

  test('goods that arrive after the order was cancelled are not delivered', async () => {
    const order = await paid({ key: 1 })
    receiver.answer = async () => {
      const { orderNumber } = order
      await updateOrderStatus(shop.app, stall.standing, { orderNumber, status: 'cancelled', notify: true })
      return units(['KEY-1'])
    }
    await fetchOnce()
    expect(await keysOf(order)).toEqual([])
    expect(await look(stall, order)).toMatchObject({ status: 'cancelled', refundDue: true })
  })
})

describe('the address of the server', () => {
  const importing = (url: string) =>
    importCatalog(shop.app, { accountId: shop.demo.accountId, mode: 'test', ...commandActor }, catalog(url), '.')

  test("the server's address is in the catalogue file, and a new one applies from the next order on", async () => {
    const order = await paid({ key: 1 })
    await importing(`${receiver.url}/new`)
    await paid({ key: 1 })
    await fetchOnce()
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hook', '/hook/new'])
    expect(await keysOf(order)).toHaveLength(1)
    expect((await importing(`${receiver.url}/new`)).variants).toMatchObject({ changed: 0, unchanged: 3 })
  })

  test("the server's address must be public, and an internal one is refused with its line number", async () => {
    for (const url of [
      'http://127.0.0.1:1/x',
      'http://10.0.0.1/x',
      'ftp://example.com',
      'http://u:p@example.com/',
      shop.app.config.baseUrl,
    ]) {
      await expect(importing(url)).rejects.toMatchObject({
        code: 'invalid_request',
        fields: [{ path: 'line 3', error: expect.stringContaining('the webhook') }],
      })
      const acting = { accountId: shop.demo.accountId, mode: 'test' as const, ...commandActor }
      await expect(setStockUrl(shop.app, acting, stall.variants.key!, url)).rejects.toMatchObject({
        fields: [{ path: 'url', error: expect.any(String) }],
      })
    }
  })

  test("the server's address is for digital goods only", async () => {
    const stock = "{ webhook: 'https://example.com' }"
    const text = `products: [{ key: x, name: X, kind: physical, price: 1000, stock: ${stock} }]`
    await expect(
      importCatalog(shop.app, { accountId: shop.demo.accountId, mode: 'test', ...commandActor }, text, '.'),
    ).rejects.toMatchObject({ fields: [{ error: expect.stringContaining('only digital goods') }] })
  })
})
