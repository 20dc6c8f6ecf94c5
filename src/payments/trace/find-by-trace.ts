import { computePrefixBounds, selectBestHits } from '../../database/key-search-sql.ts'
import type { AccountScope } from '../../database/scope.ts'
import { readRupiah } from '../../lib/amounts/read-rupiah.js'
import { listPhoneSpellings } from '../../lib/phone.ts'
import type { Needs } from '../../needs.ts'
import { Payment } from '../payment.ts'
import { makePattern } from '../rare-pattern.ts'
import { findByTraceSql, type TraceKey, type TraceValues, traceKeyNames } from './find-by-trace-sql.ts'

const shortest = 2

/**
 * Returns the payments that a search may mean. It may be an amount in any notation, a number of the payment or of its
 * money, the name of its payer, or part of a recent payment's texts. The time does not depend on the number of
 * payments.
 */
export async function findByTrace(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  { text, limit }: { text: string; limit: number },
): Promise<Payment[]> {
  const values = { ...scope, limit, ...makeTraceValues(text) }
  if (text.trim().length < shortest) return []
  return app.slowly(async ({ em, sql }) => {
    const rows = await sql.query(findByTraceSql(listTraceKeys(values)), values)
    const keys = selectBestHits(rows, { keyOf: row => row.invoice_id, at: row => row.created_at.getTime(), limit })
    const payments = await em(scope).find(Payment, { invoiceId: { $in: keys.map(row => row.invoice_id) } })
    const byId = new Map(payments.map(payment => [payment.invoiceId, payment]))
    return keys.flatMap(row => byId.get(row.invoice_id) ?? [])
  }, scope)
}

/** Returns the keys that have values. */
export function listTraceKeys(values: Partial<TraceValues>): TraceKey[] {
  const present: Record<TraceKey, unknown> = { ...values, asked: values.amount } as Record<TraceKey, unknown>
  return traceKeyNames.filter(name => present[name] !== undefined)
}

/** Returns the statement's values for a typed text. */
export function makeTraceValues(input: string): Omit<TraceValues, 'accountId' | 'mode' | 'limit'> {
  const text = input.trim()
  const amount = readRupiah(text)
  return {
    patterns: listPhoneSpellings(text).map(one => makePattern([one])),
    reference: text,
    ...(/^INV-[0-9A-Z]{20}$/i.test(text) && { invoice: text.toUpperCase() }),
    ...(/^[0-9A-Z]{6}$/i.test(text) && { ending: text.toUpperCase() }),
    ...(amount > 0 && { amount }),
    ...(/\d/.test(text) ? { reffNum: computePrefixBounds(text) } : { payer: computePrefixBounds(text.toLowerCase()) }),
  }
}
