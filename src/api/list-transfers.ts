import { z } from 'zod'
import { listTransfers } from '../money/list-transfers.ts'
import { reviewReasons, transferStates } from '../money/transfer.ts'
import { endpoint } from './endpoint.ts'
import { oneOf, queryNumber, text } from './fields.ts'

const ListTransfersQuery = z.object({
  state: oneOf(transferStates),
  reason: oneOf(reviewReasons),
  invoice: text(64).describe('Transfers of this payment, surely or probably'),
  page: queryNumber(1, 1_000_000, 1),
  limit: queryNumber(1, 100, 20),
})

/** GET /api/list-transfers: every movement of money that arrived for this account, and what became of it. */
export const listTransfersEndpoint = endpoint({
  method: 'GET',
  path: '/list-transfers',
  tag: 'Payments',
  summary: 'Incoming transfers, with those that wait for a decision',
  example: { state: 'review' },
  scope: ['read', 'money'],
  input: ListTransfersQuery,
  answer: 'transfersListed',
  async handle(app, standing, { state, reason, invoice, page, limit }) {
    const listed = await listTransfers(app, standing, { state, reason, invoiceId: invoice, page, limit })
    return { ...listed, page, limit }
  },
})
