import type { Needs } from '../needs.ts'
import { Transfer } from './transfer.ts'

/** Returns the amounts in review, in whole rupiah, that belong or probably belong to this payment; oldest first. */
export async function findMoneyInReview(app: Needs<'em'>, accountId: number, invoiceId: string): Promise<number[]> {
  const transfers = await app
    .em({ accountId })
    .find(
      Transfer,
      { state: 'review', $or: [{ payment: invoiceId }, { likelyPayment: invoiceId }] },
      { fields: ['amount'], orderBy: { id: 'asc' } },
    )
  return transfers.map(({ amount }) => amount)
}
