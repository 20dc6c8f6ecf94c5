import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../src/orders/order.ts'
import { undoMove } from '../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { invoice, look, newCustomer, openStall, order, pay, type Stall, stockFaults } from './store.ts'

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

test('what was completed or taken in hand by mistake is as it was, and can be done again', async () => {
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

test('a paid order that was cancelled by mistake has its goods and owes no money, unless they went to somebody else', async () => {
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

test('after a minute, by another shop, twice at once, and of what the customer did nothing is taken back', async () => {
  const mug = await paidMug()
  await move(mug, 'completed')
  await expect(undoMove(shop.app, shop.second.accountId, mug.orderNumber)).rejects.toMatchObject({ code: 'not_found' })
  const both = await Promise.allSettled([undo(mug), undo(mug)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await move(mug, 'completed')
  shop.advance(61)
  await expect(undo(mug)).rejects.toMatchObject({ code: 'refused_transition' })
})
