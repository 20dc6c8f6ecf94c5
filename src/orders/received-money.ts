import { Transfer } from '../money/transfer.ts'
import type { Needs } from '../needs.ts'
import type { WholeOrder } from './find-order.ts'

/** Money received for an order, by any of its invoices, less the refunds; ignored money is excluded. */
export interface ReceivedMoney {
  transferId: number
  /** The amount in whole rupiah. */
  amount: number
  /** Whether it waits for the merchant's decision. */
  isInReview: boolean
}

/** Returns the money that was certainly or probably received for an order; oldest first. */
export async function findReceivedMoney(
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
  const returned = new Map(invoices.$.map(({ payment }) => [payment.invoiceId, payment.refundedAmount ?? 0]))
  const returnedOf = ({ state, payment }: Transfer) =>
    state === 'settled' && payment !== null ? (returned.get(payment.invoiceId) ?? 0) : 0
  return transfers
    .map(transfer => ({
      transferId: transfer.id,
      amount: transfer.amount - returnedOf(transfer),
      isInReview: transfer.state === 'review',
    }))
    .filter(({ amount }) => amount > 0)
}
