import type { Needs } from '../needs.ts'
import { Transfer } from './transfer.ts'

/**
 * The amounts, in whole rupiah, that wait for the merchant's decision and belong to this payment, or probably do;
 * oldest first.
 */
export async function moneyInReview(app: Needs<'em'>, accountId: number, invoiceId: string): Promise<number[]> {
  const transfers = await app
    .em({ accountId })
    .find(
      Transfer,
      { state: 'review', $or: [{ payment: invoiceId }, { likelyPayment: invoiceId }] },
      { fields: ['amount'], orderBy: { id: 'asc' } },
    )
  return transfers.map(({ amount }) => amount)
}
