import { z } from 'zod'
import { createFileSchema, type Field, type FieldValue } from '../../lib/fields/field.ts'
import { makeRule } from '../../lib/refusals/field-error.ts'
import { feeMax, makeZoneId, zoneNameMax, zonePlacesMax, zonesMax } from '../delivery-zones.ts'
import { type Hours, weekdays } from '../opening-hours.ts'
import { requiredDetailNames } from '../product-kinds.ts'
import { pickRuleValues, type RuleField, ruleFields } from '../rules/rule-fields.ts'
import { isCircle, readCircle } from '../rules/zone-circle.ts'
import type { CatalogReader } from './catalog-reader.ts'
import { describeOptional, lineSchema, textSchema } from './catalog-shapes.ts'
import type { ParsedCoupon, ParsedRules } from './parsed-catalog.ts'

const rupiah = z
  .number()
  .int('is a whole number')
  .min(1, 'is at least 1')
  .max(1_000_000_000, 'is at most 1,000,000,000')
const openingHours = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d\s*-\s*(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'is a time such as 08:00-17:00')
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'is a day such as 2026-12-31')

const fee = z.number().int('is a whole number').min(0, 'is at least 0').max(feeMax, 'is at most 10,000,000')

const Zone = z.strictObject({
  name: lineSchema(zoneNameMax),
  // YAML reads an unquoted postcode as a number.
  places: z
    .array(z.union([lineSchema(zoneNameMax), z.number().int().transform(String)]))
    .max(zonePlacesMax, `has ${zonePlacesMax} at most`)
    .optional(),
  around: lineSchema(100)
    .refine(isCircleText, makeRule('is a point and a radius: -6.2, 106.8166, 3 km', { code: 'malformed' }))
    .transform(written => readCircle(written)!)
    .optional(),
  fee,
  per_kg: fee.optional(),
})

function isCircleText(text: string): boolean {
  const circle = readCircle(text)
  return circle !== null && isCircle(circle)
}

/** Returns whether a rule is a way to contact the seller; a file has these in their own group. */
export function isContact({ part }: RuleField): boolean {
  return part === 'contact'
}

// `tables: false` means none.
function makeSchemas(fields: readonly RuleField[]): Record<string, z.ZodType> {
  const schemaOf = (field: RuleField) =>
    field.property === 'tables' ? createFileSchema(field).or(z.literal(false)) : createFileSchema(field)
  return Object.fromEntries(fields.map(field => [field.name, schemaOf(field).optional()]))
}

const Shop = z.strictObject({
  delivery: z.boolean().optional(),
  zones: z
    .array(Zone)
    .max(zonesMax, `has ${zonesMax} at most`)
    .refine(
      zones => new Set(zones.map(makeZoneId)).size === zones.length,
      makeRule('repeats a name', { code: 'repeated' }),
    )
    .optional(),
  asks: z.array(z.enum(requiredDetailNames, `is one of ${requiredDetailNames.join(', ')}`)).optional(),
  contact: z.strictObject(makeSchemas(ruleFields.filter(isContact))).optional(),
  ...makeSchemas(ruleFields.filter(field => !isContact(field))),
  hours: z.strictObject(Object.fromEntries(weekdays.map(name => [name, openingHours.optional()]))).optional(),
  holidays: z
    .array(z.strictObject({ day, note: textSchema(100).optional() }))
    .max(100, 'has 100 at most')
    .optional(),
  referral: z
    .strictObject({
      amount: z.number().int('is a whole number').min(1, 'is at least 1').max(10_000_000, 'is at most 10,000,000'),
      min_total: rupiah.optional(),
      days: z.number().int('is a whole number').min(1, 'is at least 1').max(365, 'is at most 365').optional(),
    })
    .or(z.literal(false))
    .optional(),
})

