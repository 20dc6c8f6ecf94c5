import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { Product } from '../../catalog/product.ts'
import { refuseField, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import type { Needs } from '../../needs.ts'
import { Coupon } from './coupon.ts'

export interface NewCoupon {
  code: string
  /** Either a percentage or an amount in whole rupiah. */
  worth: { percent: number } | { amount: number }
  /** The maximum number of uses; null if unlimited. */
  usesMax: number | null
  terms?: CouponTerms
}

/** All other terms of a coupon; amounts are in whole rupiah. */
export interface CouponTerms {
  /** The maximum discount of a percentage. */
  discountMax: number | null
  /** The minimum total of the goods. */
  totalMin: number
  /** The first day, and the last one, `YYYY-MM-DD`; null for from now on, or without an end. */
  firstDay: string | null
  lastDay: string | null
  perCustomerMax: number | null
  /** The products to which it applies; empty for all. */
  productKeys: string[]
}

const codeShape = /^[A-Z0-9-]{3,32}$/
const amountMax = 1_000_000_000
const usesLimit = 1_000_000
const anything: CouponTerms = {
  discountMax: null,
  totalMin: 0,
  firstDay: null,
  lastDay: null,
  perCustomerMax: null,
  productKeys: [],
}

/**
 * Creates a coupon, valid until it is ended if it has no last day. Repeating a call changes nothing, because a message
 * may be handled twice. Refuses `invalid_request` naming all mistakes: `code` (which may be taken), `worth`, `uses`,
 * `max_discount`, `min_total`, `from`, `until`, `per_customer`, `products`.
 */
export async function makeCoupon(
  app: Needs<'transaction' | 'now' | 'calendar'>,
  actor: MemberActor,
  { code, worth, usesMax, terms = anything }: NewCoupon,
): Promise<void> {
  const wanted = code.trim().toUpperCase()
  const percent = 'percent' in worth ? worth.percent : null
  const amount = 'amount' in worth ? worth.amount : null
  const { firstDay, lastDay, ...limits } = terms
  const wrong = [
    ...(codeShape.test(wanted)
      ? []
      : [{ path: 'code', error: 'has 3 to 32 letters, digits or dashes', code: 'malformed' } as const]),
    ...wrongNumbers({ worth: percent ?? amount!, isPercent: percent !== null, usesMax, terms }),
    ...wrongDays(app, terms),
  ]
  if (wrong.length > 0) throw refuseFields(wrong)
  const [startsAt, endsAt] = [firstDay && app.calendar.startOfDay(firstDay), lastDay && app.calendar.endOfDay(lastDay)]
  const made = { percent, amount, usesMax, ...limits, startsAt: startsAt || null, endsAt: endsAt || null }
  await app.transaction({ accountId: actor.accountId }, async tx => {
    const known = await tx.em.findOne(Coupon, { code: wanted })
    if (known) {
      if (isSame(known, made)) return
      throw refuseField('code', 'is taken', 'taken')
    }
    const keys = terms.productKeys
    if ((await tx.em.count(Product, { key: keys })) < new Set(keys).size)
      throw refuseField('products', 'names what the shop does not sell', 'not_found')
    tx.em.create(Coupon, { account: actor.accountId, code: wanted, ...made, customerId: null, createdAt: app.now() })
    await tx.em.flush()
    const detail = { percent, amount, usesMax, ...(terms === anything ? {} : { ...terms }) }
    await recordAct(app, tx, { ...actor, act: 'coupon.made', subject: `coupon ${wanted}`, detail })
  })
}

type CouponWords = Pick<
  Coupon,
  | 'percent'
  | 'amount'
  | 'usesMax'
  | 'discountMax'
  | 'totalMin'
  | 'perCustomerMax'
  | 'productKeys'
  | 'startsAt'
  | 'endsAt'
>

function isSame(existing: Coupon, words: CouponWords): boolean {
  const told = (one: CouponWords) => [
    one.startsAt?.getTime(),
    one.endsAt?.getTime(),
    [...one.productKeys].sort().join(),
  ]
  const names = ['percent', 'amount', 'usesMax', 'discountMax', 'totalMin', 'perCustomerMax'] as const
  return (
    existing.isActive && names.every(name => existing[name] === words[name]) && `${told(existing)}` === `${told(words)}`
  )
}

interface Numbers {
  worth: number
  isPercent: boolean
  usesMax: number | null
  terms: CouponTerms
}

function wrongNumbers({ worth, isPercent, usesMax, terms }: Numbers): FieldError[] {
  const outside = (path: string, number: number | null, max: number, min = 1): FieldError[] => {
    if (number === null || isBetween(number, max, min)) return []
    if (!Number.isInteger(number)) return [{ path, error: 'is a whole number', code: 'not_whole' }]
    return [{ path, error: 'is out of range', code: 'out_of_range', min, max }]
  }
  return [
    ...outside('worth', worth, isPercent ? 100 : amountMax),
    ...outside('uses', usesMax, usesLimit),
    ...outside('max_discount', terms.discountMax, amountMax),
    ...outside('min_total', terms.totalMin, amountMax, 0),
    ...outside('per_customer', terms.perCustomerMax, usesLimit),
  ]
}

function wrongDays({ now, calendar }: Needs<'now' | 'calendar'>, { firstDay, lastDay }: CouponTerms): FieldError[] {
  const days = [['from', firstDay] as const, ['until', lastDay] as const]
  const wrong = days.flatMap(([path, day]): FieldError[] =>
    day === null || calendar.endOfDay(day) ? [] : [{ path, error: 'is a day, such as 2026-12-31', code: 'not_a_day' }],
  )
  if (wrong.length > 0 || lastDay === null) return wrong
  if (firstDay !== null && lastDay < firstDay)
    return [{ path: 'until', error: 'is not before the first day', code: 'end_before_start' }]
  if (lastDay >= calendar.formatDay(now())) return []
  return [{ path: 'until', error: 'is over', code: 'in_the_past' }]
}

function isBetween(number: number, max: number, min = 1): boolean {
  return Number.isInteger(number) && number >= min && number <= max
}
