import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { acceptTransfer } from '../../src/money/accept-transfer.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import type { Order } from '../../src/orders/order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { Payment } from '../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { waitUntilWaiting } from '../kit/waiting.ts'
import { detect, letExpire } from '../payments/scenario.ts'
import { closeCharges, invoice, newCustomer, openStall, pay, type Stall } from './store.ts'

// Every event about an order, word by word: receivers, chats and lists are built from them.

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})

afterAll(() => shop.close())

const move = ({ orderNumber }: Order, status: 'completed' | 'cancelled' | 'processing', note?: string) =>
  updateOrderStatus(shop.app, stall.standing, { orderNumber, status, notify: status !== 'processing', note })

/**
 * Returns type, subject and payload of every event of the order, in order of time, without the fields that all of them
 * share.
 */
async function toldOf(placed: Order): Promise<[type: string, subject: string, more: object][]> {
  const rows = await shop.app.sql.query<{ type: string; subject: string; payload: Record<string, unknown> }>(
    `select type, subject, payload from event
     where account_id = $1 and mode = 'test' and payload->>'orderNumber' = $2 order by recorded_at, created_at, type`,
    [stall.standing.accountId, placed.orderNumber],
  )
  const { orderNumber, token, customerId, customerName } = placed
  const same = { orderNumber, token, customerId, customerName, mode: 'test', door: 'chat' }
  return rows.map(({ type, subject, payload }) => {
    expect(payload, type).toMatchObject(same)
    const more = Object.entries(payload).filter(([name]) => !(name in same))
    return [type, subject.replace(placed.orderNumber, 'ORDER'), Object.fromEntries(more)]
  })
}

async function rowOf({ orderNumber }: Order): Promise<Record<string, unknown>> {
  const [row] = await shop.app.sql.query<Record<string, unknown>>(
    `select o.status, o.total, o.paid_at, o.completed_at, o.cancelled_at, o.cancelled_by, o.refund_due, o.held_until,
      o.moved_at, o.moved_from,
       o.seller_note, o.undo_count, o.invoice_count, o.pending_since,
       (select array_agg(i.stock_state order by i.id) from order_item i where i.order_id = o.id) as goods,
       (select array_agg(i.delivered_at is not null order by i.id) from order_item i
         where i.order_id = o.id) as delivered,
       (select array_agg(n.is_open order by n.number) from order_invoice n where n.order_id = o.id) as open
     from store_order o where o.order_number = $1`,
    [orderNumber],
  )
  return row!
}

test('paying, processing, completing, undoing and cancelling an order each announce an event', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 1, token: 1 })
  const { invoiceId, expiresAt, finalAmount } = payment
  const total = 65_000
  expect(await rowOf(order)).toMatchObject({ status: 'waiting_payment', held_until: null, open: [true] })
  await pay(stall, invoiceId, 'ONE')
  await move(order, 'processing')
  await move(order, 'completed', 'resi 1')
  expect(await rowOf(order)).toMatchObject({
    status: 'completed',
    total,
    paid_at: expect.any(Date),
    completed_at: expect.any(Date),
    cancelled_at: null,
    refund_due: false,
    moved_at: expect.any(Date),
    moved_from: 'processing',
    seller_note: 'resi 1',
    undo_count: 0,
    goods: ['sold', 'sold'],
    delivered: [true, true],
    open: [false],
    invoice_count: 1,
  })
  await undoMove(shop.app, shop.demo.accountId, order.orderNumber)
  expect(await rowOf(order)).toMatchObject({
    status: 'processing',
    completed_at: null,
    moved_at: null,
    moved_from: null,
    seller_note: null,
    undo_count: 1,
    delivered: [false, true],
  })
  await move(order, 'cancelled', 'maaf')
  expect(await rowOf(order)).toMatchObject({
    status: 'cancelled',
    total,
    cancelled_at: expect.any(Date),
    cancelled_by: 'merchant',
    refund_due: true,
    goods: ['free', 'sold'],
    moved_from: 'processing',
    seller_note: 'maaf',
    undo_count: 1,
  })
  const told = await toldOf(order)
  const [, subject, delivered] = told.find(([type]) => type === 'order.delivered')!
  // Goods that are handed over later are a separate part of the order.
  expect(subject).toBe('ORDER 1')
  expect(delivered).toEqual({ total, status: 'paid', itemIds: [expect.any(Number)] })
  expect(told.filter(([type]) => type !== 'order.delivered')).toEqual([
    ['order.placed', 'ORDER', { total, status: 'pending' }],
    [
      'order.waiting_payment',
      invoiceId,
      { total, status: 'waiting_payment', invoiceId, expiresAt: expiresAt.toISOString() },
    ],
    [
      'order.paid',
      'ORDER',
      {
        total,
        status: 'paid',
        invoiceId,
        paidAmount: finalAmount,
        paidLate: false,
        paidAt: expect.any(String),
        needsHands: true,
        isOrdered: false,
      },
    ],
    ['order.processing', 'ORDER', { total, status: 'processing', isShort: false, notify: false }],
    ['order.completed', 'ORDER', { total, status: 'completed', by: 'merchant', notify: true }],
    ['order.undone', 'ORDER 1', { total, status: 'processing', was: 'completed' }],
    ['order.cancelled', 'ORDER again 1', { total, status: 'cancelled', by: 'merchant', notify: true, refundDue: true }],
  ])
})

