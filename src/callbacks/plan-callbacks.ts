import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { planStatement } from './plan-callbacks-sql.ts'

/**
 * The reaction to `payment.paid`: one delivery for each payment that has an address of its own or its account's default
 * one (spec 6). A payment without any gets none, and one whose endpoint is disabled gets one that waits for its
 * merchant.
 */
export async function planCallbacks(tx: Tx, events: Event<'payment.paid'>[]): Promise<void> {
  const paid = events.map(({ id, accountId, payload, createdAt }) => ({
    id,
    account_id: accountId,
    mode: payload.mode,
    invoice_id: payload.invoiceId,
    url: payload.callbackUrl,
    at: createdAt,
  }))
  await tx.write(planStatement, { paid })
  tx.wake('callbacks')
}
