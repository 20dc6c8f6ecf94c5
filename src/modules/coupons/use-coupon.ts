import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { type CouponProblem, Refusal } from '../../lib/refusal.ts'
import { amountMin } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'
import { lockPending } from '../../orders/lock-pending.ts'
import { Order, OrderItem } from '../../orders/order.ts'
import { Coupon, useCountChange, usesLeftCondition } from './coupon.ts'
import { CouponUse } from './coupon-use.ts'

interface Owner {
  accountId: number
  mode: Mode
  customerId: number
}

/**
 * Applies a coupon to the customer's pending order, replacing another one, and counts its use for the order's mode in
 * the same transaction. Refuses `not_found`, `refused_transition` for an order that is being paid or has ended, and
 * `coupon` with the reason.
 */
export async function useCoupon(
  app: Needs<'transaction' | 'now'>,
  { accountId, mode, customerId }: Owner,
  { token, code }: { token: string; code: string },
): Promise<void> {
  await app.transaction({ accountId, mode }, async tx => {
    const order = await lockPending(tx, { accountId, customerId }, token)
    const coupon = await tx.em.findOne(Coupon, { code: code.trim().toUpperCase(), isActive: true })
    if (!coupon?.isFor(customerId)) throw refuseCoupon({ problem: 'unknown' })
    if (order.couponCode === coupon.code) return
    await takeBack(tx, order)
    const goods = computeWorth(coupon, await listGoods(tx, order))
    await refuseUnusable(tx.em, coupon, { customerId, goods: goods.all, now: app.now() })
    const discount = computeDiscount(coupon, goods, order.deliveryFee)
    // It may have been disabled, or withdrawn, since it was read.
    const free = { id: coupon.id, isActive: true, ...usesLeftCondition(mode) }
    if ((await tx.em.nativeUpdate(Coupon, free, useCountChange(mode, 1))) === 0)
      throw refuseCoupon({ problem: 'used_up' })
    await tx.em.insert(CouponUse, { order: order.id, coupon: coupon.id, customer: customerId, account: accountId })
    await setDiscount(tx, order, goods.all, { discount, couponCode: coupon.code })
  })
}

/** Removes the coupon; without one nothing changes. Refuses as `useCoupon` does. */
export async function removeCoupon(app: Needs<'transaction'>, owner: Owner, token: string): Promise<void> {
  const { accountId, mode } = owner
  await app.transaction({ accountId, mode }, async tx => {
    const order = await lockPending(tx, owner, token)
    if (order.couponCode === null) return
    await takeBack(tx, order)
    await setDiscount(tx, order, order.total + order.discount - order.deliveryFee, { discount: 0, couponCode: null })
  })
}

async function takeBack({ em }: Tx, order: Order): Promise<void> {
  const use = await em.findOne(CouponUse, { order: order.id })
  if (!use) return
  await em.nativeDelete(CouponUse, { order: order.id })
  await em.nativeUpdate(Coupon, { id: use.coupon.id }, useCountChange(order.mode, -1))
}

interface Goods {
  productKey: string
  total: number
}

interface Worth {
  all: number
  meant: number
}

async function listGoods({ em }: Tx, order: Order): Promise<Goods[]> {
  const items = await em.find(OrderItem, { order: order.id }, { populate: ['variant.product'] })
  return items.map(item => ({ productKey: item.variant.product.key, total: item.total() }))
}

/** Returns the total of all goods, and of those to which the coupon applies. */
export function computeWorth({ productKeys }: Coupon, goods: readonly Goods[]): Worth {
  const worth = (those: readonly Goods[]) => those.reduce((sum, { total }) => sum + total, 0)
  const meant = goods.filter(({ productKey }) => productKeys.length === 0 || productKeys.includes(productKey))
  return { all: worth(goods), meant: worth(meant) }
}

/** Returns the discount of a coupon, in whole rupiah. Refuses `coupon` if it would be nothing. */
export function computeDiscount(coupon: Coupon, { all, meant }: Worth, deliveryFee: number): number {
  if (meant === 0) throw refuseCoupon({ problem: 'other_goods' })
  // The minimum of QRIS.
  const discount = Math.min(coupon.discountOn(meant), all + deliveryFee - amountMin)
  if (discount <= 0) throw refuseCoupon({ problem: 'too_little', totalMin: amountMin })
  return discount
}

/** Refuses `coupon` outside its dates, for goods below the minimum, and for a customer who has used it up. */
export async function refuseUnusable(
  em: Tx['em'],
  coupon: Coupon,
  { customerId, goods, now }: { customerId: number | null; goods: number; now: Date },
): Promise<void> {
  if (coupon.startsAt && coupon.startsAt > now) {
    throw refuseCoupon({ problem: 'early', startsAt: coupon.startsAt })
  }
  if (coupon.endsAt && coupon.endsAt <= now) throw refuseCoupon({ problem: 'over' })
  if (goods < coupon.totalMin) throw refuseCoupon({ problem: 'too_little', totalMin: coupon.totalMin })
  if (coupon.perCustomerMax === null || customerId === null) return
  // The customer is locked, so no other transaction counts concurrently.
  const used = await em.count(CouponUse, { coupon: coupon.id, customer: customerId })
  if (used >= coupon.perCustomerMax) throw refuseCoupon({ problem: 'used_by_you' })
}

async function setDiscount(
  { em }: Tx,
  order: Order,
  goods: number,
  { discount, couponCode }: { discount: number; couponCode: string | null },
): Promise<void> {
  const total = goods + order.deliveryFee - discount
  await em.nativeUpdate(Order, { id: order.id, status: 'pending' }, { discount, couponCode, total })
}

/** Returns the refusal of a coupon, with the reason. */
export function refuseCoupon(problem: CouponProblem): Refusal {
  return new Refusal({ code: 'coupon', ...problem }, `The coupon cannot be used: ${problem.problem}`)
}
