import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { cancelPayment } from '../../payments/cancel-payment.ts'
import type { Bill } from './bill.ts'
import { BillPart } from './bill-part.ts'

const batchMax = 100

/** Finds open payments of fully paid bills, for the sweep. */
export const leftoverPartsSql = `from bill_part part join bill on bill.id = part.bill_id
  where part.state = 'open' and bill.status in ('paid', 'closed')`

/**
 * Cancels payments that are still open although others have paid their bill, or used its last place, so that no payer
 * pays in vain. Payments are locked before bills, so the transaction that settles the bill cannot do this. Returns the
 * number of payments cancelled.
 */
export async function cancelLeftoverParts(app: Needs<'em' | 'transaction' | 'now' | 'reactions'>): Promise<number> {
  const leftovers = await app
    .em('installation')
    .find(
      BillPart,
      { state: 'open', bill: { status: ['paid', 'closed'] } },
      { populate: ['bill'], orderBy: { payment: 'asc' }, limit: batchMax },
    )
  let cancelled = 0
  for (const { payment, account, bill } of leftovers) {
    const owner = { accountId: account.id, mode: (bill as unknown as Bill).mode }
    try {
      await cancelPayment(app, owner, payment.invoiceId, 'order_cancelled')
      cancelled++
    } catch (error) {
      // Its money arrived at this very moment.
      if (!(error instanceof Refusal)) throw error
    }
  }
  return cancelled
}
