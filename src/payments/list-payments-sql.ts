import { selectStoredColumns } from '../database/columns.ts'
import type { Mode } from '../database/scope.ts'
import { perRowSql, type Statement, statement } from '../lib/statement.ts'
import { Payment, searchedPaymentSql, selectPaymentColumns } from './payment.ts'

// Each statement contains only the conditions of the filters in use. One text for all combinations was planned once for
// all of them and scanned the whole account (0.3 to 4.5 s at a million payments).

export interface PaymentConditions {
  status?: string | undefined
  paymentMethod?: string | undefined
  paidVia?: string | undefined
  /** The merchant's own id. */
  reference?: string | undefined
  /** Return only payments created from this moment on. */
  from?: Date | undefined
  /** Return only payments created before this moment. */
  before?: Date | undefined
  /** The last payment of the previous page. */
  after?: { createdAt: Date; invoiceId: string } | undefined
}

/** The common values of the statements of a list, which use those of the filters present. */
export interface ListValues extends PaymentConditions {
  accountId: number
  mode: Mode
  limit: number
  offset: number
}

const newestFirst = 'order by created_at desc, invoice_id desc'

/**
 * Returns the SQL of one page. Its ids come from an index alone, so that skipping many rows does not read them. After a
 * cursor nothing is skipped, and the index returns the rows directly: looking up the ids again would scan all of a
 * small table. `isFar`: a page far from the first, whose beginning is looked up instead; only without conditions.
 */
export function pageSql(conditions: PaymentConditions, isFar = false): Statement<ListValues> {
  const where = whereSql(conditions)
  const page = conditions.after ? 'limit :limit' : 'limit :limit offset :offset'
  const byIds = (rest: string) => `payment where invoice_id in (
        select invoice_id from payment where ${where} ${rest})`
  const near = conditions.after ? `payment where ${where}` : byIds(`${newestFirst} ${page}`)
  const rows = isByState(conditions) ? newestSql(conditions, page) : near
  return statement(`${isFar ? placeSql : ''}
      select ${selectPaymentColumns()} from ${isFar ? byIds(fromPlace) : rows}
      ${newestFirst} limit :limit`)
}

// Finds the hour in which a page begins, and the number of newer payments. The hourly totals are exact in the snapshot
// of the statement. Skipping 200,000 payments in their index took twenty times as long. Hours before
// `statistics_fill.since` are not counted yet.
const placeSql = `
      with counted as (
        select hour, total from payment_hour where account_id = :accountId::bigint and mode = :mode::text
        union all
        select date_trunc('hour', created_at, 'UTC'), total from payment_delta
        where account_id = :accountId::bigint and mode = :mode::text),
      hours as (
        select hour, sum(sum(total)) over (order by hour desc) - sum(total) as newer from counted group by hour),
      place as materialized (
        select hour + interval '1 hour' as before, newer from hours
        where newer <= :offset::bigint and hour >= coalesce(
          (select since from statistics_fill where account_id = :accountId::bigint and mode = :mode::text), '-infinity')
        order by hour limit 1)`

const fromPlace = `and created_at < coalesce((select before from place), 'infinity')
        ${newestFirst} limit :limit offset :offset::bigint - coalesce((select newer from place), 0)`

// The most common characters that the trigram index treats as blanks, besides letters and digits. Including all of them
// would take three times as long.
const separators = `chr(31) || '@.-'`

export interface GlanceValues extends Omit<ListValues, 'limit' | 'offset'> {
  parts: string[]
  window: number
}

/**
 * Returns the SQL that counts which of the newest payments contain each of these plain texts, and their total number.
 */
export function glanceSql(
  conditions: PaymentConditions,
): Statement<GlanceValues, { part: string; looked: number; matches: number }> {
  return statement(`
      with newest as materialized (
        select translate(lower(${searchedPaymentSql}), ${separators}, repeat(' ', 4)) as searched
        from ${newestSql(conditions, 'limit :window')})
      select part, (select count(*) from newest) as looked,
        (select count(*) from newest where strpos(searched, part) > 0) as matches
      from unnest(:parts::text[]) as part`)
}

/** On every row. */
export interface MatchCount {
  /** The total number of matches, in every row. */
  matches: number
  /** Whether more matches exist than were counted. */
  cut?: boolean
}

/** How a spelling of a search is compared. */
export type Spelling = 'like' | 'ilike'

