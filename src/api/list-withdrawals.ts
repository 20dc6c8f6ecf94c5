import { listWithdrawals } from '../books/list-withdrawals.ts'
import { withdrawalStatuses } from '../books/withdrawal.ts'
import { optionalWord } from './fields.ts'
import { defineListEndpoint } from './list-endpoint.ts'

/** GET /api/list-withdrawals. */
export const listWithdrawalsEndpoint = defineListEndpoint({
  path: '/list-withdrawals',
  tag: 'Money',
  summary: 'Withdrawals, newest first',
  example: { status: 'sent' },
  scope: ['read', 'money'],
  answer: 'withdrawalsListed',
  filters: {
    status: optionalWord(withdrawalStatuses),
  },
  read: (app, { accountId, mode }, query) => listWithdrawals(app, { accountId, mode }, query),
})
