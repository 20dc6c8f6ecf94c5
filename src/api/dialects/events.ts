import { z } from 'zod'
import { type ListedEvent, type MerchantEventType, otherEventTypes } from '../../callbacks/list-events.ts'
import { writeCursor } from '../cursor.ts'
import type { Dialect } from './dialect.ts'
import { describeTypes, outwardTypesMark } from './outward-types.ts'
import { ListedPaymentShape, presentListedPayment } from './payment.ts'
import { countSchema, makeShape, rupiahSchema, type ShapeNeeds, successSchema, timeSchema } from './shape.ts'

const EventOrder = z.object({
  order_number: z.string(),
  status: z.string(),
  customer_name: z.string(),
  total: rupiahSchema,
})

const Sent = z.object({ headers: z.record(z.string(), z.string()), body: z.string() })

const ApiEvent = z
  .object({
    id: z.string().describe('The X-Webhook-Id of its callback'),
    type: describeTypes<MerchantEventType>([outwardTypesMark, ...otherEventTypes]),
    created_at: timeSchema,
    payment: ListedPaymentShape.nullable().describe('The payment that the event is about, in its current state'),
    order: EventOrder.nullable().describe('The order that the event is about, in its state at that time'),
    data: z
      .looseObject({})
      .nullable()
      .describe(
        'The `data` that webhook endpoints receive for this type (see webhooks), with the object in its current state',
      ),
    callback: Sent.optional().describe('With signed: the callback that a receiver gets'),
    delivery: Sent.optional().describe(
      "With signed: the message that a webhook endpoint receives, signed with the account's secret",
    ),
  })
  .meta({ id: 'ShopEvent' })

const Events = z.object({
  success: successSchema,
  data: z.array(ApiEvent),
  pagination: z.object({
    next_cursor: z.string().describe('Pass it as cursor to continue, now or later'),
    has_more: z.boolean().describe('Whether more events already exist'),
  }),
})

/** The event answers, identical in both dialects. */
export const eventAnswers: Pick<Dialect, 'eventsListed' | 'redelivered' | 'testCallbackSent'> = {
  eventsListed: makeShape(Events, ({ events, place, hasMore }, app) => ({
    success: true,
    data: events.map(event => presentEvent(event, app)),
    pagination: { next_cursor: writeCursor({ at: place.recordedAt, id: place.id }), has_more: hasMore },
  })),
  redelivered: makeShape(
    z.object({ success: successSchema, redelivered: countSchema.describe('Number of callbacks that are being sent') }),
    ({ redelivered }) => ({ success: true, redelivered }),
  ),
  testCallbackSent: makeShape(
    z.object({
      success: successSchema,
      invoice_id: z.string().describe('The invoice id of the sample payment, as shown in the callback log'),
    }),
    ({ invoiceId }) => ({ success: true, invoice_id: invoiceId }),
  ),
}

function presentEvent(
  { id, type, createdAt, payment, order, data, callback, delivery }: ListedEvent,
  app: ShapeNeeds,
): z.output<typeof ApiEvent> {
  return {
    id,
    type,
    created_at: app.calendar.format(createdAt),
    payment: payment && presentListedPayment(payment, app),
    order: order && {
      order_number: order.orderNumber,
      status: order.status,
      customer_name: order.customerName,
      total: order.total,
    },
    data: data && { ...data },
    ...(callback ? { callback } : {}),
    ...(delivery ? { delivery } : {}),
  }
}
