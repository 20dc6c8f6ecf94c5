import type { EntityManager } from '@mikro-orm/postgresql'
import { Transfer } from './transfer.ts'

/**
 * Returns the invoice among these whose money has come and is not settled yet: it waits for a person, or for another
 * attempt to settle it. Null if there is none.
 */
export async function findWaitingMoney(em: EntityManager, invoiceIds: string[]): Promise<string | null> {
  const waiting = await em.findOne(Transfer, {
    state: { $in: ['review', 'unsettled'] },
    $or: [{ payment: { $in: invoiceIds } }, { likelyPayment: { $in: invoiceIds } }],
  })
  return waiting?.ownInvoiceId() ?? null
}
