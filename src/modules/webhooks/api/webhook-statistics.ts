import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import { dayField, requiredId } from '../../../api/fields.ts'
import { dayRule } from '../../../lib/calendar.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { readWebhookStatistics } from '../webhook-statistics.ts'
import { webhookStatisticsShape } from './webhook-answers.ts'

const StatisticsQuery = z.object({
  endpoint_id: requiredId('is the id of an endpoint'),
  day: dayField.describe('Defaults to today'),
})

/** GET /api/endpoint-statistics. */
export const webhookStatisticsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/endpoint-statistics',
  tag: 'Endpoints',
  summary: 'Statistics of a webhook endpoint for one day',
  example: { endpoint_id: 'EP-7F3KQ2M9XDVW4T6RB' },
  scope: ['read', 'endpoints'],
  input: StatisticsQuery,
  answer: webhookStatisticsShape,
  handle(app, owner, { endpoint_id, day }) {
    const asked = day ?? app.calendar.format(app.now()).slice(0, 10)
    const from = app.calendar.startOfDay(asked)
    const to = app.calendar.endOfDay(asked)
    if (from === null || to === null) throw refuseField('day', dayRule, 'not_a_day')
    return readWebhookStatistics(app, owner, { endpointId: endpoint_id, from, to })
  },
})
