import { z } from 'zod'
import { listWithdrawals } from '../books/list-withdrawals.ts'
import { withdrawalStatuses } from '../books/withdrawal.ts'
import { endpoint } from './endpoint.ts'
import { oneOf, queryNumber } from './fields.ts'

const ListWithdrawalsQuery = z.object({
  status: oneOf(withdrawalStatuses),
  page: queryNumber(1, 1_000_000, 1),
  limit: queryNumber(1, 100, 20),
})

/** GET /api/list-withdrawals. */
export const listWithdrawalsEndpoint = endpoint({
  method: 'GET',
  path: '/list-withdrawals',
  tag: 'Money',
  summary: 'Withdrawals, newest first',
  example: { status: 'sent' },
  scope: ['read', 'money'],
  input: ListWithdrawalsQuery,
  answer: 'withdrawalsListed',
  async handle(app, { accountId, mode }, query) {
    const { page, limit } = query
    return { ...(await listWithdrawals(app, { accountId, mode }, query)), page, limit }
  },
})
