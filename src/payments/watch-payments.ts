import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'

const watchedForS = 30
const soonS = 2

/**
 * Records that a page or chat shows these payments: for the next half minute their codes are checked before all others.
 * The caller repeats it while the page is open; extra calls cost nothing.
 */
export async function watchPayments(app: Needs<'sql'>, invoiceIds: string[]): Promise<void> {
  if (invoiceIds.length > 0) await app.sql.write(watchSql, { invoices: invoiceIds, watchedForS, soonS })
}

interface Watching {
  invoices: string[]
  watchedForS: number
  /** The seconds until a code that is not on an open page is checked. */
  soonS: number
}

// Every open page and chat runs it twice a minute.
const watchSql = statement<Watching>(`
  update charge g set watched_until = now() + make_interval(secs => :watchedForS),
    ask_at = case when watched_until < now() then least(ask_at, now() + make_interval(secs => :soonS)) else ask_at end
  from (
    select id from charge
    where invoice_id = any(:invoices) and state <> 'failed' and not is_closed and not is_asked_rarely
      and watched_until < now() + make_interval(secs => :watchedForS / 2.0)
    order by id for no key update) locked
  where g.id = locked.id`)
