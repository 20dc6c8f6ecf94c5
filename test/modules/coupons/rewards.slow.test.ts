import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { followInvitation } from '../../../src/modules/coupons/follow-invitation.ts'
import { inviteFriends } from '../../../src/modules/coupons/invite-friends.ts'
import { listOwnCoupons } from '../../../src/modules/coupons/list-own-coupons.ts'
import { setReferral } from '../../../src/modules/coupons/set-referral.ts'
import { useCoupon } from '../../../src/modules/coupons/use-coupon.ts'
import type { OpenInvoice } from '../../../src/orders/request-payment.ts'
import { undoMove } from '../../../src/orders/undo-move.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, order, pay, type Stall } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall
let inviter: number
let friend: number

beforeEach(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
  const { accountId, mode } = shop.demo
  await setReferral(shop.app, { accountId, ...commandActor }, { amount: 5000, totalMin: 0, days: 30 })
  inviter = await newCustomer(stall, 'Ayu')
  friend = await newCustomer(stall, 'Budi')
  const { code } = await inviteFriends(shop.app, { accountId, mode, customerId: inviter })
  expect(await followInvitation(shop.app, { accountId, mode, customerId: friend }, code)).toBe('welcome')
})
afterEach(() => shop.close())

const owner = (customerId: number) => ({ accountId: shop.demo.accountId, mode: shop.demo.mode, customerId })
const couponsOf = async (customerId: number) =>
  (await listOwnCoupons(shop.app, owner(customerId))).map(({ code }) => code)
const howMany = async () => [(await couponsOf(inviter)).length, (await couponsOf(friend)).length]

async function firstOrder(): Promise<OpenInvoice> {
  const open = await invoice(stall, friend, { mug: 1 })
  await pay(stall, open.payment.invoiceId)
  expect(await howMany()).toEqual([1, 1])
  return open
}

const move = (status: 'completed' | 'cancelled', { order: { orderNumber } }: OpenInvoice) =>
  updateOrderStatus(shop.app, stall.standing, { orderNumber, status, notify: true })
const undo = ({ order: { orderNumber } }: OpenInvoice) => undoMove(shop.app, shop.demo.accountId, orderNumber)

test('a reward is withdrawn with the order that earned it, and the next order earns one', async () => {
  const first = await firstOrder()
  const [taken] = await couponsOf(inviter)
  await move('cancelled', first)
  expect(await howMany()).toEqual([0, 0])
  const { token } = await order(stall, inviter, { mug: 1 })
  await expect(useCoupon(shop.app, owner(inviter), { token, code: taken! })).rejects.toMatchObject({
    details: { problem: 'unknown' },
  })
  await firstOrder()
  await pay(stall, (await invoice(stall, friend, { token: 1 })).payment.invoiceId)
  expect(await howMany()).toEqual([1, 1])
})

test('a reward is withdrawn with the money that earned it', async () => {
  const first = await firstOrder()
  await move('completed', first)
  await shop.api('/note-refund', { body: { invoice: first.payment.invoiceId } })
  expect(await howMany()).toEqual([0, 0])
})

test('an invitation lists only its own friends, and which of them bought something', async () => {
  await firstOrder()
  const told = await Promise.all([inviter, friend].map(each => inviteFriends(shop.app, owner(each))))
  expect(told).toMatchObject([
    { came: 1, bought: 1 },
    { came: 0, bought: 0 },
  ])
})

test('used rewards are not withdrawn, and are not earned a second time', async () => {
  const first = await firstOrder()
  const { token } = await order(stall, inviter, { token: 1 })
  const [code] = await couponsOf(inviter)
  await useCoupon(shop.app, owner(inviter), { token, code: code! })
  await move('cancelled', first)
  expect(await howMany()).toEqual([0, 0])
  const mine = await shop.app.sql.query<{ discount: number }>('select discount from store_order where token = $1', [
    token,
  ])
  expect(mine).toEqual([{ discount: 5000 }])
  await undo(first)
  expect(await howMany()).toEqual([0, 1])
  await pay(stall, (await invoice(stall, friend, { token: 1 })).payment.invoiceId)
  expect(await howMany()).toEqual([0, 1])
})

test('undoing a cancellation leaves both with one coupon', async () => {
  const first = await firstOrder()
  await move('cancelled', first)
  await undo(first)
  expect(await howMany()).toEqual([1, 1])
  await move('completed', first)
  await undo(first)
  expect(await howMany()).toEqual([1, 1])
})

test('a coupon withdrawn at the moment of its use is either used or withdrawn, never both', async () => {
  const first = await firstOrder()
  const { token } = await order(stall, inviter, { token: 1 })
  const [code] = await couponsOf(inviter)
  const [used] = await Promise.allSettled([
    useCoupon(shop.app, owner(inviter), { token, code: code! }),
    move('cancelled', first),
  ])
  const [coupon] = await shop.app.sql.query('select is_active, used_in_test from coupon where code = $1', [code])
  const isUsed = used.status === 'fulfilled'
  expect(coupon).toEqual({ is_active: isUsed, used_in_test: isUsed ? 1 : 0 })
})
