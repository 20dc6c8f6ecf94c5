import { toInstances } from '../database/columns.ts'
import type { AccountScope } from '../database/scope.ts'
import { searchInTurn } from '../database/search-turns.ts'
import { listPhoneSpellings } from '../lib/phone.ts'
import type { Statement } from '../lib/statement.ts'
import type { RequestedMethod } from '../methods/method.ts'
import type { Needs } from '../needs.ts'
import { seekPayment } from './find-payment.ts'
import {
  chooseSpelling,
  glanceSql,
  type ListValues,
  type MatchCount,
  type PaymentConditions,
  pageSql,
  searchAllSql,
  searchNewestSql,
} from './list-payments-sql.ts'
import { Payment, type PaymentStatus } from './payment.ts'
import { listGrams, makePattern, makeRarePattern, type PartCounts, toPlainText } from './rare-pattern.ts'
import { countPaymentsSql } from './statistics/statistics-sql.ts'

export interface PaymentFilter extends Omit<PaymentConditions, 'after'> {
  /** A part of the invoice id, description, customer's name, e-mail or phone. */
  search?: string | undefined
  /** The first and last day, `YYYY-MM-DD` in the installation's time zone, both included. */
  firstDay?: string | undefined
  lastDay?: string | undefined
  page: number
  limit: number
  /** The `nextCursor` of the previous page; then `page` is ignored. */
  cursor?: PaymentConditions['after']
  /**
   * False for lists that need no total, such as an export, which reads page after page. The total is then 0 unless
   * there is a search.
   */
  isCounted?: boolean
}

export interface ListedPayments {
  payments: Readonly<Payment>[]
  total: number
  /** False if a search did not count all its matches: the total is then a lower bound. */
  isTotalExact: boolean
  /**
   * The paid money of all payments that the filter finds, in whole rupiah, from the daily totals. Unset for a search, a
   * reference and an export, whose payments are not summed.
   */
  revenue?: number
}

/** The number of newest payments that a search scans before it queries the trigram index. */
export const searchWindow = 10_000
/** The number of matches among this many newest payments decides whether to scan more of them or to query the index. */
const searchGlance = 1_000
/** Index entries point to scattered rows: reading one such payment takes as long as reading this many adjacent ones. */
const aloneCost = 3.5
const trigramsMin = 3
/** The number of newest payments scanned for one page, for goods that were sold in another season. */
const walkWindow = 100_000
/** Skipping fewer payments in their index costs less than reading the hourly totals. */
const farFrom = 20_000

/**
 * Returns payments of one account in one mode, newest first, with their total number (contract 4.1). Without a search
 * the total comes from the daily totals and is exact.
 */
export async function listPayments(
  app: ListNeeds & Needs<'em'>,
  scope: Required<AccountScope>,
  filter: PaymentFilter,
): Promise<ListedPayments> {
  const { search, reference } = filter
  if (reference !== undefined) return listReferenced(app, scope, filter)
  if (search === undefined) return listFiltered(app, scope, filter)
  return /^INV-[0-9A-Z]{20}$/i.test(search)
    ? listOne(app, scope, filter, search.toUpperCase())
    : searchInTurn(scope.accountId, () => listFound(app, scope, filter, search))
}

type ListNeeds = Needs<'sql' | 'slowly' | 'calendar'>

async function listFiltered(
  app: ListNeeds,
  scope: Required<AccountScope>,
  filter: PaymentFilter,
): Promise<ListedPayments> {
  const listing = toListing(scope, filter)
  if (filter.isCounted === false) {
    return { payments: await queryPayments(app, pageSql(listing), listing), total: 0, isTotalExact: false }
  }
  const { total, revenue } = await readTotals(app, scope, filter)
  // If the total is zero, the database would scan everything to find that out.
  const page = pageSql(listing, isFarPage(filter, listing))
  const payments = listing.offset >= total ? [] : await queryPayments(app, page, listing)
  return { payments, total, isTotalExact: true, revenue }
}

