import { z } from 'zod'
import { stripActorId } from '../../../api/dialects/outward-row.ts'
import { outwardTypeSchema } from '../../../api/dialects/outward-types.ts'
import { countSchema, makeShape, type ShapeNeeds, successSchema, timeSchema } from '../../../api/dialects/shape.ts'
import { deliveryStates } from '../../../callbacks/retry-schedule.ts'
import type { ListedDeliveries, ListedDelivery } from '../list-deliveries.ts'
import type { ListedWebhook } from '../list-webhooks.ts'
import type { WebhookStatistics } from '../webhook-statistics.ts'
import { EndpointShape, presentEndpoint } from './webhook-shape.ts'

const endpointId = z.string().meta({ examples: ['EP-7F3KQ2M9XDVW4T6RB'] })
const secret = z
  .string()
  .nullable()
  .describe(
    'Secret for `v1` signatures; returned only once: a repeated request with the same Idempotency-Key gets null',
  )

const Statistics = z.object({
  endpoint_id: endpointId,
  delivered: countSchema.describe('Successful attempts'),
  failed: countSchema.describe('Failed attempts'),
  p50_ms: countSchema.nullable().describe('Median duration of the successful attempts'),
  p99_ms: countSchema.nullable(),
})

const Attempt = z.object({
  number: countSchema,
  attempted_at: timeSchema,
  status: z.int().nullable().describe('HTTP status of the response; null if there was none'),
  duration_ms: countSchema,
  error: z.string().nullable(),
  request: z.string().nullable().describe('The message to a chat; null for JSON, which is in `body`'),
  response: z.string().nullable().describe('The first kilobyte of the response'),
})

const Delivery = z
  .object({
    delivery_id: z.int(),
    endpoint_id: endpointId,
    event_id: z.uuid().describe('The `id` of the event, also sent as `webhook-id`'),
    type: outwardTypeSchema,
    sequence: z.int(),
    state: z
      .enum(deliveryStates)
      .describe('`pending` and `paused` deliveries wait; `exhausted`, `blocked` and `stopped` ones are not sent again'),
    is_example: z.boolean(),
    requested_by: z.string().nullable().describe('The person or key that requested a resend'),
    created_at: timeSchema,
    next_at: timeSchema.nullable(),
    is_erased: z.boolean(),
    body: z
      .string()
      .nullable()
      .describe(
        'The message that is sent; null before the first attempt of `payment.created`, and after it was erased',
      ),
    attempts: z.array(Attempt).describe('Newest first'),
  })
  .meta({ id: 'Delivery' })

export const webhookCreatedShape = makeShape(
  z.object({ success: successSchema, endpoint_id: endpointId, secret, data: EndpointShape }),
  ({ endpoint, secret }: { endpoint: ListedWebhook; secret: string }, app: ShapeNeeds) => ({
    success: true,
    endpoint_id: endpoint.id,
    secret,
    data: presentEndpoint(endpoint, app),
  }),
)

export const webhooksListedShape = makeShape(
  z.object({ success: successSchema, data: z.array(EndpointShape) }),
  (endpoints: ListedWebhook[], app: ShapeNeeds) => ({
    success: true,
    data: endpoints.map(endpoint => presentEndpoint(endpoint, app)),
  }),
)

export const webhookUpdatedShape = makeShape(
  z.object({ success: successSchema, data: EndpointShape }),
  (endpoint: ListedWebhook, app: ShapeNeeds) => ({
    success: true,
    data: presentEndpoint(endpoint, app),
  }),
)

export const webhookDeletedShape = makeShape(
  z.object({ success: successSchema, endpoint_id: endpointId }),
  ({ endpointId }: { endpointId: string }) => ({
    success: true,
    endpoint_id: endpointId,
  }),
)

export const secretRolledShape = makeShape(
  z.object({
    success: successSchema,
    endpoint_id: endpointId,
    secret,
    old_ends_at: timeSchema.describe('Both secrets sign until then'),
  }),
  (
    { endpointId, secret, oldEndsAt }: { endpointId: string; secret: string; oldEndsAt: Date },
    { calendar }: ShapeNeeds,
  ) => ({
    success: true,
    endpoint_id: endpointId,
    secret,
    old_ends_at: calendar.format(oldEndsAt),
  }),
)

export const exampleSentShape = makeShape(
  z.object({ success: successSchema, delivery_id: z.int() }),
  ({ deliveryId }: { deliveryId: number }) => ({
    success: true,
    delivery_id: deliveryId,
  }),
)

export const deliveriesResentShape = makeShape(
  z.object({ success: successSchema, resent: countSchema.describe('Number of deliveries that are being sent') }),
  ({ resent }: { resent: number }) => ({
    success: true,
    resent,
  }),
)

export const deliveryErasedShape = makeShape(
  z.object({ success: successSchema, delivery_id: z.int() }),
  ({ deliveryId }: { deliveryId: number }) => ({
    success: true,
    delivery_id: deliveryId,
  }),
)

export const webhookStatisticsShape = makeShape(
  z.object({ success: successSchema, data: Statistics }),
  ({ endpointId, delivered, failed, p50, p99 }: WebhookStatistics) => ({
    success: true,
    data: { endpoint_id: endpointId, delivered, failed, p50_ms: p50, p99_ms: p99 },
  }),
)

export const deliveriesListedShape = makeShape(
  z.object({
    success: successSchema,
    data: z.array(Delivery),
    pagination: z.object({
      next_cursor: z.string().nullable().describe('Pass it as cursor to get older ones; null after the oldest'),
    }),
  }),
  ({ deliveries, nextId }: ListedDeliveries, app: ShapeNeeds) => ({
    success: true,
    data: deliveries.map(delivery => presentDelivery(delivery, app)),
    pagination: { next_cursor: nextId === null ? null : String(nextId) },
  }),
)

function presentDelivery(delivery: ListedDelivery, { calendar }: ShapeNeeds): z.output<typeof Delivery> {
  const { nextAt, requestedBy } = delivery
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    type: delivery.type,
    sequence: delivery.sequence,
    state: delivery.state,
    is_example: delivery.isTest,
    requested_by: requestedBy && stripActorId(requestedBy),
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