test('completing an order at once announces its events', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { 'guide/text': 1 })
  await pay(stall, payment.invoiceId, 'TEXT')
  expect(await rowOf(order)).toMatchObject({
    status: 'completed',
    goods: ['sold'],
    delivered: [true],
    moved_from: null,
  })
  const told = Object.fromEntries((await toldOf(order)).map(([type, , payload]) => [type, payload]))
  expect(told).toMatchObject({
    'order.paid': { status: 'completed', needsHands: false, isOrdered: false },
    'order.completed': { total: 15_000, status: 'completed', by: 'delivery', notify: true },
  })
})

test('the goods of an order are announced in its own order, wherever their rows are stored', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { token: 1, 'guide/text': 1 })
  const items = () =>
    shop.app.sql.query<{ id: number }>('select id from order_item where order_id = $1 order by position', [order.id])
  const ids = (await items()).map(({ id }) => id)
  // An updated row moves behind the others.
  await shop.app.sql.write('update order_item set price = price where id = $1', [ids[0]])
  await pay(stall, payment.invoiceId, 'ROWS')
  const [, , delivered] = (await toldOf(order)).find(([type]) => type === 'order.delivered')!
  expect(delivered).toMatchObject({ itemIds: ids })
})

test('cancelling an order as its customer announces an event', async () => {
  const customer = await newCustomer(stall)
  const { order, payment } = await invoice(stall, customer, { mug: 1 })
  await cancelOrder(shop.app, stall.standing.accountId, customer, order.token)
  expect(await rowOf(order)).toMatchObject({
    status: 'cancelled',
    cancelled_by: 'customer',
    refund_due: false,
    goods: ['free'],
    open: [false],
    cancelled_at: expect.any(Date),
    moved_at: null,
    moved_from: null,
    paid_at: null,
  })
  expect((await toldOf(order)).slice(2)).toEqual([
    [
      'order.payment_ended',
      payment.invoiceId,
      {
        total: 45_000,
        status: 'cancelled',
        invoiceId: payment.invoiceId,
        ended: 'cancelled',
        reason: 'order_cancelled',
      },
    ],
    [
      'order.cancelled',
      'ORDER',
      { total: 45_000, status: 'cancelled', by: 'customer', notify: true, refundDue: false },
    ],
  ])
})

