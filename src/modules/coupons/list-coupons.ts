import type { Needs } from '../../needs.ts'
import { Coupon } from './coupon.ts'

export const couponsPerPage = 50

/** Returns a page of the coupons with a public code, active ones first, then the newest. */
export function listCoupons(app: Needs<'slowly'>, accountId: number, page: number): Promise<Coupon[]> {
  return app.slowly(
    ({ em }) =>
      em({ accountId }).find(
        Coupon,
        { customerId: null },
        {
          orderBy: { isActive: 'desc', createdAt: 'desc', id: 'desc' },
          limit: couponsPerPage,
          offset: (page - 1) * couponsPerPage,
        },
      ),
    { accountId },
  )
}
