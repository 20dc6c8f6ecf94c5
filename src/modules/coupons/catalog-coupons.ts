import { listChanges } from '../../catalog/import/write-shop.ts'
import { omitEmptyFields } from '../../catalog/omit-empty-fields.ts'
import type { Calendar } from '../../lib/calendar.ts'
import { fromStored } from '../../lib/fields/day-field.ts'
import type { Slots } from '../../slots.ts'
import { Coupon } from './coupon.ts'
import { couponFields, pickCouponTerms } from './coupon-fields.ts'
import { toCouponColumns } from './make-coupon.ts'

/** Converts coupons from and to a catalogue file. */
export const catalogCoupons: Slots['catalogCoupons'] = {
  fields: couponFields,
  async write({ em }, { accountId, now, calendar }, coupons) {
    const codes = coupons.map(({ code }) => code)
    const known = await em.find(Coupon, { code: codes }, { disableIdentityMap: true })
    const values = coupons.map(({ terms, ...coupon }) => ({
      ...coupon,
      ...toCouponColumns(
        calendar,
        pickCouponTerms(({ property }) => terms[property]),
      ),
    }))
    const rows = values.map(coupon => ({ account: accountId, ...coupon, used: 0, usedInTest: 0, createdAt: now }))
    await em.upsertMany(Coupon, rows, {
      onConflictFields: ['account', 'code'],
      // A file does not change how often it was used.
      onConflictExcludeFields: ['used', 'usedInTest', 'createdAt'],
      batchSize: 1_000,
    })
    const byCode = new Map(known.map(coupon => [coupon.code, coupon]))
    return values.flatMap(coupon => listChanges('coupon', coupon.code, byCode.get(coupon.code) ?? null, coupon))
  },
  async read(em, calendar, keys) {
    const coupons = await em.find(Coupon, { customerId: null }, { orderBy: { code: 'asc' } })
    return coupons.map(coupon => exportedCoupon(calendar, coupon, keys))
  },
}

/** Returns an entry of `coupons:`, without products that no longer exist. */
function exportedCoupon(calendar: Calendar, coupon: Coupon, keys: ReadonlySet<string>): object {
  const { code, percent, amount, productKeys, isActive } = coupon
  const products = productKeys.filter(key => keys.has(key))
  const terms = couponFields
    .map(field => ({ ...field, value: fromStored(calendar, field, coupon[field.property]) }))
    .filter(({ value, usual = null }) => value !== usual)
    .map(({ name, value }) => [name, value])
  return {
    code,
    ...omitEmptyFields({ percent, amount }),
    ...Object.fromEntries(terms),
    ...(products.length > 0 && { products }),
    // A coupon whose products no longer exist applies to none, instead of all.
    active: isActive && products.length === productKeys.length,
  }
}
