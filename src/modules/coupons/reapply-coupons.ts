import type { Reaction } from '../../events/announce.ts'
import { Order } from '../../orders/order.ts'
import { Coupon, useCountChange } from './coupon.ts'
import { CouponUse } from './coupon-use.ts'

/**
 * The reaction to `order.undone`: an order whose cancellation was undone holds its coupon again. The discount stays as
 * agreed, even if another customer has used the coupon since.
 */
export const reapplyCoupons: Reaction<'order.undone'> = async ({ em }, events) => {
  const all = { filters: { caller: false } }
  for (const { accountId, payload } of events) {
    if (payload.was !== 'cancelled') continue
    const order = await em.findOneOrFail(Order, { orderNumber: payload.orderNumber }, all)
    const { id, couponCode, customerId, mode } = order
    const coupon = couponCode === null ? null : await em.findOne(Coupon, { code: couponCode, account: accountId }, all)
    if (!coupon) continue
    await em.insert(CouponUse, { order: id, coupon: coupon.id, customer: customerId, account: accountId })
    await em.nativeUpdate(Coupon, { id: coupon.id }, useCountChange(mode, 1), all)
  }
}
