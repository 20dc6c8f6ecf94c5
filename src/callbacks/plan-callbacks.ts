import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { planSql } from './plan-callbacks-sql.ts'

/**
 * The reaction to `payment.paid`: one delivery for each payment that has an address of its own or its account's default
 * one (spec 6). A payment without any gets none, and one whose endpoint is disabled gets one that waits for its merchant.
 */
export async function planCallbacks(tx: Tx, events: Event<'payment.paid'>[]): Promise<void> {
  await tx.write(planSql, [
    events.map(event => event.id),
    events.map(event => event.accountId),
    events.map(event => event.payload.mode),
    events.map(event => event.payload.invoiceId),
    events.map(event => event.payload.callbackUrl),
    events.map(event => event.createdAt),
  ])
}
