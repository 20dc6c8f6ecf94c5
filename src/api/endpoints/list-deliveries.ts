import { z } from 'zod'
import { deliveryStates } from '../../callbacks/endpoints/endpoint-delivery.ts'
import { listDeliveries } from '../../callbacks/endpoints/list-deliveries.ts'
import { outwardTypes } from '../../events/outward.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import { endpoint } from '../endpoint.ts'
import { checkDays, day, dayRule, oneOf, queryNumber, text } from '../fields.ts'

const ListDeliveriesQuery = z.object({
  endpoint_id: text(64),
  type: oneOf(outwardTypes),
  state: oneOf(deliveryStates),
  start_date: day.describe('From the beginning of this day on'),
  end_date: day.describe('Until the end of this day'),
  cursor: text(20).describe('next_cursor of the answer before'),
  limit: queryNumber(1, 100, 20),
})

/** GET /api/list-deliveries. */
export const listDeliveriesEndpoint = endpoint({
  method: 'GET',
  path: '/list-deliveries',
  tag: 'Endpoints',
  summary: 'What was sent to your endpoints, newest first, with each attempt',
  example: { state: 'exhausted', limit: 5 },
  scope: ['read', 'endpoints'],
  input: ListDeliveriesQuery,
  answer: 'deliveriesListed',
  handle(app, owner, { endpoint_id, type, state, start_date, end_date, cursor, limit }) {
    if (cursor !== undefined && !/^\d{1,18}$/.test(cursor))
      throw refuseField('cursor', 'is the next_cursor of an answer', 'malformed')
    checkDays(start_date, end_date)
    return listDeliveries(app, owner, {
      endpointId: endpoint_id,
      type,
      state,
      limit,
      beforeId: cursor === undefined ? undefined : Number(cursor),
      from: momentOf(app, 'start_date', start_date),
      to: momentOf(app, 'end_date', end_date),
    })
  },
})

function momentOf({ calendar }: App, field: 'start_date' | 'end_date', given: string | undefined): Date | undefined {
  if (given === undefined) return undefined
  const moment = field === 'start_date' ? calendar.startOfDay(given) : calendar.endOfDay(given)
  if (moment === null) throw refuseField(field, dayRule, 'not_a_day')
  return moment
}
