import { z } from 'zod'
import { reviewActions, reviewTransfer } from '../money/review-transfer.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, requiredNumberField, requireText } from './fields.ts'

const ReviewTransferBody = z
  .object({
    transfer_id: requiredNumberField,
    action: z.enum(reviewActions, `is one of ${reviewActions.join(', ')}`),
    invoice: optionalText(64).describe('Only for assign: the payment that the money is for'),
    replaced_by: optionalText(64).describe(
      'For accept or assign, after `payment_replaced` was returned: the payment that replaced the one to be paid',
    ),
    note: optionalText(500).describe('The reason, for anyone who reads the books later'),
  })
  .meta({ override: ({ jsonSchema }) => invoiceWithAssign(jsonSchema) })

/** Documents when `invoice` is required; `reviewTransfer` enforces it. */
function invoiceWithAssign(jsonSchema: object): void {
  Object.assign(jsonSchema, {
    oneOf: [
      { properties: { action: { const: 'assign' } }, allOf: [requireText('invoice')] },
      {
        properties: { action: { enum: reviewActions.filter(action => action !== 'assign') } },
        not: requireText('invoice'),
      },
    ],
  })
}

/** POST /api/review-transfer: decides what becomes of money that does not settle a payment automatically. */
export const reviewTransferEndpoint = defineEndpoint({
  method: 'POST',
  path: '/review-transfer',
  tag: 'Payments',
  summary: 'Accept, assign or ignore a transfer in review, or record it as returned',
  example: { transfer_id: 12, action: 'refund', note: 'Sent back by bank transfer' },
  scope: 'money',
  input: ReviewTransferBody,
  answer: 'transferReviewed',
  handle: (app, standing, { transfer_id, action, invoice, replaced_by, note }, { keyId }) =>
    reviewTransfer(app, standing, {
      transferId: transfer_id,
      action,
      invoiceId: invoice,
      replacedBy: replaced_by,
      note,
      actor: `api key ${keyId}`,
    }),
})
