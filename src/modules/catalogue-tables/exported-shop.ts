import type { Coupon } from '../../catalog/coupon.ts'
import { isContact } from '../../catalog/import/parse-shop.ts'
import { type RuleField, ruleFields } from '../../catalog/rules/rule-fields.ts'
import { formatCircle } from '../../catalog/rules/zone-circle.ts'
import type { ShopRules } from '../../catalog/shop-rules.ts'
import type { Needs } from '../../needs.ts'

/** `shop:` of a catalogue file, with everything that it may name. */
export function exportedRules(rules: ShopRules): object {
  const contact = valuesOf(rules, ruleFields.filter(isContact))
  return {
    delivery: rules.delivers,
    ...valuesOf(
      rules,
      ruleFields.filter(field => !isContact(field)),
    ),
    tables: rules.tables ?? false,
    zones: rules.zones.map(({ name, places, around, fee, perKg }) => ({
      name,
      places,
      ...(around && { around: formatCircle(around) }),
      fee,
      per_kg: perKg,
    })),
    asks: rules.asks,
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(rules.hours && {
      hours: Object.fromEntries(Object.entries(rules.hours).map(([day, times]) => [day, times.join('-')])),
    }),
    holidays: rules.holidays.map(({ day, note }) => ({ day, ...(note !== '' && { note }) })),
    referral: rules.referralAmount !== null && {
      amount: rules.referralAmount,
      ...(rules.referralTotalMin > 0 && { min_total: rules.referralTotalMin }),
      days: rules.referralDays,
    },
  }
}

function valuesOf(rules: ShopRules, fields: readonly RuleField[]): object {
  return given(Object.fromEntries(fields.map(({ name, property }) => [name, rules[property]])))
}

/** One of `coupons:`; a product that is gone is left out. */
export function exportedCoupon(app: Needs<'calendar'>, coupon: Coupon, keys: ReadonlySet<string>): object {
  const { code, percent, amount, discountMax, totalMin, startsAt, endsAt, usesMax, perCustomerMax, isActive } = coupon
  const products = coupon.productKeys.filter(key => keys.has(key))
  return {
    code,
    ...given({ percent, amount, max_discount: discountMax }),
    ...(totalMin > 0 && { min_total: totalMin }),
    ...(startsAt && { from: app.calendar.formatDay(startsAt) }),
    // The end is the first moment after its last day.
    ...(endsAt && { until: app.calendar.formatDay(new Date(endsAt.getTime() - 1)) }),
    ...given({ uses: usesMax, per_customer: perCustomerMax }),
    ...(products.length > 0 && { products }),
    // For products that are all gone it is for none, and not for all.
    active: isActive && products.length === coupon.productKeys.length,
  }
}

function given(named: Record<string, string | number | null>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string | number] => entry[1] !== null),
  )
}
