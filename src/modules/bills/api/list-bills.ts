import { optionalText, optionalWord } from '../../../api/fields.ts'
import { defineListEndpoint } from '../../../api/list-endpoint.ts'
import { referenceMax } from '../../../payments/payment-reference.ts'
import { billStatuses } from '../bill-kinds.ts'
import { listBills } from '../list-bills.ts'
import { billsListedShape } from './bill-answers.ts'

/** GET /api/list-bills. */
export const listBillsEndpoint = defineListEndpoint({
  path: '/list-bills',
  tag: 'Bills',
  summary: 'Your bills, newest first',
  example: { status: 'overdue', limit: 5 },
  scope: ['read', 'payments'],
  answer: billsListedShape,
  filters: {
    status: optionalWord(billStatuses),
    reference: optionalText(referenceMax),
    search: optionalText(200).describe("Search in the id, title and reference, and in the customer's name and phone"),
  },
  read: (app, { accountId, mode }, query) => listBills(app, { accountId, mode }, query),
})
