import { z } from 'zod'
import { defineEndpoint } from '../../../api/endpoint.ts'
import {
  dayOrMomentField,
  eventTypeField,
  optionalText,
  optionalWord,
  queryNumber,
  readMoment,
} from '../../../api/fields.ts'
import { deliveryStates } from '../../../callbacks/retry-schedule.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { checkType } from '../check-webhook.ts'
import { listDeliveries } from '../list-deliveries.ts'
import { deliveriesListedShape } from './webhook-answers.ts'

const ListDeliveriesQuery = z.object({
  endpoint_id: optionalText(64),
  type: eventTypeField,
  state: optionalWord(deliveryStates),
  start_date: dayOrMomentField.describe('From this time, or from the start of this day'),
  end_date: dayOrMomentField.describe('Before this time, or until the end of this day'),
  cursor: optionalText(20).describe('next_cursor of the previous response'),
  limit: queryNumber(1, 100, 20),
})

/** GET /api/list-deliveries. */
export const listDeliveriesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/list-deliveries',
  tag: 'Endpoints',
  summary: 'Deliveries to your webhook endpoints, newest first, with each attempt',
  example: { state: 'exhausted', limit: 5 },
  scope: ['read', 'endpoints'],
  input: ListDeliveriesQuery,
  answer: deliveriesListedShape,
  handle(app, owner, { endpoint_id, type, state, start_date, end_date, cursor, limit }) {
    if (cursor !== undefined && !/^\d{1,18}$/.test(cursor))
      throw refuseField('cursor', 'is the next_cursor of an answer', 'malformed')
    const from = start_date === undefined ? undefined : readMoment(app, 'start_date', start_date)
    const to = end_date === undefined ? undefined : readMoment(app, 'end_date', end_date, 'end')
    if (from && to && to < from) throw refuseField('end_date', 'is not before start_date', 'conflicting')
    const filtered = type === undefined ? undefined : checkType(app, type)
    const beforeId = cursor === undefined ? undefined : Number(cursor)
    return listDeliveries(app, owner, { endpointId: endpoint_id, type: filtered, state, limit, beforeId, from, to })
  },
})
