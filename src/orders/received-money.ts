import { Transfer } from '../money/transfer.ts'
import type { Needs } from '../needs.ts'
import type { WholeOrder } from './find-order.ts'

/** Money that came for an order, by any of its invoices, and was neither returned nor ignored. */
export interface ReceivedMoney {
  transferId: number
  /** Whole rupiah. */
  amount: number
  /** It waits for the merchant's decision. */
  isInReview: boolean
}

/** Returns what came for an order, surely or probably; oldest first. */
export async function receivedMoney(
  app: Needs<'em'>,
  { accountId, mode, invoices }: Pick<WholeOrder, 'accountId' | 'mode' | 'invoices'>,
): Promise<ReceivedMoney[]> {
  const ids = invoices.$.map(({ payment }) => payment.invoiceId)
  if (ids.length === 0) return []
  const em = app.em({ accountId, mode })
  const transfers = await em.find(
    Transfer,
    {
      $or: [
        { payment: ids, state: ['settled', 'review', 'unsettled'] },
        { likelyPayment: ids, state: 'review' },
      ],
    },
    { orderBy: { id: 'asc' } },
  )
  const refunded = new Set(
    invoices.$.filter(({ payment }) => payment.refundedAt !== null).map(({ payment }) => payment.invoiceId),
  )
  return transfers
    .filter(({ state, payment }) => state !== 'settled' || !(payment !== null && refunded.has(payment.invoiceId)))
    .map(({ id, amount, state }) => ({ transferId: id, amount, isInReview: state === 'review' }))
}
