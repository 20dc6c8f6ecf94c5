import { z } from 'zod'
import { reviewActions, reviewTransfer } from '../money/review-transfer.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalText, requiredNumberField, requireText } from './fields.ts'

const ReviewTransferBody = z
  .object({
    transfer_id: requiredNumberField,
    action: z.enum(reviewActions, `is one of ${reviewActions.join(', ')}`),
    invoice: optionalText(64).describe('With assign alone: the payment that the money is for'),
    replaced_by: optionalText(64).describe(
      'With accept or assign, after a refusal `payment_replaced` named it: the payment that took the place of the ' +
        'one that is to be paid all the same',
    ),
    note: optionalText(500).describe('Why, for people who read the books later'),
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
  summary: 'Accept, assign, note as returned or ignore a transfer in review',
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
