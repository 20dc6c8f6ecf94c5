import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { followInvitation } from '../../../src/modules/coupons/follow-invitation.ts'
import { inviteFriends } from '../../../src/modules/coupons/invite-friends.ts'
import { listOwnCoupons } from '../../../src/modules/coupons/list-own-coupons.ts'
import { setReferral } from '../../../src/modules/coupons/set-referral.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, order, pay, type Stall } from '../../orders/store.ts'

// Invitations: who counts as an invited friend, and the rewards of both.

let shop: TestShop
let stall: Stall
let inviter: number
let code: string

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
  await setReferral(
    shop.app,
    { accountId: shop.demo.accountId, ...commandActor },
    { amount: 5000, totalMin: 7000, days: 30 },
  )
})
afterAll(() => shop.close())

beforeEach(async () => {
  inviter = await newCustomer(stall, 'Ayu')
  code = (await inviteFriends(shop.app, owner(inviter))).code
})

const owner = (customerId: number) => ({ accountId: shop.demo.accountId, mode: 'test' as const, customerId })
const follow = (customer: number, by = code) => followInvitation(shop.app, owner(customer), by)
const referralOf = async (customer: number) => {
  const rows = await shop.app.sql.query(
    `select invited_id as invited, inviter_id as inviter, account_id as account, paid_at as "paidAt",
       order_number as "orderNumber", coupon_codes as "couponCodes", is_rewarded as "isRewarded"
     from referral where invited_id = $1`,
    [customer],
  )
  return rows[0] ?? null
}

test('a new customer is welcomed by the first link, and again in any spelling of it', async () => {
  const friend = await newCustomer(stall)
  expect(await follow(friend, code.toLowerCase())).toBe('welcome')
  expect(await follow(friend)).toBe('welcome')
  expect(await referralOf(friend)).toEqual({
    invited: friend,
    inviter,
    account: shop.demo.accountId,
    paidAt: null,
    orderNumber: null,
    couponCodes: [],
    isRewarded: false,
  })
  const other = await inviteFriends(shop.app, owner(await newCustomer(stall)))
  expect(await follow(friend, other.code)).toBe('known')
  expect(await referralOf(friend)).toMatchObject({ inviter })
})

test('customers cannot invite themselves, earlier customers, buyers, or people who wrote long ago', async () => {
  const [same, ordered, old] = [await newCustomer(stall), await newCustomer(stall), await newCustomer(stall)]
  expect(await follow(inviter)).toBe('own')
  expect(await follow(same, 'ZZZZZZZZZZ')).toBe('unknown')
  await shop.app.sql.write(
    `update customer set bot_id = bot_id + 1000000, telegram_user_id =
       (select telegram_user_id from customer where id = $2) where id = $1`,
    [same, inviter],
  )
  expect(await follow(same)).toBe('own')
  await order(stall, ordered, { mug: 1 })
  expect(await follow(ordered)).toBe('known')
  const wrote = (agoS: number) =>
    shop.app.sql.write('update customer set created_at = $2 where id = $1', [
      old,
      new Date(shop.app.now().getTime() - agoS * 1000),
    ])
  await wrote(86_400)
  expect(await follow(old)).toBe('known')
  await wrote(86_400 - 60)
  expect(await follow(old)).toBe('welcome')
  const later = await inviteFriends(shop.app, owner(await newCustomer(stall)))
  expect(await followInvitation(shop.app, owner(inviter), later.code)).toBe('known')
})

test("a friend's first paid order earns both a coupon, and cancelling it leaves the invitation unchanged", async () => {
  const friend = await newCustomer(stall)
  await follow(friend)
  const open = await invoice(stall, friend, { mug: 1 })
  await pay(stall, open.payment.invoiceId)
  const { orderNumber } = open.order
  const coupons = await Promise.all([friend, inviter].map(each => listOwnCoupons(shop.app, owner(each))))
  const dayMs = 86_400_000
  for (const [coupon, ...more] of coupons) {
    expect(more).toEqual([])
    expect(coupon).toMatchObject({ amount: 5000, totalMin: 7000, usesMax: 1, code: expect.stringMatching(/^TEMAN-/) })
    expect(coupon!.endsAt!.getTime() - coupon!.createdAt.getTime()).toBe(30 * dayMs)
  }
  const codes = coupons.map(([coupon]) => coupon!.code)
  const rewarded = { orderNumber, isRewarded: true, couponCodes: codes, paidAt: expect.any(Date) }
  expect(await referralOf(friend)).toMatchObject(rewarded)
  expect(await inviteFriends(shop.app, owner(inviter))).toEqual({ code, came: 1, bought: 1 })
  await updateOrderStatus(shop.app, stall.standing, { orderNumber, status: 'cancelled', notify: true })
  const none = { paidAt: null, orderNumber: null, couponCodes: [], isRewarded: false }
  expect(await referralOf(friend)).toMatchObject(none)
  const usable = await Promise.all([friend, inviter].map(each => listOwnCoupons(shop.app, owner(each))))
  expect(usable).toEqual([[], []])
  expect(await inviteFriends(shop.app, owner(inviter))).toEqual({ code, came: 1, bought: 0 })
})
