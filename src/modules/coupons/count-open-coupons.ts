import type { Needs } from '../../needs.ts'
import { CouponUse } from './coupon-use.ts'

/** Counts the coupons held by unpaid orders, which customers could not remove if the module is disabled. */
export async function countOpenCoupons(app: Needs<'em'>): Promise<Record<string, number>> {
  const held = { order: { status: ['pending' as const, 'waiting_payment' as const] } }
  return { 'coupons held by unpaid orders': await app.em('installation').count(CouponUse, held) }
}