const couponShape = {
  code: z.string().regex(/^[A-Za-z0-9-]{3,32}$/, 'has 3 to 32 letters, digits or dashes'),
  percent: z.number().int('is a whole number').min(1, 'is at least 1').max(100, 'is at most 100').optional(),
  amount: rupiah.optional(),
  products: z.array(z.string()).max(500, 'has 500 at most').optional(),
  active: z.boolean().optional(),
}

/** Reads `shop:`; null if it is missing or invalid. */
export function readRules(reader: CatalogReader, value: unknown): ParsedRules | null {
  const shop = value === undefined || value === null ? null : reader.check(Shop, ['shop'])
  if (!shop) return null
  const hours = Object.entries((shop.hours ?? {}) as Record<string, string | undefined>).flatMap(([name, told]) =>
    told === undefined ? [] : [[name, told.split('-').map(clock => clock.trim())] as const],
  )
  return {
    ...describedRules(shop),
    hours: shop.hours ? (Object.fromEntries(hours) as Hours) : null,
    ...readPlaces(shop),
    ...(shop.holidays && { holidays: shop.holidays.map(({ day, note = '' }) => ({ day, note })) }),
    ...readReferral(shop.referral),
  }
}

// A rule that the file does not mention is unchanged, unless files with rules reset it.
function describedRules(shop: z.infer<typeof Shop>): Partial<ParsedRules> {
  const values: Record<string, unknown> = { ...shop, ...shop.contact }
  const named = ruleFields.filter(({ name, isReset }) => isReset || values[name] !== undefined)
  return pickRuleValues(named, ({ name, usual = null }) => (values[name] === false ? null : (values[name] ?? usual)))
}

function readPlaces({ delivery, zones, asks }: z.infer<typeof Shop>): Partial<ParsedRules> {
  return {
    ...(delivery === undefined ? {} : { delivers: delivery }),
    ...(zones && {
      zones: zones.map(({ name, places = [], around, fee, per_kg: perKg = 0 }) => ({
        name,
        places,
        ...(around && { around }),
        fee,
        perKg,
      })),
    }),
    ...(asks && { asks }),
  }
}

function readReferral(referral: z.infer<typeof Shop>['referral']): Partial<ParsedRules> {
  if (referral === undefined) return {}
  if (referral === false) return { referralAmount: null }
  return {
    referralAmount: referral.amount,
    referralTotalMin: referral.min_total ?? 0,
    referralDays: referral.days ?? 30,
  }
}

/** Reads `coupons:`, each with the terms of these fields. */
export function readCoupons(
  reader: CatalogReader,
  entries: unknown[],
  productKeys: string[],
  fields: readonly Field[],
): ParsedCoupon[] {
  const seen = new Set<string>()
  const known = new Set(productKeys)
  const Shape = z.strictObject({ ...describeOptional(fields), ...couponShape })
  return entries.flatMap((_, at) => {
    const path = ['coupons', at]
    const coupon = reader.check(Shape, path)
    if (!coupon) return []
    const code = coupon.code.toUpperCase()
    if (seen.has(code)) reader.record([...path, 'code'], 'stands here twice', { code: 'repeated' })
    seen.add(code)
    checkCoupon(reader, path, coupon, known)
    const { percent = null, amount = null, products = [], active = true } = coupon
    const values: Record<string, unknown> = coupon
    const terms = Object.fromEntries(fields.map(({ property, name }) => [property, values[name] as FieldValue]))
    return [{ code, percent, amount, terms, productKeys: products, isActive: active }]
  })
}

type Coupon = z.output<z.ZodObject<typeof couponShape>>

function checkCoupon(reader: CatalogReader, path: (string | number)[], coupon: Coupon, productKeys: Set<string>): void {
  if ((coupon.percent === undefined) === (coupon.amount === undefined)) {
    reader.record(path, 'has either a percent or an amount', { code: 'conflicting' })
  }
  for (const key of coupon.products ?? []) {
    if (productKeys.has(key)) continue
    reader.record([...path, 'products'], `names ${key}, which is no product of this file`, { code: 'not_found' })
  }
}
