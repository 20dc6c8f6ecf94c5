import { isDeepStrictEqual } from 'node:util'
import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { Product } from '../../catalog/product.ts'
import type { Calendar } from '../../lib/calendar.ts'
import { toStored } from '../../lib/fields/day-field.ts'
import { type Field, findFieldMistakes } from '../../lib/fields/field.ts'
import { refuseField, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { Coupon } from './coupon.ts'
import { type CouponTerms, couponFields, pickCouponTerms } from './coupon-fields.ts'

/** A coupon with its terms; a missing one has its usual value. */
export interface NewCoupon extends Partial<CouponTerms> {
  code: string
  /** Either a percentage or an amount in whole rupiah. */
  worth: { percent: number } | { amount: number }
  /** The products to which it applies; by default all. */
  productKeys?: string[]
}

/** The discount of a coupon: percent, or whole rupiah. */
export const worthField = {
  property: 'worth',
  name: 'worth',
  kind: 'rupiah',
  min: 1,
  label: { id: 'Besar potongan', en: 'Discount' },
} as const satisfies Field

const codeShape = /^[A-Z0-9-]{3,32}$/
const amountMax = 1_000_000_000

/**
 * Creates a coupon, valid until it is ended if it has no last day. Repeating a call changes nothing, because a message
 * may be handled twice. Refuses `invalid_request` naming all mistakes: `code` (which may be taken), `worth`,
 * `products`, and the names of `couponFields`.
 */
export async function makeCoupon(
  app: Needs<'transaction' | 'now' | 'calendar'>,
  actor: MemberActor,
  input: NewCoupon,
): Promise<void> {
  const { worth, productKeys = [] } = input
  const code = input.code.trim().toUpperCase()
  const terms = pickCouponTerms(({ property }) => input[property])
  const wrong = findMistakes(app, { code, worth, terms })
  if (wrong.length > 0) throw refuseFields(wrong)
  const columns = {
    percent: 'percent' in worth ? worth.percent : null,
    amount: 'amount' in worth ? worth.amount : null,
    ...toCouponColumns(app.calendar, terms),
    productKeys,
  }
  await app.transaction({ accountId: actor.accountId }, async tx => {
    const existing = await tx.em.findOne(Coupon, { code })
    if (existing) {
      if (existing.isActive && isDeepStrictEqual(pickColumns(existing), pickColumns(columns))) return
      throw refuseField('code', 'is taken', 'taken')
    }
    if ((await tx.em.count(Product, { key: productKeys })) < new Set(productKeys).size)
      throw refuseField('products', 'names what the shop does not sell', 'not_found')
    tx.em.create(Coupon, { account: actor.accountId, code, ...columns, customerId: null, createdAt: app.now() })
    await tx.em.flush()
    await recordAct(app, tx, {
      ...actor,
      act: 'coupon.made',
      subject: `coupon ${code}`,
      detail: {
        ...worth,
        usesMax: terms.usesMax,
        ...listUnusual(terms),
        ...(productKeys.length > 0 && { productKeys }),
      },
    })
  })
}

/** Returns the terms as columns: each day as the moment at its edge. */
export function toCouponColumns(calendar: Calendar, terms: CouponTerms): Pick<Coupon, keyof CouponTerms> {
  return Object.fromEntries(
    couponFields.map(field => [field.property, toStored(calendar, field, terms[field.property])]),
  ) as unknown as Pick<Coupon, keyof CouponTerms>
}

type Columns = Pick<Coupon, 'percent' | 'amount' | 'productKeys' | keyof CouponTerms>

function pickColumns({ percent, amount, productKeys, ...others }: Columns): unknown[] {
  return [percent, amount, [...productKeys].sort(), ...couponFields.map(({ property }) => others[property])]
}

function listUnusual(terms: CouponTerms): Partial<CouponTerms> {
  return Object.fromEntries(
    couponFields
      .filter(({ property, usual = null }) => terms[property] !== usual)
      .map(({ property }) => [property, terms[property]]),
  )
}

interface Checked {
  code: string
  worth: NewCoupon['worth']
  terms: CouponTerms
}

function findMistakes(app: Needs<'now' | 'calendar'>, { code, worth, terms }: Checked): FieldError[] {
  const [value, max] = 'percent' in worth ? [worth.percent, 100] : [worth.amount, amountMax]
  const wrong = [
    ...(codeShape.test(code)
      ? []
      : [{ path: 'code', error: 'has 3 to 32 letters, digits or dashes', code: 'malformed' } as const]),
    ...findFieldMistakes({ ...worthField, max }, value),
    ...couponFields.flatMap(field => findFieldMistakes(field, terms[field.property])),
  ]
  const isOfDays = wrong.some(({ path }) => path === 'from' || path === 'until')
  return isOfDays ? wrong : [...wrong, ...wrongDays(app, terms)]
}

function wrongDays({ now, calendar }: Needs<'now' | 'calendar'>, { startsAt, endsAt }: CouponTerms): FieldError[] {
  if (endsAt === null) return []
  if (startsAt !== null && endsAt < startsAt)
    return [{ path: 'until', error: 'is not before the first day', code: 'end_before_start' }]
  if (calendar.endOfDay(endsAt) === null)
    return [{ path: 'until', error: 'is a day, such as 2026-12-31', code: 'not_a_day' }]
  if (endsAt >= calendar.formatDay(now())) return []
  return [{ path: 'until', error: 'is over', code: 'in_the_past' }]
}
