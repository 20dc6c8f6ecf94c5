import { z } from 'zod'
import { reviewActions, reviewTransfer } from '../payments/review-transfer.ts'
import { endpoint } from './endpoint.ts'
import { requiredNumber, text } from './fields.ts'

const ReviewTransferBody = z.object({
  transfer_id: requiredNumber,
  action: z.enum(reviewActions, `is one of ${reviewActions.join(', ')}`),
  invoice: text(64).describe('With assign: the payment that the money is for'),
  note: text(500).describe('Why, for whoever reads the books later'),
})

/** POST /api/review-transfer (design 4): what becomes of money that pays nothing by itself. */
export const reviewTransferEndpoint = endpoint({
  method: 'POST',
  path: '/review-transfer',
  tag: 'Payments',
  summary: 'Accept, assign, note as returned or ignore a transfer in review',
  example: { transfer_id: 12, action: 'refund', note: 'Sent back by bank transfer' },
  scope: 'money',
  input: ReviewTransferBody,
  answer: 'transferReviewed',
  handle: (app, standing, { transfer_id, action, invoice, note }, { keyId }) =>
    reviewTransfer(app, standing, {
      transferId: transfer_id,
      action,
      invoiceId: invoice,
      note,
      actor: `api key ${keyId}`,
    }),
})
