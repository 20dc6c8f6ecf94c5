import { z } from 'zod'
import { periods, summarizePayments } from '../payments/statistics/summarize-payments.ts'
import { endpoint } from './endpoint.ts'
import { oneOf } from './fields.ts'

const GetStatisticsQuery = z.object({ period: oneOf(periods) })

/** GET /api/get-statistics (spec 4.2). */
export const getStatisticsEndpoint = endpoint({
  method: 'GET',
  path: '/get-statistics',
  tag: 'Account',
  summary: 'Statistics of payments',
  example: { period: 'month' },
  scope: ['read', 'payments'],
  input: GetStatisticsQuery,
  answer: 'statistics',
  handle: (app, standing, { period = 'all' }) => summarizePayments(app, standing, period),
})
