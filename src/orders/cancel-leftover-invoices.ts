import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { cancelPayment } from '../payments/cancel-payment.ts'
import { OrderInvoice } from './order.ts'

const batchMax = 100

/** Finds invoices that are open though their order was paid or cancelled, for the sweep. */
export const leftoverInvoicesSql = `from order_invoice i join store_order o on o.id = i.order_id
  where i.is_open and o.status in ('paid', 'processing', 'completed', 'cancelled')`

/**
 * Cancels invoices that are still open although an earlier one has paid their order, so that the customer cannot pay
 * twice. Payments are locked before orders, so the transaction that pays the order cannot do this. Returns the number
 * of invoices cancelled.
 */
export async function cancelLeftoverInvoices(
  app: Needs<'em' | 'sql' | 'transaction' | 'now' | 'reactions'>,
): Promise<number> {
  const leftovers = await app
    .em('installation')
    .find(
      OrderInvoice,
      { isOpen: true, order: { status: ['paid', 'processing', 'completed', 'cancelled'] } },
      { populate: ['order'], limit: batchMax },
    )
  let cancelled = 0
  for (const { payment, order } of leftovers) {
    const { accountId, mode } = order
    try {
      await cancelPayment(app, { accountId, mode }, payment.invoiceId, 'order_cancelled')
      cancelled++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return cancelled
}
