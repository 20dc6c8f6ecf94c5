import type { Needs } from '../../needs.ts'
import type { CartCoupons, QuotedCart } from '../../orders/cart/cart-coupons.ts'
import { Coupon, usesLeftCondition } from './coupon.ts'
import { computeDiscount, computeWorth, refuseCoupon, refuseUnusable, useCoupon } from './use-coupon.ts'

/** The coupons for the form that orders a cart. */
export const cartCoupons: CartCoupons = { exist: hasCoupons, quote: quoteCoupon, use: useCoupon }

/**
 * Returns the discount of a coupon on a cart, in whole rupiah, without using it. Refuses `coupon` as `useCoupon` would.
 */
async function quoteCoupon(
  app: Needs<'em' | 'now'>,
  { accountId, mode, customerId, goods, deliveryFee }: QuotedCart,
  code: string,
): Promise<number> {
  const em = app.em({ accountId, mode })
  const coupon = await em.findOne(Coupon, { code: code.trim().toUpperCase(), isActive: true })
  if (!coupon?.isFor(customerId)) throw refuseCoupon({ problem: 'unknown' })
  const worth = computeWorth(coupon, goods)
  await refuseUnusable(em, coupon, { customerId, goods: worth.all, now: app.now() })
  const discount = computeDiscount(coupon, worth, deliveryFee)
  if ((await em.count(Coupon, { id: coupon.id, ...usesLeftCondition(mode) })) === 0) {
    throw refuseCoupon({ problem: 'used_up' })
  }
  return discount
}

async function hasCoupons(app: Needs<'em'>, accountId: number): Promise<boolean> {
  return (await app.em({ accountId }).count(Coupon, { isActive: true, customerId: null })) > 0
}
