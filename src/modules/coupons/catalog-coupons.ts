import { listChanges } from '../../catalog/import/write-shop.ts'
import { omitEmptyFields } from '../../catalog/omit-empty-fields.ts'
import type { Calendar } from '../../lib/calendar.ts'
import type { Slots } from '../../slots.ts'
import { Coupon } from './coupon.ts'

/** Converts coupons from and to a catalogue file. */
export const catalogCoupons: Slots['catalogCoupons'] = {
  async write({ em }, { accountId, now, calendar }, coupons) {
    const codes = coupons.map(({ code }) => code)
    const known = await em.find(Coupon, { code: codes }, { disableIdentityMap: true })
    const rows = coupons.map(({ startsAt, endsAt, ...coupon }) => ({
      account: accountId,
      ...coupon,
      used: 0,
      usedInTest: 0,
      createdAt: now,
      startsAt: startsAt && calendar.startOfDay(startsAt),
      endsAt: endsAt && calendar.endOfDay(endsAt),
    }))
    await em.upsertMany(Coupon, rows, {
      onConflictFields: ['account', 'code'],
      // A file does not change how often it was used.
      onConflictExcludeFields: ['used', 'usedInTest', 'createdAt'],
      batchSize: 1_000,
    })
    const byCode = new Map(known.map(coupon => [coupon.code, coupon]))
    return rows.flatMap(({ account, used, usedInTest, createdAt, ...coupon }) =>
      listChanges('coupon', coupon.code, byCode.get(coupon.code) ?? null, coupon),
    )
  },
  async read(em, calendar, keys) {
    const coupons = await em.find(Coupon, { customerId: null }, { orderBy: { code: 'asc' } })
    return coupons.map(coupon => exportedCoupon(calendar, coupon, keys))
  },
}

/** Returns an entry of `coupons:`, without products that no longer exist. */
function exportedCoupon(calendar: Calendar, coupon: Coupon, keys: ReadonlySet<string>): object {
  const { code, percent, amount, discountMax, totalMin, startsAt, endsAt, usesMax, perCustomerMax, isActive } = coupon
  const products = coupon.productKeys.filter(key => keys.has(key))
  return {
    code,
    ...omitEmptyFields({ percent, amount, max_discount: discountMax }),
    ...(totalMin > 0 && { min_total: totalMin }),
    ...(startsAt && { from: calendar.formatDay(startsAt) }),
    // The stored end is the start of the following day.
    ...(endsAt && { until: calendar.formatDay(new Date(endsAt.getTime() - 1)) }),
    ...omitEmptyFields({ uses: usesMax, per_customer: perCustomerMax }),
    ...(products.length > 0 && { products }),
    // A coupon whose products no longer exist applies to none, instead of all.
    active: isActive && products.length === coupon.productKeys.length,
  }
}