/** Chooses the comparison: `ilike` lower-cases both sides, which takes most of its time. */
export function chooseSpelling(text: string): Spelling {
  return /^[\0-@[-`{-\x7f]*$/.test(text) ? 'like' : 'ilike'
}

export interface SearchNewestValues extends ListValues {
  /** One pattern per spelling. */
  pattern: string[]
  window: number
  matchesMax: number
}

/**
 * Finds matches among the newest payments, which is enough for a page of common matches. `window` is the number of
 * payments that are scanned, and the scan stops after `matchesMax` matches. Whole rows of that number of payments would
 * spill to disk.
 */
export function searchNewestSql(
  conditions: PaymentConditions,
  spellings: Spelling[],
): Statement<SearchNewestValues, MatchCount> {
  return statement(`
      with found as materialized (
        select invoice_id, created_at from (
          select invoice_id, created_at, ${searchedPaymentSql} as searched
          from ${newestSql(conditions, 'limit :window')} ${isByState(conditions) ? newestFirst : ''}) newest
        where ${likeAnySql('searched', 'pattern', spellings)} limit :matchesMax)
      select ${selectPaymentColumns()}, (select count(*) from found) as matches from payment where invoice_id in (
        select invoice_id from found ${newestFirst} limit :limit offset :offset)
      ${newestFirst}`)
}

export interface SearchAllValues extends ListValues {
  pattern: string[]
  /** A rare part of each pattern. */
  rare: string[]
  matchesMax: number | null
}

/**
 * Returns the SQL for the matches among all payments of the account, for rare searches. The index is queried for
 * `rare`, a part of each pattern; the whole pattern is compared in a form that the index does not support, because it
 * would otherwise read all entries of its common trigrams. `cut` is set in every row if the account has more than
 * `matchesMax` matches, in any mode and state; then only some are returned.
 */
export function searchAllSql(
  conditions: PaymentConditions,
  spellings: Spelling[],
): Statement<SearchAllValues, MatchCount> {
  return statement(`
      with matching as materialized (
        select ${selectStoredColumns(Payment, 'payment')} from payment
        where account_id = :accountId and ${likeAnySql(searchedPaymentSql, 'rare', spellings)}
          and ${likeAnySql(`${searchedPaymentSql} || ''`, 'pattern', spellings)}
        limit :matchesMax::bigint + 1),
      found as materialized (select * from matching where ${whereSql(conditions)})
      select ${selectPaymentColumns('found')}, (select count(*) from found) as matches,
        coalesce((select count(*) from matching) > :matchesMax, false) as cut
      from found
      ${newestFirst} limit :limit offset :offset`)
}

// One condition for each spelling, not an array, because the planner does not estimate the elements of an array
// separately.
function likeAnySql(text: string, name: string, spellings: Spelling[]): string {
  return `(${spellings.map((compared, at) => `${text} ${compared} :${name}.${at}`).join(' or ')})`
}

// `payment_state` has the indexes for these conditions, and `payment` that of requested methods. Pending payments are
// few.
function isByState({ status, paymentMethod, paidVia, reference }: PaymentConditions): boolean {
  if (reference !== undefined) return false
  return paidVia !== undefined || status === 'pending' || (status !== undefined && paymentMethod === undefined)
}

/** Returns the SQL of the newest payments that match, as the rows of a `from`. */
function newestSql(conditions: PaymentConditions, limit: string): string {
  const where = `where ${whereSql(conditions)} ${newestFirst} ${limit}`
  return isByState(conditions)
    ? `(select invoice_id as found_id from payment_state ${where}) state
        join payment on invoice_id = found_id and ${perRowSql('found_id')}`
    : `payment ${where}`
}

function whereSql(conditions: PaymentConditions): string {
  const { status, paymentMethod, paidVia, reference, from, before, after } = conditions
  const parts = [
    'account_id = :accountId',
    'mode = :mode',
    paidVia !== undefined && status === undefined && "status = 'paid'",
    status !== undefined && 'status = :status',
    paymentMethod !== undefined && 'payment_method = :paymentMethod',
    paidVia !== undefined && 'paid_via = :paidVia',
    reference !== undefined && 'reference = :reference',
    from && 'created_at >= :from',
    before && 'created_at < :before',
    after && '(created_at, invoice_id) < (:after.createdAt::timestamptz, :after.invoiceId::text)',
  ]
  return parts.filter(Boolean).join(' and ')
}
