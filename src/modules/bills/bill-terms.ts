import type { Standing } from '../../keys/standing.ts'
import { dayRule } from '../../lib/calendar.ts'
import { toStored } from '../../lib/fields/day-field.ts'
import { type FieldValue, findFieldMistakes } from '../../lib/fields/field.ts'
import { formatRupiah } from '../../lib/money.ts'
import { normalizePhone } from '../../lib/phone.ts'
import { parseRedirectAddress } from '../../lib/redirect-address.ts'
import { Refusal, refuseField, refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import { listUsableMethods } from '../../methods/list-usable-methods.ts'
import { amountMin, computeAmountMaximum } from '../../methods/method.ts'
import type { Needs } from '../../needs.ts'
import { slugPattern } from './bill.ts'
import type { BillQuestion } from './bill-kinds.ts'
import { type BillTermField, type BillTermValues, billTermFields, type StoredBillTerms } from './bill-term-fields.ts'

type DescribedTerms = { [Property in keyof BillTermValues]?: BillTermValues[Property] | undefined }

/** The terms that a merchant sets for any bill. Days are `YYYY-MM-DD`; null removes the value. */
export interface BillTerms extends DescribedTerms {
  title?: string | undefined
  metadata?: Record<string, string> | undefined
  asks?: BillQuestion[] | undefined
  redirectUrl?: string | null | undefined
  /** The part of its address that the merchant chose. */
  slug?: string | undefined
}

/** The amount in whole rupiah, or the minimum and maximum that the payer can choose. */
export interface BillAmounts {
  amount?: number | undefined
  minAmount?: number | undefined
  maxAmount?: number | undefined
  proposedAmount?: number | undefined
}

/** A limit above any realistic bill, because amounts of parts are added up. */
const amountMost = 1_000_000_000_000

/** The highest amount that a payment of this account can have now. Refuses `method_unavailable`. */
export function computeHighestAmount(app: Needs<'edition'>, standing: Standing): number {
  const methods = listUsableMethods(app, standing, amountMin)
  if (methods.length === 0) throw new Refusal('method_unavailable', 'No payment method of this account can be used')
  return Math.max(...methods.map(method => computeAmountMaximum(standing, method)))
}

/**
 * Refuses amounts that no payment of this account can have. The amount of a bill payable in parts is not limited by
 * that.
 */
export function checkAmounts(
  app: Needs<'edition'>,
  standing: Standing,
  { amount, minAmount, maxAmount, proposedAmount }: BillAmounts,
  takesParts: boolean,
): void {
  const highest = takesParts ? amountMost : Math.min(amountMost, computeHighestAmount(app, standing))
  if (amount !== undefined) checkAmount('amount', amount, { min: amountMin, max: highest })
  if (minAmount !== undefined) checkAmount('min_amount', minAmount, { min: amountMin, max: highest })
  if (maxAmount !== undefined) checkAmount('max_amount', maxAmount, { min: minAmount ?? amountMin, max: highest })
  if (proposedAmount !== undefined)
    checkAmount('proposed_amount', proposedAmount, { min: minAmount ?? amountMin, max: maxAmount ?? highest })
}

/** Refuses goods whose sum exceeds what a payment of this account can have. */
export function checkTotal(app: Needs<'edition'>, standing: Standing, total: number): void {
  checkAmount('items', total, { min: amountMin, max: Math.min(amountMost, computeHighestAmount(app, standing)) })
}

function checkAmount(path: string, amount: number, { min, max }: { min: number; max: number }): void {
  if (!Number.isSafeInteger(amount)) throw refuseField(path, 'is a whole number of rupiah', 'not_whole')
  if (amount >= min && amount <= max) return
  const sentence = `${path === 'items' ? 'comes to' : 'is'} ${formatRupiah(min)} to ${formatRupiah(max)}`
  const way = path === 'amount' && amount > max ? '; more can be asked for where it may be paid in parts' : ''
  const refused = { code: 'out_of_range', min, max } as const
  throw refuseField(path, sentence + way, refused, { reason: 'amount_out_of_range' })
}

/** Returns the columns of the given terms, without missing ones. */
export function makeTermColumns(app: Needs<'now' | 'calendar'>, words: BillTerms) {
  checkWords(words)
  const { title, metadata, asks, redirectUrl } = words
  const described = Object.fromEntries(
    billTermFields.map(field => [field.property, toColumn(app, field, words[field.property])]),
  ) as { [Property in keyof StoredBillTerms]: StoredBillTerms[Property] | undefined }
  checkDueBeforeEnd(described)
  return pickGiven({ title, metadata, asks, redirectUrl, ...described })
}

/** Refuses an end before the due day. */
export function checkDueBeforeEnd({
  dueAt,
  endsAt,
}: {
  dueAt?: Date | null | undefined
  endsAt?: Date | null | undefined
}) {
  if (dueAt && endsAt && endsAt < dueAt) throw refuseField('end_date', 'is not before due_date', 'end_before_start')
}

function pickGiven<Columns extends object>(columns: Columns) {
  const known = Object.entries(columns).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known) as { [Name in keyof Columns]?: Exclude<Columns[Name], undefined> }
}

/** Returns the value as its column stores it. Refuses a day that is over. */
function toColumn(
  { now, calendar }: Needs<'now' | 'calendar'>,
  field: BillTermField,
  value: FieldValue | undefined,
): FieldValue | Date | undefined {
  if (value === undefined || value === null) return value
  if (field.kind === 'phone') return normalizePhone(String(value))
  const stored = toStored(calendar, field, value)
  if (field.kind !== 'day') return stored
  if (!(stored instanceof Date)) throw refuseField(field.name, dayRule, 'not_a_day')
  if (stored <= now()) throw refuseField(field.name, 'is not in the past', 'in_the_past')
  return stored
}

function checkWords(words: BillTerms): void {
  const { title, redirectUrl, slug } = words
  const fields: FieldError[] = billTermFields.flatMap(field => findFieldMistakes(field, words[field.property]))
  if (title !== undefined && title.trim() === '') fields.push({ path: 'title', error: 'is required', code: 'missing' })
  if (redirectUrl && parseRedirectAddress(redirectUrl) === null)
    fields.push({ path: 'redirect_url', error: 'is an address that a person can go on to', code: 'malformed' })
  if (slug !== undefined && !slugPattern.test(slug)) {
    const error = 'has 3 to 20 small letters, digits and dashes, and begins with a letter'
    fields.push({ path: 'slug', error, code: 'malformed' })
  }
  if (fields.length > 0) throw refuseFields(fields)
}
