import type { Needs } from '../needs.ts'
import { watchSql } from './watch-payments-sql.ts'

const watchedForS = 30
const soonS = 2

/**
 * Notes that somebody looks at these payments, on a page or in a chat: for the next half minute their codes are asked about before all others. The
 * caller repeats it while the page is open; more often than needed costs nothing.
 */
export async function watchPayments(app: Needs<'sql'>, invoiceIds: string[]): Promise<void> {
  if (invoiceIds.length > 0) await app.sql.write(watchSql, [invoiceIds, watchedForS, soonS])
}
