import type { Tx } from '../../database/transaction.ts'
import type { Event } from '../../events/announce.ts'
import { countKeptPayments } from '../../orders/answer-refund.ts'
import { lockOrder, readInvoices } from '../../orders/order-goods.ts'
import { Coupon } from './coupon.ts'
import { Referral } from './referral.ts'

/**
 * The reaction to `order.cancelled`: withdraws unused coupons that an invitation earned through this order. If none was
 * used, the friend's next paid order counts as the first.
 */
export async function revokeRewards(tx: Tx, events: Event<'order.cancelled'>[]): Promise<void> {
  await takeBackOrders(
    tx,
    events.map(({ payload }) => payload.orderNumber),
  )
}

/** The reaction to `payment.refunded`: withdraws rewards of an order whose money was completely returned. */
export async function revokeRefundedRewards(tx: Tx, events: Event<'payment.refunded'>[]): Promise<void> {
  const ids = events.map(({ payload }) => payload.invoiceId)
  for (const { orderId } of await readInvoices(tx, ids)) {
    const order = await lockOrder(tx, orderId)
    if ((await countKeptPayments(tx, order)) === 0) await takeBackOrders(tx, [order.orderNumber])
  }
}

async function takeBackOrders({ em }: Tx, orderNumbers: string[]): Promise<void> {
  const all = { filters: { caller: false } }
  for (const referral of await em.find(
    Referral,
    { orderNumber: orderNumbers },
    { ...all, orderBy: { invited: 'asc' } },
  )) {
    const { invited, orderNumber, couponCodes } = referral
    const unused = { account: referral.account.id, code: couponCodes, isActive: true, used: 0, usedInTest: 0 }
    const taken = await em.nativeUpdate(Coupon, unused, { isActive: false }, all)
    if (taken < couponCodes.length) continue
    const asBefore = { paidAt: null, orderNumber: null, couponCodes: [], isRewarded: false }
    await em.nativeUpdate(Referral, { invited: invited.id, orderNumber }, asBefore, all)
  }
}
