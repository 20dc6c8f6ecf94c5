import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { oneOf, queryNumber, text } from '../../../api/fields.ts'
import { billStatuses } from '../../../events/outward-bill.ts'
import { referenceMax } from '../../../payments/payment-reference.ts'
import { listBills } from '../list-bills.ts'
import { billsListed } from './bill-answers.ts'

const ListBillsQuery = z.object({
  status: oneOf(billStatuses),
  reference: text(referenceMax),
  search: text(200).describe('In its id, title and reference, and the name and phone of whom it is for'),
  page: queryNumber(1, 1_000_000, 1),
  limit: queryNumber(1, 100, 20),
})

/** GET /api/list-bills. */
export const listBillsEndpoint = endpoint({
  method: 'GET',
  path: '/list-bills',
  tag: 'Bills',
  summary: 'Your bills, newest first',
  example: { status: 'overdue', limit: 5 },
  scope: ['read', 'payments'],
  input: ListBillsQuery,
  answer: billsListed,
  handle: async (app, { accountId, mode }, asked) => ({
    ...(await listBills(app, { accountId, mode }, asked)),
    page: asked.page,
    limit: asked.limit,
  }),
})
