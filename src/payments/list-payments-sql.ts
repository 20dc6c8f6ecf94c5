import { storedColumnsOf } from '../database/columns.ts'
import type { AccountScope } from '../database/scope.ts'
import { Payment, paymentColumns, searchedText } from './payment.ts'

// Each statement has the conditions of the filters that are present and no others: one text for every combination was planned
// once for all of them, and read the whole account (0.3 to 4.5 s at a million payments).

export interface PaymentConditions {
  status?: string | undefined
  paymentMethod?: string | undefined
  paidVia?: string | undefined
  /** The merchant's own id of them. */
  reference?: string | undefined
  /** From this moment. */
  from?: Date | undefined
  /** Before this moment. */
  before?: Date | undefined
  /** Older than this payment: where the page before it ended. */
  after?: { createdAt: Date; invoiceId: string } | undefined
}

export interface Statement {
  text: string
  values: unknown[]
}

const newestFirst = 'order by created_at desc, invoice_id desc'

/** One page. Its ids come from an index alone, so that skipping many rows does not read them. */
export function pageSql(
  scope: AccountScope,
  conditions: PaymentConditions,
  { limit, offset }: { limit: number; offset: number },
): Statement {
  const { where, values } = conditionsOf(scope, conditions)
  return {
    text: `
      select ${paymentColumns()} from payment where invoice_id in (
        select invoice_id from payment where ${where}
        ${newestFirst} limit $${values.length + 1} offset $${values.length + 2})
      ${newestFirst}`,
    values: [...values, limit, offset],
  }
}

// The most usual of what is neither letter nor digit, for which the index of trigrams has a blank; all of it would take thrice as long.
const separators = `chr(31) || '@.-'`

/** How many of the newest payments have each of these texts, plain, in what a search looks through, and how many there are. */
export function glanceSql(scope: AccountScope, conditions: PaymentConditions, glance: Glance): Statement {
  const { where, values } = conditionsOf(scope, conditions)
  const next = values.length + 1
  return {
    text: `
      with newest as materialized (
        select translate(lower(${searchedText}), ${separators}, repeat(' ', 4)) as searched from payment where ${where} ${newestFirst} limit $${next})
      select part, (select count(*) from newest) as looked,
        (select count(*) from newest where strpos(searched, part) > 0) as matches
      from unnest($${next + 1}::text[]) as part`,
    values: [...values, glance.window, glance.parts],
  }
}

export interface Glance {
  parts: string[]
  window: number
}

/**
 * The matches among the newest payments: enough for a page of what is common. `window` is how many are looked through, `matchesMax` after how many
 * matches that ends; whole rows of so many would go through a file.
 */
export function searchNewestSql(
  scope: AccountScope,
  conditions: PaymentConditions,
  search: { patterns: string[]; window: number; matchesMax: number; limit: number; offset: number },
): Statement {
  const { where, values } = conditionsOf(scope, conditions)
  const next = values.length + 1
  return {
    text: `
      with found as materialized (
        select invoice_id, created_at from (
          select invoice_id, created_at, ${searchedText} as searched
          from payment where ${where} ${newestFirst} limit $${next}) newest
        where ${anyOf('searched', next + 4, search.patterns)} limit $${next + 1})
      select ${paymentColumns()}, (select count(*) from found) as matches from payment where invoice_id in (
        select invoice_id from found ${newestFirst} limit $${next + 2} offset $${next + 3})
      ${newestFirst}`,
    values: [...values, search.window, search.matchesMax, search.limit, search.offset, ...search.patterns],
  }
}

/**
 * The matches among all payments of the account, for what is rare. The index is asked for `rares`, a part of each pattern; the whole of it is
 * compared in a form that the index does not know, for it would read everything that has its common trigrams. `cut` on
 * every row where the account has more than `matchesMax`, in whatever mode and state: then these are some of them.
 */
export function searchAllSql(
  scope: AccountScope,
  conditions: PaymentConditions,
  search: { patterns: string[]; rares: string[]; matchesMax: number | null; limit: number; offset: number },
): Statement {
  const { where, values } = conditionsOf(scope, conditions)
  const next = values.length + 1
  return {
    text: `
      with matching as materialized (
        select ${storedColumnsOf(Payment, 'payment')} from payment
        where account_id = $1 and ${anyOf(searchedText, next + 3, search.rares)}
          and ${anyOf(`${searchedText} || ''`, next + 3 + search.rares.length, search.patterns)}
        limit $${next}::bigint + 1),
      found as materialized (select * from matching where ${where})
      select ${paymentColumns('found')}, (select count(*) from found) as matches,
        coalesce((select count(*) from matching) > $${next}, false) as cut
      from found
      ${newestFirst} limit $${next + 1} offset $${next + 2}`,
    values: [...values, search.matchesMax, search.limit, search.offset, ...search.rares, ...search.patterns],
  }
}

// Each by itself, not as an array, whose parts the planner does not tell apart.
function anyOf(text: string, first: number, patterns: string[]): string {
  return `(${patterns.map((_pattern, at) => `${text} ilike $${first + at}`).join(' or ')})`
}

function conditionsOf(scope: AccountScope, asked: PaymentConditions): { where: string; values: unknown[] } {
  const values: unknown[] = [scope.accountId, scope.mode]
  const parts = ['account_id = $1', 'mode = $2']
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return
    values.push(value)
    parts.push(condition(`$${values.length}`))
  }
  if (asked.paidVia !== undefined && asked.status === undefined) parts.push("status = 'paid'")
  add(asked.status, parameter => `status = ${parameter}`)
  add(asked.paymentMethod, parameter => `payment_method = ${parameter}`)
  add(asked.paidVia, parameter => `paid_via = ${parameter}`)
  add(asked.reference, parameter => `reference = ${parameter}`)
  add(asked.from, parameter => `created_at >= ${parameter}`)
  add(asked.before, parameter => `created_at < ${parameter}`)
  if (asked.after) {
    values.push(asked.after.createdAt, asked.after.invoiceId)
    parts.push(`(created_at, invoice_id) < ($${values.length - 1}::timestamptz, $${values.length}::text)`)
  }
  return { where: parts.join(' and '), values }
}
