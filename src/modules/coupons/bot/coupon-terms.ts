import { formatDay } from '../../../../bot/screens/conversation/format-hours.ts'
import { readDay } from '../../../../bot/screens/merchant/read-rule.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { Product } from '../../../catalog/product.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'
import { escapeLike } from '../../../lib/escape-like.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import type { Coupon } from '../coupon.ts'
import type { CouponTerms } from '../make-coupon.ts'
import { couponTexts } from './coupon-texts.ts'
import type { TermReading, TypedTerms } from './new-coupon-form.ts'

interface Reading {
  app: Pick<App, 'em' | 'calendar' | 'now'>
  accountId: number
  language: Language
}

const productsMax = 20

/** Returns the answer to a question about a coupon, in its stored and its displayed form; or its problem. */
export async function readTerm(
  { app, accountId, language }: Reading,
  term: keyof TypedTerms,
  text: string,
): Promise<TermReading> {
  const { unreadTerm } = couponTexts[language]
  switch (term) {
    case 'min':
    case 'most': {
      const amount = readRupiah(text)
      return amount > 0 ? { value: String(amount), shown: formatRupiah(amount) } : { problem: unreadTerm.rupiah }
    }
    case 'each': {
      const isCount = /^[1-9]\d{0,3}$/.test(text)
      return isCount ? { value: text, shown: `${text}×` } : { problem: unreadTerm.count }
    }
    case 'from':
    case 'until': {
      const day = readDay(text, app.calendar.formatDay(app.now()))
      if (day === null || app.calendar.startOfDay(day) === null) return { problem: unreadTerm.day }
      if (day < app.calendar.formatDay(app.now())) return { problem: unreadTerm.over }
      return { value: day, shown: formatDay(language, day) }
    }
    case 'products':
      return readProducts({ app, accountId, language }, text)
  }
}

/** Parses products by their names or keys, separated by commas. */
async function readProducts({ app, accountId, language }: Reading, text: string): Promise<TermReading> {
  const { unreadTerm } = couponTexts[language]
  const said = text
    .split(/[,\n]/)
    .map(name => name.trim())
    .filter(name => name !== '')
  if (said.length === 0 || said.length > productsMax) return { problem: unreadTerm.products(productsMax) }
  const em = app.em({ accountId })
  const found: Product[] = []
  for (const name of said) {
    const like = escapeLike(name)
    const product = await em.findOne(Product, { $or: [{ name: { $ilike: like } }, { key: name.toLowerCase() }] })
    if (!product) return { problem: unreadTerm.unknown(name.slice(0, 60)) }
    found.push(product)
  }
  return { value: found.map(({ key }) => key).join(','), shown: found.map(({ name }) => name).join(', ') }
}

/** Returns the terms of a coupon from the answers. */
export function toTerms({ min, most, from, until, each, products }: TypedTerms): CouponTerms {
  return {
    totalMin: min === undefined ? 0 : Number(min.value),
    discountMax: most === undefined ? null : Number(most.value),
    firstDay: from?.value ?? null,
    lastDay: until?.value ?? null,
    perCustomerMax: each === undefined ? null : Number(each.value),
    productKeys: products?.value.split(',') ?? [],
  }
}

/** Formats ` · belanja mulai Rp 50.000 · sampai 31 Des 2026`; empty for a coupon without terms. */
export function formatTerms(app: Pick<App, 'calendar'>, coupon: Coupon, language: Language): string {
  const words = couponTexts[language].has
  const day = (at: Date) => formatDay(language, app.calendar.formatDay(at))
  const { totalMin, discountMax, startsAt, endsAt, perCustomerMax, productKeys } = coupon
  const parts = [
    totalMin > 0 && words.min(formatRupiah(totalMin)),
    discountMax !== null && words.most(formatRupiah(discountMax)),
    startsAt !== null && words.from(day(startsAt)),
    // The stored moment is the start of the following day.
    endsAt !== null && words.until(day(new Date(endsAt.getTime() - 1))),
    perCustomerMax !== null && words.each(perCustomerMax),
    productKeys.length > 0 && words.products(productKeys.length),
  ].filter(part => part !== false)
  return parts.map(part => ` · ${part}`).join('')
}
