import type { Needs } from '../../needs.ts'
import { Coupon } from './coupon.ts'

export const couponsPerPage = 50

/** The coupons that everybody with their code can use, those that are active first, then the newest; some at once. */
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
