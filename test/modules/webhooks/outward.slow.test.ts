import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { noteRefund } from '../../../src/books/note-refund.ts'
import { setStock } from '../../../src/catalog/stock/set-stock.ts'
import { watchStock } from '../../../src/catalog/stock/watch-stock.ts'
import { Connection } from '../../../src/connections/connection.ts'
import { recordFailure, recordSuccess } from '../../../src/connections/connection-health.ts'
import type { OutwardType } from '../../../src/events/outward.ts'
import { cancelOrder } from '../../../src/orders/cancel-order.ts'
import { registerCustomer } from '../../../src/orders/customers/register-customer.ts'
import { reviewOrder } from '../../../src/orders/reviews/review-order.ts'
import { undoMove } from '../../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import {
  type Envelope,
  expectSchemas,
  openShop,
  type Receiver,
  receiveEvents,
  startReceiver,
} from '../../callbacks/receiver.ts'
import type { TestShop } from '../../kit/app.ts'
import { deliverAllEvents } from '../../kit/endpoints.ts'
import { findRow } from '../../kit/outward.ts'
import { invoice, newCustomer, openStall, order, pay, type Stall } from '../../orders/store.ts'
import { create, detect, letExpire, send } from '../../payments/scenario.ts'

// Everything that happens in a shop, as received by one endpoint with all types.

let shop: TestShop
let receiver: Receiver
let stall: Stall

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
  stall = await openStall(shop.app, shop.demo)
  await shop.api('/create-endpoint', { body: { url: receiver.url } })
}, 60_000)

afterAll(async () => {
  await shop.close()
  await receiver.close()
})

const told = () => receiveEvents(shop, receiver)

const typesOf = (events: Envelope[]) => events.map(({ type }) => type)

const move = (orderNumber: string, status: 'completed' | 'cancelled' | 'processing') =>
  updateOrderStatus(shop.app, stall.standing, { orderNumber, status, notify: true })

