import type { Mode } from '../database/scope.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { cancelPayment } from '../payments/cancel-payment.ts'

const batchMax = 100

/**
 * Cancels invoices that are still open although money for an earlier one paid their order, so that nobody pays twice.
 * Payments are locked before orders, so this cannot be done where the order is paid. Returns how many.
 */
export async function cancelLeftoverInvoices(
  app: Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'wake'>,
): Promise<number> {
  const leftovers = await app.sql.query<{ invoiceId: string; accountId: number; mode: Mode }>(leftoverSql, [batchMax])
  let cancelled = 0
  for (const { invoiceId, ...owner } of leftovers) {
    try {
      await cancelPayment(app, owner, invoiceId, 'order_cancelled')
      cancelled++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return cancelled
}

const leftoverSql = `
  select i.invoice_id as "invoiceId", o.account_id as "accountId", o.mode
  from order_invoice i join store_order o on o.id = i.order_id
  where i.is_open and o.status in ('paid', 'processing', 'completed', 'cancelled') limit $1`
