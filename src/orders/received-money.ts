import type { Needs } from '../needs.ts'
import { Transfer } from '../payments/transfer.ts'
import type { WholeOrder } from './find-order.ts'

/** Money that came for an order, by any of its invoices, and was neither returned nor ignored. */
export interface ReceivedMoney {
  transferId: number
  /** Whole rupiah. */
  amount: number
  /** It waits for the merchant's decision. */
  isInReview: boolean
}

/** What came for an order, surely or probably; oldest first. */
export async function receivedMoney(
  app: Needs<'em'>,
  { accountId, invoices }: Pick<WholeOrder, 'accountId' | 'invoices'>,
): Promise<ReceivedMoney[]> {
  const ids = invoices.$.map(({ payment }) => payment.invoiceId)
  if (ids.length === 0) return []
  const transfers = await app.em({ accountId }).find(
    Transfer,
    {
      $or: [
        { payment: ids, state: ['settled', 'review', 'unsettled'] },
        { likelyPayment: ids, state: 'review' },
      ],
    },
    { orderBy: { id: 'asc' } },
  )
  return transfers.map(({ id, amount, state }) => ({ transferId: id, amount, isInReview: state === 'review' }))
}
