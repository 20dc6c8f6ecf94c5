import { keySearchSql, makePrefixKey, type SearchKey } from '../../database/key-search-sql.ts'
import type { Mode } from '../../database/scope.ts'
import type { Statement } from '../../lib/statement.ts'
import { searchedPaymentSql } from '../payment.ts'

const newestFirst = 'created_at desc, invoice_id desc'

/** The number of amounts above the entered one that are searched for payments with a unique code. */
const codedWindow = 500

const traceKeys = {
  invoice: { where: 'invoice_id = :invoice::text' },
  ending: { where: 'right(invoice_id, 6) = :ending::text' },
  amount: { where: 'final_amount = :amount::bigint' },
  // The requested amount, before its unique code.
  asked: {
    where: `invoice_id in (select invoice_id from (select invoice_id, amount from payment
      where account_id = :accountId::bigint and mode = :mode::text and final_amount > :amount::bigint
        and final_amount < :amount::bigint + 1000 order by final_amount limit ${codedWindow}) coded
      where amount = :amount::bigint limit :limit)`,
  },
  reference: { where: 'reference = :reference::text' },
  reffNum: makeStateKey('paid_reff_num', 'reffNum'),
  payer: makeStateKey('lower(payer_name)', 'payer'),
} satisfies Record<string, SearchKey>

/** Returns the key for texts that begin with `:name`, by an index of `payment_state`. */
function makeStateKey(expression: string, name: string): SearchKey {
  const { where, order } = makePrefixKey(expression, name)
  return {
    where: `invoice_id in (select invoice_id from payment_state
      where account_id = :accountId::bigint and mode = :mode::text and ${where} order by ${order} limit :limit)`,
  }
}

export type TraceKey = keyof typeof traceKeys
export const traceKeyNames = Object.keys(traceKeys) as TraceKey[]

export interface TraceValues {
  accountId: number
  mode: Mode
  limit: number
  patterns: string[]
  invoice?: string
  ending?: string
  amount?: number
  reference?: string
  reffNum?: { from: string; until: string }
  payer?: { from: string; until: string }
}

/** Finds payments by what people read on a screen or a receipt, through one index for each key. */
export function findByTraceSql(keys: readonly TraceKey[]): Statement<TraceValues, TraceHit & { rank: number }> {
  return keySearchSql(
    {
      name: 'payment',
      columns: ['invoice_id', 'created_at'],
      owned: 'account_id = :accountId::bigint and mode = :mode::text',
      newestFirst,
      text: `${searchedPaymentSql} || chr(31) || coalesce(payer_name, '')`,
    },
    keys.map(name => traceKeys[name]),
  )
}

export interface TraceHit {
  invoice_id: string
  created_at: Date
}
