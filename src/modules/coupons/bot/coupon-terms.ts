import { formatDay } from '../../../../bot/screens/conversation/format-hours.ts'
import { readDay } from '../../../../bot/screens/merchant/read-rule.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { Product } from '../../../catalog/product.ts'
import { escapeLike } from '../../../lib/escape-like.ts'
import { findFieldMistakes, parseTyped } from '../../../lib/fields/field.ts'
import { describeFieldProblem } from '../../../lib/refusals/refusal-texts.ts'
import type { App } from '../../../needs.ts'
import type { Coupon } from '../coupon.ts'
import { type CouponField, couponFields, pickCouponTerms } from '../coupon-fields.ts'
import { describeTerms, formatTerm } from '../describe-terms.ts'
import type { NewCoupon } from '../make-coupon.ts'
import { couponTexts } from '../texts/coupon-chat-texts.ts'
import type { AnsweredTerms, Term, TermReading } from './new-coupon-form.ts'

interface Reading {
  app: Pick<App, 'em' | 'calendar' | 'now'>
  accountId: number
  language: Language
}

const productsMax = 20
const productsKey = 'products'

/** Returns the terms that the chat asks for, in the order of their buttons. */
export function listTerms(language: Language): Term[] {
  const { products: button, askProducts: question } = couponTexts[language]
  return [
    ...couponFields.flatMap(({ chat }) =>
      chat
        ? [
            {
              ...chat,
              button: chat.button[language],
              question: chat.question[language],
              isOfPercent: !!chat.isOfPercent,
            },
          ]
        : [],
    ),
    { key: productsKey, button, question, isOfPercent: false },
  ]
}

/** Returns the answer to a question about a coupon, in its stored and its displayed form; or its problem. */
export async function readTerm(reading: Reading, key: string, text: string): Promise<TermReading> {
  const field = couponFields.find(({ chat }) => chat?.key === key)
  return field ? readField(reading, field, text) : readProducts(reading, text)
}

function readField({ app, language }: Reading, field: CouponField, text: string): TermReading {
  const { unreadTerm } = couponTexts[language]
  const today = app.calendar.formatDay(app.now())
  const value = field.kind === 'day' ? readDay(text, today) : parseTyped(field, text)
  if (value === null || value === '' || Number.isNaN(value)) return { problem: unreadTerm[nameProblem(field)] }
  const [mistake] = findFieldMistakes(field, value)
  if (mistake) return { problem: field.kind === 'day' ? unreadTerm.day : describeFieldProblem(language, mistake) }
  if (field.kind === 'day' && String(value) < today) return { problem: unreadTerm.over }
  return { value: String(value), shown: formatTerm(field, value, day => formatDay(language, day)) }
}

function nameProblem({ kind }: CouponField): 'rupiah' | 'count' | 'day' | 'text' {
  return kind === 'rupiah' || kind === 'count' || kind === 'day' ? kind : 'text'
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

/** Returns the terms of a coupon from the answers; `others` has those that were asked differently. */
export function toTerms(answers: AnsweredTerms, others: Partial<NewCoupon>): Omit<NewCoupon, 'code' | 'worth'> {
  const terms = pickCouponTerms(field => {
    const answer = field.chat && answers[field.chat.key]
    return answer ? parseTyped(field, answer.value) : others[field.property]
  })
  return { ...terms, productKeys: answers[productsKey]?.value.split(',') ?? [] }
}

/** Formats ` · belanja mulai Rp 50.000 · sampai 31 Des 2026`; empty for a coupon without terms. */
export function formatTerms({ calendar }: Pick<App, 'calendar'>, coupon: Coupon, language: Language): string {
  const terms = describeTerms(calendar, coupon, language, day => formatDay(language, day))
  const { length } = coupon.productKeys
  if (length > 0) terms.push(couponTexts[language].hasProducts(length))
  return terms.map(term => ` · ${term}`).join('')
}
