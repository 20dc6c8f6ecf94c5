import type { Calendar } from '../../lib/calendar.ts'
import { fromStored } from '../../lib/fields/day-field.ts'
import type { FieldValue } from '../../lib/fields/field.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { Coupon } from './coupon.ts'
import { type CouponField, couponFields } from './coupon-fields.ts'

/** Returns the terms of a coupon that are not the usual ones: `belanja mulai Rp 50.000`, `sampai 31 Des 2026`. */
export function describeTerms(
  calendar: Calendar,
  coupon: Coupon,
  language: 'id' | 'en',
  formatDay: (day: string) => string,
): string[] {
  return couponFields.flatMap(field => {
    const value = fromStored(calendar, field, coupon[field.property])
    if (!field.line || value === (field.usual ?? null)) return []
    return [field.line[language].replace('{}', () => formatTerm(field, value, formatDay))]
  })
}

/** Formats the value of a term: `Rp 50.000`, `31 Des 2026`, `2×`. */
export function formatTerm({ kind }: CouponField, value: FieldValue, formatDay: (day: string) => string): string {
  if (kind === 'rupiah') return formatRupiah(Number(value))
  if (kind === 'count') return `${value}×`
  return kind === 'day' ? formatDay(String(value)) : String(value)
}
