import { z } from 'zod'
import { readOptionsSold } from '../orders/statistics/read-options-sold.ts'
import { computePeriodDays, periods, summarizePayments } from '../payments/statistics/summarize-payments.ts'
import { defineEndpoint } from './endpoint.ts'
import { optionalWord } from './fields.ts'

const GetStatisticsQuery = z.object({ period: optionalWord(periods) })

/** GET /api/get-statistics (contract 4.2). */
export const getStatisticsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/get-statistics',
  tag: 'Account',
  summary: 'Payment statistics, and how often each option was chosen',
  example: { period: 'month' },
  scope: ['read', 'payments'],
  input: GetStatisticsQuery,
  answer: 'statistics',
  async handle(app, { accountId, mode }, { period = 'all' }) {
    const scope = { accountId, mode }
    const options = await app.slowly(reads => readOptionsSold(reads, scope, computePeriodDays(period, app)), scope)
    return { ...(await summarizePayments(app, scope, period)), options }
  },
})