test('cancelling the payment of an order as the merchant announces an event', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  const { invoiceId } = payment
  await cancelPayment(shop.app, shop.demo, invoiceId, 'merchant')
  expect(await rowOf(order)).toMatchObject({ status: 'cancelled', cancelled_by: 'merchant', goods: ['free'] })
  expect((await toldOf(order)).slice(2).sort()).toEqual([
    [
      'order.cancelled',
      'ORDER',
      { total: 45_000, status: 'cancelled', by: 'merchant', notify: true, refundDue: false },
    ],
    [
      'order.payment_ended',
      invoiceId,
      { total: 45_000, status: 'cancelled', invoiceId, ended: 'cancelled', reason: 'merchant' },
    ],
  ])
})

test('an order whose code expires and which another code pays announces its events', async () => {
  const customer = await newCustomer(stall)
  const { order, payment } = await invoice(stall, customer, { mug: 1 })
  const before = await rowOf(order)
  await closeCharges(stall)
  shop.advance(1801)
  await expirePayments(shop.app)
  expect(await rowOf(order)).toMatchObject({
    status: 'pending',
    held_until: null,
    open: [false],
    goods: ['free'],
    cancelled_at: null,
    invoice_count: 1,
  })
  expect((await rowOf(order)).pending_since).not.toEqual(before.pending_since)
  const { invoiceId } = payment
  const again = await requestPayment(shop.app, stall.standing, { customerId: customer, token: order.token })
  expect(await rowOf(order)).toMatchObject({ open: [false, true], goods: ['held'], invoice_count: 2 })
  await pay(stall, again.payment.invoiceId, 'AGAIN')
  expect(await rowOf(order)).toMatchObject({ status: 'paid', open: [false, false], goods: ['sold'] })
  expect((await toldOf(order)).slice(2)).toMatchObject([
    [
      'order.payment_ended',
      invoiceId,
      { total: 45_000, status: 'pending', invoiceId, ended: 'expired', reason: 'expired' },
    ],
    ['order.waiting_payment', again.payment.invoiceId, { invoiceId: again.payment.invoiceId }],
    ['order.paid', 'ORDER', { invoiceId: again.payment.invoiceId, paidAmount: again.payment.finalAmount }],
  ])
})

test('an order that is changing state when its code expires is waited for, and keeps that change', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await closeCharges(stall)
  shop.advance(1801)
  // Without the lock, the table's trigger rejects the stale move, and the batch's payments are tried again one by one.
  const errors = vi.spyOn(shop.app.log, 'error')
  onTestFinished(() => errors.mockRestore())
  const expiring = await shop.app.transaction('installation', async tx => {
    await tx.write(
      "update store_order set status = 'cancelled', cancelled_at = now(), cancelled_by = 'merchant' where order_number = $1",
      [order.orderNumber],
    )
    const work = expirePayments(shop.app)
    await waitUntilWaiting(shop, 1)
    return { work }
  })
  await expiring.work
  expect(errors).not.toHaveBeenCalled()
  expect(await rowOf(order)).toMatchObject({ status: 'cancelled', cancelled_by: 'merchant', open: [false] })
  expect(await shop.app.em('installation').findOne(Payment, payment.invoiceId)).toMatchObject({ status: 'expired' })
})

test.each(['pending', 'expired'])(
  'the audit log names the status in which accepted money found the payment: %s',
  async from => {
    const { payment } = await invoice(stall, await newCustomer(stall), { shave: 1 })
    const { invoiceId } = payment
    await detect(shop)
    if (from === 'expired') await letExpire(shop)
    const late = await shop.api('/simulate-payment', { body: { invoice: invoiceId, simulation: 'late' } })
    const [{ reference, outcome }] = late.body.data.transfers
    expect([outcome, late.body.data.status]).toEqual(['review', from])
    const [row] = await shop.app.sql.query<{ id: number }>('select id from transfer where reference = $1', [reference])
    await acceptTransfer(shop.app, { ...shop.demo, mode: 'test' }, { transferId: row!.id, actor: 'user 5' })
    const acts = await shop.app.sql.query<{ detail: object }>(
      "select detail from audit_entry where act = 'transfer.accepted' and subject = $1",
      [`transfer ${row!.id}`],
    )
    expect(acts).toEqual([{ detail: { invoiceId, amount: payment.finalAmount, from } }])
  },
)
