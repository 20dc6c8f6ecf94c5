import type { Reaction } from '../../events/announce.ts'
import { Coupon, useCountChange } from './coupon.ts'
import { CouponUse } from './coupon-use.ts'

/** The reaction to `order.cancelled`: releases the coupon that the order held. */
export const releaseCoupons: Reaction<'order.cancelled'> = async ({ em }, events) => {
  const all = { filters: { caller: false } }
  const numbers = events.map(event => event.payload.orderNumber)
  const uses = await em.find(
    CouponUse,
    { order: { orderNumber: numbers } },
    { ...all, populate: ['order'], orderBy: { coupon: 'asc' } },
  )
  for (const use of uses) {
    if ((await em.nativeDelete(CouponUse, { order: use.order.id }, all)) === 0) continue
    await em.nativeUpdate(Coupon, { id: use.coupon.id }, useCountChange(use.order.mode, -1), all)
  }
}
