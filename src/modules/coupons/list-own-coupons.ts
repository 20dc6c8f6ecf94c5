import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Coupon, usesLeftCondition } from './coupon.ts'

const shownMax = 5

/** Returns this customer's own usable coupons, those that end first before others. */
export async function listOwnCoupons(
  app: Needs<'em' | 'now'>,
  { accountId, mode, customerId }: Required<AccountScope> & { customerId: number },
): Promise<Coupon[]> {
  const usable = { isActive: true, endsAt: { $gt: app.now() }, ...usesLeftCondition(mode) }
  return app
    .em({ accountId })
    .find(Coupon, { customerId, ...usable }, { orderBy: { endsAt: 'asc', id: 'asc' }, limit: shownMax })
}
