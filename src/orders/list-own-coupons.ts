import { raw } from '@mikro-orm/core'
import { Coupon } from '../catalog/coupon.ts'
import type { Needs } from '../needs.ts'

const shownMax = 5

/** The coupons that are for this customer alone and can still be used, those that end first before the others. */
export async function listOwnCoupons(
  app: Needs<'em' | 'now'>,
  { accountId, customerId }: { accountId: number; customerId: number },
): Promise<Coupon[]> {
  const usable = { isActive: true, endsAt: { $gt: app.now() }, [raw('used < coalesce(uses_max, used + 1)')]: [] }
  return app
    .em({ accountId })
    .find(Coupon, { customerId, ...usable }, { orderBy: { endsAt: 'asc', id: 'asc' }, limit: shownMax })
}