function isFarPage({ status, paymentMethod, paidVia, from, before }: PaymentFilter, { offset }: ListValues): boolean {
  return offset >= farFrom && (status ?? paymentMethod ?? paidVia ?? from ?? before) === undefined
}

// Reads from the primary, because a caller that just created a payment looks it up by this reference.
async function listReferenced(
  { em, sql }: ListNeeds & Needs<'em'>,
  scope: Required<AccountScope>,
  filter: PaymentFilter,
): Promise<ListedPayments> {
  const { reference, status, paymentMethod, paidVia, from, before } = filter
  const total = await em(scope).count(Payment, {
    reference: reference!,
    ...(paidVia === undefined ? {} : { paidVia, status: 'paid' }),
    ...(status === undefined ? {} : { status: status as PaymentStatus }),
    ...(paymentMethod === undefined ? {} : { paymentMethod: paymentMethod as RequestedMethod }),
    createdAt: { ...(from ? { $gte: from } : {}), ...(before ? { $lt: before } : {}) },
  })
  const listing = toListing(scope, filter)
  const payments = toInstances(Payment, await sql.query(pageSql(listing), listing))
  return { payments, total, isTotalExact: true }
}

async function listOne(
  app: ListNeeds,
  scope: Required<AccountScope>,
  filter: PaymentFilter,
  invoiceId: string,
): Promise<ListedPayments> {
  const payment = await seekPayment(app, scope, invoiceId)
  const fits = payment !== null && passesFilter(payment, filter)
  return { payments: fits && computeOffset(filter) === 0 ? [payment] : [], total: fits ? 1 : 0, isTotalExact: true }
}

function passesFilter(payment: Payment, { status, paymentMethod, paidVia, from, before }: PaymentFilter): boolean {
  return (
    (status === undefined || payment.status === status) &&
    (paymentMethod === undefined || payment.paymentMethod === paymentMethod) &&
    (paidVia === undefined || (payment.status === 'paid' && payment.paidVia === paidVia)) &&
    (from === undefined || payment.createdAt >= from) &&
    (before === undefined || payment.createdAt < before)
  )
}

async function listFound(
  app: ListNeeds,
  scope: Required<AccountScope>,
  filter: PaymentFilter,
  text: string,
): Promise<ListedPayments> {
  const { total } = await readTotals(app, scope, filter)
  const texts = listPhoneSpellings(text)
  const search = { ...toListing(scope, filter), pattern: texts.map(one => makePattern([one])) }
  const isFromTop = filter.cursor === undefined
  const spellings = texts.map(chooseSpelling)
  const searchNewest = async (window: number, matchesMax = window): Promise<ListedPayments> => {
    const values = { ...search, window, matchesMax }
    const { payments, total: found } = await queryFound(app, searchNewestSql(search, spellings), values)
    return { payments, total: found, isTotalExact: isFromTop && total <= window && found < matchesMax }
  }
  if (text.length < trigramsMin || (isFromTop && total <= searchWindow)) return searchNewest(searchWindow)

  const glimpse = await glimpsePayments(app, search, texts)
  const share = texts.reduce((sum, one) => sum + glimpse.matches.get(toPlainText(one))!, 0) / glimpse.looked
  const end = search.offset + search.limit
  const window = Math.min(total, Math.max(searchWindow, (1.5 * end) / share))
  const { total: inAll } = await readTotals(app, scope, {})
  if (window < share * inAll * aloneCost) {
    const newest = await searchNewest(Math.ceil(window))
    if (newest.isTotalExact || newest.payments.length === filter.limit) return newest
  }
  const rare = texts.map(one => makeRarePattern(one, { ...glimpse, all: inAll }))
  const queryIndex = async (matchesMax: number | null) =>
    queryFound(app, searchAllSql(search, spellings), { ...search, rare, matchesMax })
  // With many matches, spread over all payments, scanning from the newest finds a page sooner.
  const all = await queryIndex(Math.ceil(Math.sqrt((end * inAll) / aloneCost)))
  if (all.total > 0 && !all.isCut) return { ...all, isTotalExact: isFromTop }
  if (all.isCut) {
    const newest = await searchNewest(walkWindow, end + 1)
    if (newest.total > end) return newest
  }
  return { ...(await queryIndex(null)), isTotalExact: isFromTop }
}

