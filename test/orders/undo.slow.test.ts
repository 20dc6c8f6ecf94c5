import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../src/orders/order.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { waitUntilWaiting } from '../kit/waiting.ts'
import { closeCharges, invoice, look, newCustomer, openStall, order, pay, type Stall, stockFaults } from './store.ts'

let shop: TestShop
let stall: Stall
beforeEach(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})
afterEach(async () => {
  expect(await stockFaults(shop.app)).toEqual([])
  await shop.close()
})

const move = ({ orderNumber }: Order, status: 'completed' | 'cancelled' | 'processing') =>
  updateOrderStatus(shop.app, stall.standing, { orderNumber, status, notify: true })
const undo = ({ orderNumber }: Order) => undoMove(shop.app, shop.demo.accountId, orderNumber)

async function paidMug(): Promise<Order> {
  const open = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await shop.work()
  await pay(stall, open.payment.invoiceId)
  return open.order
}

test('undoing a mistaken completion or processing restores the order, which can be moved again', async () => {
  const mug = await paidMug()
  await move(mug, 'processing')
  await move(mug, 'completed')
  await undo(mug)
  expect(await look(stall, mug)).toMatchObject({ status: 'processing', completedAt: null })
  await expect(undo(mug)).rejects.toMatchObject({ code: 'refused_transition' })
  await move(mug, 'completed')
  const told = await shop.app.sql.query<{ kind: string }>(
    "select kind from notice where kind in ('order.completed', 'order.undone') order by id",
  )
  expect(told.map(({ kind }) => kind)).toEqual(['order.completed', 'order.undone', 'order.completed'])
})

test('undoing a cancellation takes the goods back and owes no refund, unless they are sold', async () => {
  const mug = await paidMug()
  await move(mug, 'cancelled')
  await undo(mug)
  expect(await look(stall, mug)).toMatchObject({ status: 'paid', refundDue: false, cancelledBy: null })
  await move(mug, 'cancelled')
  await order(stall, await newCustomer(stall, 'Ayu'), { mug: 3 })
  await expect(undo(mug)).rejects.toMatchObject({ code: 'out_of_stock' })
  expect(await look(stall, mug)).toMatchObject({ status: 'cancelled', refundDue: true })
})

test('an unpaid order that was cancelled by mistake waits for a new code', async () => {
  const { order: mug } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await move(mug, 'cancelled')
  await undo(mug)
  expect(await look(stall, mug)).toMatchObject({ status: 'pending', cancelledAt: null })
})

test("a change cannot be undone after a minute, by another shop, twice, or if it was the customer's", async () => {
  const mug = await paidMug()
  await move(mug, 'completed')
  await expect(undoMove(shop.app, shop.second.accountId, mug.orderNumber)).rejects.toMatchObject({ code: 'not_found' })
  const both = await Promise.allSettled([undo(mug), undo(mug)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await move(mug, 'completed')
  shop.advance(61)
  await expect(undo(mug)).rejects.toMatchObject({ code: 'refused_transition' })
})

test('an order that was refunded after its cancellation stays cancelled, and owes nothing', async () => {
  const open = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await pay(stall, open.payment.invoiceId)
  await move(open.order, 'cancelled')
  await shop.api('/note-refund', { body: { invoice: open.payment.invoiceId } })
  await expect(undo(open.order)).rejects.toMatchObject({ code: 'refused_transition' })
  expect(await look(stall, open.order)).toMatchObject({ status: 'cancelled', refundDue: false })
})

test('undoing waits for a refund that is being recorded', async () => {
  const open = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await pay(stall, open.payment.invoiceId)
  await move(open.order, 'cancelled')
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const reactions = shop.app.reactions['payment.refunded']
  shop.app.reactions['payment.refunded'] = [
    async () => {
      reached.resolve()
      await gate.promise
    },
    ...reactions,
  ]
  const noting = shop.api('/note-refund', { body: { invoice: open.payment.invoiceId } })
  await reached.promise
  const undoing = undo(open.order).then(
    () => 'undone',
    error => error.code,
  )
  await waitUntilWaiting(shop, 1)
  gate.resolve()
  expect((await noting).status).toBe(200)
  expect(await undoing).toBe('refused_transition')
  expect(await look(stall, open.order)).toMatchObject({ status: 'cancelled', refundDue: false })
})

test('an order that was paid twice and cancelled by mistake still owes one of the payments', async () => {
  await shop.app.sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId])
  const customer = await newCustomer(stall)
  const old = await invoice(stall, customer, { mug: 1 })
  await closeCharges(stall)
  shop.advance(1801)
  await expirePayments(shop.app)
  const fresh = await requestPayment(shop.app, stall.standing, { customerId: customer, token: old.order.token })
  await pay(stall, fresh.payment.invoiceId)
  await pay(stall, old.payment.invoiceId)
  await move(old.order, 'cancelled')
  await undo(old.order)
  expect(await look(stall, old.order)).toMatchObject({ status: 'paid', refundDue: true })
})

test('an unpaid order that received money after its cancellation is not reopened', async () => {
  await shop.app.sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId])
  const old = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await closeCharges(stall)
  shop.advance(1801)
  await expirePayments(shop.app)
  await move(old.order, 'cancelled')
  await pay(stall, old.payment.invoiceId)
  await expect(undo(old.order)).rejects.toMatchObject({ code: 'refused_transition' })
  expect(await look(stall, old.order)).toMatchObject({ status: 'cancelled', refundDue: true })
})
