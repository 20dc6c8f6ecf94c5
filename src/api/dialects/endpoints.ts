import { z } from 'zod'
import { deliveryStates } from '../../callbacks/endpoints/endpoint-delivery.ts'
import type { ListedDelivery } from '../../callbacks/endpoints/list-deliveries.ts'
import { outwardTypes } from '../../events/outward.ts'
import type { Dialect } from './dialect.ts'
import { EndpointShape, presentEndpoint, withoutIds } from './outward.ts'
import { count, datetime, type Show, shape, success } from './shape.ts'

const endpointId = z.string().meta({ examples: ['EP-7F3KQ2M9XDVW4T6RB'] })
const secret = z
  .string()
  .nullable()
  .describe('Signs what is sent, `v1`; shown this once: a repetition with the same Idempotency-Key gets null')

const Statistics = z.object({
  endpoint_id: endpointId,
  delivered: count.describe('Attempts that it took'),
  failed: count.describe('Attempts that it did not take'),
  p50_ms: count.nullable().describe('How long half of those took at most that it took'),
  p99_ms: count.nullable(),
})

const Attempt = z.object({
  number: count,
  attempted_at: datetime,
  status: z.int().nullable().describe('Of the HTTP answer; null where there was none'),
  duration_ms: count,
  error: z.string().nullable(),
  request: z.string().nullable().describe('The message to a chat; null for JSON, where it is `body`'),
  response: z.string().nullable().describe('The first kilobyte of the answer'),
})

const Delivery = z
  .object({
    delivery_id: z.int(),
    endpoint_id: endpointId,
    event_id: z.uuid().describe('The `id` of the event, and `webhook-id`'),
    type: z.enum(outwardTypes),
    sequence: z.int(),
    state: z
      .enum(deliveryStates)
      .describe('`pending` and `paused` wait; `exhausted`, `blocked` and `stopped` are not sent again'),
    is_example: z.boolean(),
    requested_by: z.string().nullable().describe('Who asked for it to be sent again'),
    created_at: datetime,
    next_at: datetime.nullable(),
    is_erased: z.boolean(),
    body: z
      .string()
      .nullable()
      .describe('What is sent; null before the first attempt of `payment.created`, and once erased'),
    attempts: z.array(Attempt).describe('Newest first'),
  })
  .meta({ id: 'Delivery' })

type EndpointAnswers =
  | 'endpointCreated'
  | 'endpointsListed'
  | 'endpointUpdated'
  | 'endpointDeleted'
  | 'secretRolled'
  | 'exampleSent'
  | 'deliveriesListed'
  | 'deliveriesResent'
  | 'deliveryErased'
  | 'endpointCounted'

/** The same in both dialects. */
export const endpointAnswers: Pick<Dialect, EndpointAnswers> = {
  endpointCreated: shape(
    z.object({ success, endpoint_id: endpointId, secret, data: EndpointShape }),
    ({ endpoint, secret }, app) => ({
      success: true,
      endpoint_id: endpoint.id,
      secret,
      data: presentEndpoint(endpoint, app),
    }),
  ),
  endpointsListed: shape(z.object({ success, data: z.array(EndpointShape) }), (endpoints, app) => ({
    success: true,
    data: endpoints.map(endpoint => presentEndpoint(endpoint, app)),
  })),
  endpointUpdated: shape(z.object({ success, data: EndpointShape }), (endpoint, app) => ({
    success: true,
    data: presentEndpoint(endpoint, app),
  })),
  endpointDeleted: shape(z.object({ success, endpoint_id: endpointId }), ({ endpointId }) => ({
    success: true,
    endpoint_id: endpointId,
  })),
  secretRolled: shape(
    z.object({
      success,
      endpoint_id: endpointId,
      secret,
      old_ends_at: datetime.describe('Until then both sign'),
    }),
    ({ endpointId, secret, oldEndsAt }, { calendar }) => ({
      success: true,
      endpoint_id: endpointId,
      secret,
      old_ends_at: calendar.format(oldEndsAt),
    }),
  ),
  exampleSent: shape(z.object({ success, delivery_id: z.int() }), ({ deliveryId }) => ({
    success: true,
    delivery_id: deliveryId,
  })),
  deliveriesResent: shape(z.object({ success, resent: count.describe('How many leave') }), ({ resent }) => ({
    success: true,
    resent,
  })),
  deliveryErased: shape(z.object({ success, delivery_id: z.int() }), ({ deliveryId }) => ({
    success: true,
    delivery_id: deliveryId,
  })),
  endpointCounted: shape(z.object({ success, data: Statistics }), ({ endpointId, delivered, failed, p50, p99 }) => ({
    success: true,
    data: { endpoint_id: endpointId, delivered, failed, p50_ms: p50, p99_ms: p99 },
  })),
  deliveriesListed: shape(
    z.object({
      success,
      data: z.array(Delivery),
      pagination: z.object({
        next_cursor: z.string().nullable().describe('Give it as cursor to get those before; null after the oldest'),
      }),
    }),
    ({ deliveries, nextId }, app) => ({
      success: true,
      data: deliveries.map(delivery => presentDelivery(delivery, app)),
      pagination: { next_cursor: nextId === null ? null : String(nextId) },
    }),
  ),
}

function presentDelivery(delivery: ListedDelivery, { calendar }: Show): z.output<typeof Delivery> {
  const { nextAt, requestedBy } = delivery
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    type: delivery.type,
    sequence: delivery.sequence,
    state: delivery.state,
    is_example: delivery.isTest,
    requested_by: requestedBy && withoutIds(requestedBy),
    created_at: calendar.format(delivery.createdAt),
    next_at: nextAt && calendar.format(nextAt),
    is_erased: delivery.isErased,
    body: delivery.body,
    attempts: delivery.attempts.map(({ number, attemptedAt, status, durationMs, error, request, response }) => ({
      number,
      attempted_at: calendar.format(attemptedAt),
      status,
      duration_ms: durationMs,
      error,
      request,
      response,
    })),
  }
}
