import { listTransfers } from '../money/list-transfers.ts'
import { reviewReasons, transferStates } from '../money/transfer.ts'
import { optionalText, optionalWord } from './fields.ts'
import { defineListEndpoint } from './list-endpoint.ts'

/** GET /api/list-transfers: every transfer that arrived for this account, with its outcome. */
export const listTransfersEndpoint = defineListEndpoint({
  path: '/list-transfers',
  tag: 'Payments',
  summary: 'Incoming transfers, including those that wait for a decision',
  example: { state: 'review' },
  scope: ['read', 'money'],
  answer: 'transfersListed',
  filters: {
    state: optionalWord(transferStates),
    reason: optionalWord(reviewReasons),
    invoice: optionalText(64).describe('Transfers that belong, or probably belong, to this payment'),
  },
  read: (app, standing, { invoice, ...query }) => listTransfers(app, standing, { ...query, invoiceId: invoice }),
})
