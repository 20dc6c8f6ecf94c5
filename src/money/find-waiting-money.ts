import type { EntityManager } from '@mikro-orm/postgresql'
import { Transfer } from './transfer.ts'

/**
 * Returns the first of these invoices whose money has arrived but is not settled, because it waits for a person or for
 * another attempt. Null if all are settled or unpaid.
 */
export async function findWaitingMoney(em: EntityManager, invoiceIds: string[]): Promise<string | null> {
  const waiting = await em.findOne(Transfer, {
    state: { $in: ['review', 'unsettled'] },
    $or: [{ payment: { $in: invoiceIds } }, { likelyPayment: { $in: invoiceIds } }],
  })
  return waiting?.ownInvoiceId() ?? null
}