describe('outward events', () => {
  test("payment events contain the data of list-payments, and count each payment's events", async () => {
    const one = await create(shop, { reference: 'A-1', metadata: { table: '7' } })
    const [made] = await told()
    const listed = async () => (await shop.api(`/list-payments?search=${one.invoice_id}`)).body.data[0]
    expect(made).toMatchObject({ type: 'payment.created', version: 1, mode: 'test', sequence: 1 })
    expect(made!.data).toEqual(await listed())

    await send(shop, { invoice_id: one.invoice_id })
    await detect(shop)
    const paid = (await told()).find(({ type }) => type === 'payment.paid')!
    const { change, ...data } = paid.data
    expect(data).toEqual(await listed())
    expect(change).toMatchObject({ from: 'pending', paid_amount: one.final_amount, paid_late: false })
    expect(paid.sequence).toBe(2)

    await noteRefund(shop.app, shop.demo, one.invoice_id, commandActor)
    const refunded = (await told()).filter(({ type }) => type === 'payment.refunded')
    expect(refunded).toMatchObject([{ sequence: 3, data: { change: { amount: one.final_amount } } }])
    expectSchemas([made!, paid, ...refunded])
  })

  test('events report payments that end unpaid, and money that arrives for them', async () => {
    const cancelled = await create(shop)
    await shop.api('/cancel-payment', { body: { invoice: cancelled.invoice_id } })
    const late = await create(shop)
    await letExpire(shop)
    const ended = (await told()).filter(({ type }) => type !== 'payment.created')
    expect(ended).toMatchObject([
      { type: 'payment.cancelled', sequence: 2, data: { status: 'cancelled', change: { reason: 'merchant' } } },
      { type: 'payment.expired', sequence: 2, data: { invoice_id: late.invoice_id, status: 'expired' } },
    ])
    await send(shop, { invoice_id: late.invoice_id })
    await detect(shop)
    const [inReview] = await told()
    const transfers = (await shop.api('/list-transfers?state=review')).body.data
    expect(inReview).toMatchObject({ type: 'transfer.in_review', sequence: 1, mode: 'test' })
    expect(inReview!.data).toEqual(transfers[0])
    const transferId = transfers[0].transfer_id
    await shop.api('/review-transfer', { body: { transfer_id: transferId, action: 'accept' } })
    const reviewed = await told()
    expect(reviewed).toMatchObject([
      { type: 'payment.paid', sequence: 3, data: { change: { from: 'expired', paid_late: true } } },
      { type: 'transfer.reviewed', sequence: 2, data: { resolved_by: 'api key', change: { outcome: 'accepted' } } },
    ])
    expectSchemas([...ended, inReview!, ...reviewed])
  })

  test("order events contain the API's data of that order, in sequence", async () => {
    const { order: placed, payment } = await invoice(stall, await newCustomer(stall), { mug: 1, token: 1 })
    const first = await told()
    await pay(stall, payment.invoiceId, 'ONE')
    const paid = await told()
    await move(placed.orderNumber, 'processing')
    await move(placed.orderNumber, 'completed')
    await undoMove(shop.app, shop.demo.accountId, placed.orderNumber)
    await move(placed.orderNumber, 'completed')
    const reviewer = { ...shop.demo, customerId: placed.customerId }
    await reviewOrder(shop.app, reviewer, { token: placed.token, stars: 4 })
    const after = await told()
    const ofOrder = [...first, ...paid, ...after].filter(({ type }) => type.startsWith('order.'))
    expect(typesOf(ofOrder)).toEqual([
      ...['order.placed', 'order.waiting_payment', 'order.paid', 'order.delivered', 'order.processing'],
      ...['order.completed', 'order.undone', 'order.completed', 'order.reviewed'],
    ])
    expect(ofOrder.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    const { change, ...data } = ofOrder.at(-1)!.data
    expect(change).toEqual({ stars: 4 })
    expect(data).toEqual((await shop.api(`/msgstore-orders?order_number=${placed.orderNumber}`)).body.data)
    expectSchemas([...first, ...paid, ...after])
  })

  test('events report orders that are cancelled or paid too late', async () => {
    const { order: placed, payment } = await invoice(stall, await newCustomer(stall), { shave: 1 })
    await pay(stall, payment.invoiceId, 'TWO')
    await move(placed.orderNumber, 'cancelled')
    const unpaid = await order(stall, await newCustomer(stall), { mug: 1 })
    await cancelOrder(shop.app, shop.demo.accountId, unpaid.customerId, unpaid.token)
    const events = await told()
    expect(typesOf(events)).toEqual(expect.arrayContaining(['order.cancelled', 'stock.changed']))
    expectSchemas(events)
  })

  test('events report stock, customers and connections', async () => {
    await shop.app.sql.write('update variant set low_stock_at = 2')
    await setStock(shop.app, { ...shop.demo, ...commandActor }, { product: 'mug', available: 1 })
    await watchStock(shop.app)
    const mug = (await shop.api('/list-stock?product=mug')).body.data[0]
    const stock = await told()
    expect(stock.filter(({ data }) => data.product === 'mug')).toMatchObject([
      { type: 'stock.changed', data: { ...mug, change: { cause: 'told' } } },
      { type: 'stock.low', data: mug },
    ])
    const visitor = { accountId: shop.demo.accountId, mode: 'test' as const, botId: 7, telegramUserId: 4711 }
    const { customer } = await registerCustomer(shop.app, { ...visitor, name: 'Wati', language: 'id' })
    const em = shop.app.em('installation')
    const its = { account: shop.demo.accountId, mode: 'test', isActive: true } as const
    const find = () => em.findOneOrFail(Connection, its, { refresh: true })
    await recordFailure(shop.app, await find(), { kind: 'unauthorized', sentence: 'refused token sk_live_1' })
    await recordSuccess(shop.app, await find())
    const people = await told()
    expect(people).toMatchObject([
      { type: 'customer.created', sequence: 1, data: { customer: customer.token, name: 'Wati' } },
      { type: 'connection.failing', sequence: 1, data: { reason: 'unauthorized' } },
      { type: 'connection.recovered', sequence: 2, data: { reason: null, failing_since: null } },
    ])
    expectSchemas([...stock, ...people])
  })

  test('a test endpoint receives no live events', async () => {
    const live = await shop.api('/create-endpoint', { key: shop.keys.live, body: { url: `${receiver.url}/live` } })
    expect(live.status).toBe(200)
    await create(shop)
    await deliverAllEvents(shop)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    receiver.received.splice(0)
  })
})

test('/events lists each outward type in its current state, without secrets', async () => {
  await shop.app.sql.write("update event set recorded_at = recorded_at - interval '2 seconds'")
  const listed: { id: string; type: OutwardType; data: object; delivery: { body: string } }[] = []
  for (let cursor = '', more = true; more; ) {
    const { status, body } = await shop.api(`/events?limit=100&signed=true${cursor}`)
    expect(status, JSON.stringify(body)).toBe(200)
    listed.push(...body.data)
    cursor = `&cursor=${body.pagination.next_cursor}`
    more = body.pagination.has_more
  }
  const rows = await shop.app.sql.query<{ id: string; body: string }>(
    "select id, body from outward_event where mode = 'test' and type <> 'endpoint.disabled'",
  )
  const byId = new Map(listed.map(event => [event.id, event]))
  const sequences = new Map<string, number>()
  for (const { id, body } of rows) {
    const told = JSON.parse(body) as Envelope
    const event = byId.get(id)
    expect(event, told.type).toMatchObject({ type: told.type })
    expect(findRow(told.type).schema.strict().safeParse(event!.data).error, told.type).toBeUndefined()
    const now = JSON.parse(event!.delivery.body) as Envelope
    expectSchemas([now])
    expect(now.sequence).toBeGreaterThanOrEqual(told.sequence)
    sequences.set(told.type, now.sequence)
  }
  expect(sequences.size).toBeGreaterThan(15)
})

test('no secrets, goods, codes, or ids of chats, customers and rows leave the installation', async () => {
  const rows = await shop.app.sql.query<{ body: string }>('select body from outward_event')
  const bodies = rows.map(({ body }) => body).join('\n')
  expect(rows.length).toBeGreaterThan(30)
  for (const never of ['AAA-1', 'Seduh pelan-pelan', 'Rahasia', 'whsec_', 'wrg_test', 'sk_live_1', 'account_id']) {
    expect(bodies).not.toContain(never)
  }
  const names = new Set(bodies.match(/"(\w+)":/g)?.map(name => name.slice(1, -2)))
  const internal = [...names].filter(name =>
    /chat|token|sealed|customer_id|variant_id|telegram|serial|lease/.test(name),
  )
  expect(internal).toEqual([])
})