async function glimpsePayments(app: ListNeeds, listing: ListValues, texts: string[]): Promise<PartCounts> {
  const parts = [...new Set(texts.flatMap(text => [toPlainText(text), ...listGrams(text)]))]
  const values = { ...listing, parts, window: searchGlance }
  const rows = await app.slowly(({ sql }) => sql.query(glanceSql(listing), values), listingScope(listing))
  return { looked: rows[0]!.looked, matches: new Map(rows.map(({ part, matches }) => [part, matches])) }
}

// The number of matches is part of the rows, so for a page past the end it is taken from the first page.
async function queryFound<Values extends ListValues>(
  app: ListNeeds,
  statement: Statement<Values, MatchCount>,
  values: Values,
): Promise<{ payments: Readonly<Payment>[]; total: number; isCut: boolean }> {
  const payments = await queryPayments(app, statement, values)
  const [first] =
    payments.length > 0 || values.offset === 0
      ? payments
      : await queryPayments(app, statement, { ...values, limit: 1, offset: 0 })
  return { payments, total: first?.matches ?? 0, isCut: first?.cut ?? false }
}

async function readTotals(
  app: ListNeeds,
  scope: Required<AccountScope>,
  filter: Omit<PaymentFilter, 'page' | 'limit'>,
): Promise<{ total: number; revenue: number }> {
  const hasPaid = (filter.status ?? 'paid') === 'paid'
  // Only paid payments have `paidVia`; totals of other states by it are remainders of earlier paid ones.
  if (filter.paidVia !== undefined && !hasPaid) return { total: 0, revenue: 0 }
  const values = {
    accountId: scope.accountId,
    mode: scope.mode,
    zone: app.calendar.zone,
    firstDay: withinReason(filter.firstDay ?? firstDayOfAll),
    lastDay: withinReason(filter.lastDay ?? lastDayOfAll),
    method: filter.paymentMethod ?? null,
    via: filter.paidVia ?? null,
  }
  const [counted] = await app.slowly(({ sql }) => sql.query(countPaymentsSql(filter), values), scope)
  const { total, revenue } = counted!
  // The daily totals have the revenue of all payments, whatever their state.
  return { total, revenue: hasPaid ? revenue : 0 }
}

// PostgreSQL has no year 0.
const [firstDayOfAll, lastDayOfAll] = ['1900-01-01', '9990-01-01']

function withinReason(day: string): string {
  if (day < firstDayOfAll) return firstDayOfAll
  return day > lastDayOfAll ? lastDayOfAll : day
}

function toListing({ accountId, mode }: Required<AccountScope>, filter: PaymentFilter): ListValues {
  const { status, paymentMethod, paidVia, reference, from, before, cursor: after, limit } = filter
  const conditions = { status, paymentMethod, paidVia, reference, from, before, after }
  return { accountId, mode, ...conditions, limit, offset: computeOffset(filter) }
}

function listingScope({ accountId, mode }: ListValues): Required<AccountScope> {
  return { accountId, mode }
}

function computeOffset({ page, limit, cursor }: PaymentFilter): number {
  return cursor ? 0 : (page - 1) * limit
}

async function queryPayments<Values extends ListValues, Row extends object>(
  app: Needs<'slowly'>,
  statement: Statement<Values, Row>,
  values: Values,
): Promise<(Readonly<Payment> & Row)[]> {
  return toInstances(Payment, await app.slowly(({ sql }) => sql.query(statement, values), listingScope(values)))
}
