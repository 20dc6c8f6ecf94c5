import { z } from 'zod'
import type { OutwardPayload, SubjectKindOf, Subjects } from '../../callbacks/outward/outward.ts'
import { failureKinds } from '../../connections/connection.ts'
import { type OutwardType, outwardTypes, outwardVersion, type PresentOutward } from '../../events/outward.ts'
import { disablingReasons, endpointFormats, type OutwardEndpoint } from '../../events/outward-endpoint.ts'
import type { BillChanged } from '../../events/payloads.ts'
import { deriveUuid } from '../../lib/ids.ts'
import { orderStatuses } from '../../orders/order.ts'
import { BillShape, presentBill } from './bill.ts'
import { presentWithdrawal, WithdrawalShape } from './money.ts'
import { presentOrder, WholeOrderShape } from './order.ts'
import { ListedPaymentShape, presentListedPayment } from './payment.ts'
import { rupiahSchema, type ShapeNeeds, timeSchema } from './shape.ts'
import { presentShift, ShiftShape } from './shift.ts'
import { presentStock, StockShape } from './stock.ts'
import { presentTransfer, TransferShape } from './transfer.ts'

/** The schema and the presenter of one event type's data: an allow-list, like every answer of the API. */
interface OutwardShape<Type extends OutwardType> {
  schema: z.ZodObject
  present(subject: Subjects[SubjectKindOf<Type>], payload: OutwardPayload<Type>, app: ShapeNeeds): object
}

/** Returns a shape. It does not compile if the presenter's output does not match the schema. */
function outwardShape<Type extends OutwardType, Schema extends z.ZodObject>(
  schema: Schema,
  present: (subject: Subjects[SubjectKindOf<Type>], payload: OutwardPayload<Type>, app: ShapeNeeds) => z.output<Schema>,
): OutwardShape<Type> {
  return { schema, present }
}

const change = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object(fields).describe('What happened, in addition to the current state')

const ofPayment = <Fields extends z.ZodRawShape>(fields: Fields) =>
  ListedPaymentShape.extend({ change: change(fields) })
const ofOrder = <Fields extends z.ZodRawShape>(fields: Fields) => WholeOrderShape.extend({ change: change(fields) })

const Paid = ofPayment({
  from: z.enum(['pending', 'expired']).describe('The previous status: `expired` for late money'),
  paid_amount: rupiahSchema,
  paid_late: z.boolean(),
  paid_reff_num: z.string().nullable().describe('Null if a person confirmed it by hand'),
  payer_name: z.string().nullable(),
  payer_app: z.string().nullable(),
})

const cancelReasons = ['merchant', 'customer', 'provider_unavailable', 'provider_refused', 'order_cancelled'] as const
const CancelledPayment = ofPayment({ reason: z.enum(cancelReasons) })
const Refunded = ofPayment({
  amount: z
    .int()
    .describe('The amount of this refund, in whole rupiah; negative for a correction of an earlier refund'),
  refund_id: z.uuid().nullable().describe("The refund's id in `refunds`; null if it was recorded before version 1.2"),
  reason: z.string().nullable(),
})
const ReviewedTransfer = TransferShape.extend({
  change: change({ outcome: z.enum(['accepted', 'refunded', 'ignored']) }),
})
const Waiting = ofOrder({ invoice_id: z.string(), expires_at: timeSchema })
const PaidOrder = ofOrder({
  invoice_id: z.string().nullable().describe('Null if it was paid in cash'),
  paid_amount: rupiahSchema,
  paid_late: z.boolean(),
  needs_hands: z.boolean().describe('Whether you have to act: some goods are not delivered automatically, or ran out'),
})
const Processing = ofOrder({ is_short: z.boolean().describe('Whether goods ran out after the payment') })
const Completed = ofOrder({ by: z.enum(['delivery', 'merchant', 'customer', 'time']) })
const Cancelled = ofOrder({ by: z.enum(['customer', 'merchant', 'unpaid']), refund_due: z.boolean() })
const Undone = ofOrder({ was: z.enum(orderStatuses).describe('The status that it had before the change was undone') })
const InVain = ofOrder({
  invoice_id: z.string(),
  paid_amount: rupiahSchema,
  reason: z.enum(['paid_twice', 'cancelled']),
})
const Reviewed = ofOrder({ stars: z.int().min(1).max(5) })
const ChangedStock = StockShape.extend({
  change: change({ cause: z.enum(['order', 'restock', 'told', 'import', 'lost']) }),
})

const PaidBill = BillShape.extend({
  change: change({
    invoice_id: z.string().describe('The payment that brought the money'),
    amount: rupiahSchema.describe(
      'The part of the payment that counted towards the bill; for `bill.overpaid`, the excess',
    ),
  }),
})

const Customer = z
  .object({
    customer: z.string().describe("The person's permanent id"),
    name: z.string(),
    language: z.enum(['id', 'en']).nullable().meta({ title: 'CustomerLanguage' }),
    created_at: timeSchema,
  })
  .meta({ id: 'Customer' })

const ConnectionHealth = z
  .object({
    connection_id: z.uuid().describe("The connection's permanent id"),
    connection: z.string().describe('Your name for the connection'),
    connector: z.string(),
    reason: z.enum(failureKinds).nullable().meta({ title: 'FailureKind', description: 'Null if the connection works' }),
    failing_since: timeSchema.nullable(),
  })
  .meta({ id: 'ConnectionHealth' })

export const EndpointShape = z
  .object({
    endpoint_id: z.string().meta({ examples: ['EP-7F3KQ2M9XDVW4T6RB'] }),
    url: z.string().describe('For a chat, only the destination, because the rest is secret'),
    format: z.enum(endpointFormats).meta({ title: 'EndpointFormat' }),
    language: z.enum(['id', 'en']).meta({ title: 'EndpointLanguage', description: 'Language of messages to a chat' }),
    description: z.string().nullable(),
    types: z.array(z.enum(outwardTypes)).nullable().describe('Null for all types, including future ones'),
    enabled: z.boolean(),
    disabled_at: timeSchema.nullable(),
    disabled_reason: z.enum(disablingReasons).nullable().meta({ title: 'DisablingReason' }),
    disabled_by: z.string().nullable().describe('The person who disabled it; null if it was not a person'),
    failing_since: timeSchema.nullable().describe('The time since which no delivery has succeeded'),
    public_key: z.string().describe('The key to verify `v1a` signatures (Ed25519): `whpk_` followed by base64'),
    created_at: timeSchema,
  })
  .meta({ id: 'Endpoint' })

/** All event types with their schemas and presenters, shared with the answers of the detailed dialect. */
export const outwardShapes: { [Type in OutwardType]: OutwardShape<Type> } = {
  'payment.created': outwardShape(ListedPaymentShape, (payment, _, app) => presentListedPayment(payment, app)),
  'payment.paid': outwardShape(Paid, (payment, paid, app) => ({
    ...presentListedPayment(payment, app),
    change: {
      from: paid.from,
      paid_amount: paid.paidAmount,
      paid_late: paid.paidLate,
      paid_reff_num: paid.paidReffNum,
      payer_name: paid.payerName,
      payer_app: paid.payerApp,
    },
  })),
  'payment.expired': outwardShape(ListedPaymentShape, (payment, _, app) => presentListedPayment(payment, app)),
  'payment.cancelled': outwardShape(CancelledPayment, (payment, { reason }, app) => ({
    ...presentListedPayment(payment, app),
    change: { reason },
  })),
  'payment.refunded': outwardShape(Refunded, (payment, { amount, refund = null, reason = null }, app) => ({
    ...presentListedPayment(payment, app),
    change: { amount, refund_id: refund, reason },
  })),
  'transfer.in_review': outwardShape(TransferShape, (transfer, _, app) => presentOutwardTransfer(transfer, app)),
  'transfer.reviewed': outwardShape(ReviewedTransfer, (transfer, { outcome }, app) => ({
    ...presentOutwardTransfer(transfer, app),
    change: { outcome },
  })),
  'order.placed': outwardShape(WholeOrderShape, (order, _, app) => presentOrder(order, app)),
  'order.waiting_payment': outwardShape(Waiting, (order, { invoiceId, expiresAt }, app) => ({
    ...presentOrder(order, app),
    change: { invoice_id: invoiceId, expires_at: app.calendar.format(new Date(expiresAt)) },
  })),
  'order.paid': outwardShape(PaidOrder, (order, paid, app) => ({
    ...presentOrder(order, app),
    change: {
      invoice_id: paid.invoiceId,
      paid_amount: paid.paidAmount,
      paid_late: paid.paidLate,
      needs_hands: paid.needsHands,
    },
  })),
  'order.processing': outwardShape(Processing, (order, { isShort }, app) => ({
    ...presentOrder(order, app),
    change: { is_short: isShort },
  })),
  'order.shipped': outwardShape(WholeOrderShape, (order, _, app) => presentOrder(order, app)),
  'order.delivered': outwardShape(WholeOrderShape, (order, _, app) => presentOrder(order, app)),
  'order.completed': outwardShape(Completed, (order, { by }, app) => ({ ...presentOrder(order, app), change: { by } })),
  'order.cancelled': outwardShape(Cancelled, (order, { by, refundDue }, app) => ({
    ...presentOrder(order, app),
    change: { by, refund_due: refundDue },
  })),
  'order.undone': outwardShape(Undone, (order, { was }, app) => ({
    ...presentOrder(order, app),
    change: { was: was === 'shipped' ? 'processing' : was },
  })),
  'order.paid_in_vain': outwardShape(InVain, (order, { invoiceId, paidAmount, reason }, app) => ({
    ...presentOrder(order, app),
    change: { invoice_id: invoiceId, paid_amount: paidAmount, reason },
  })),
  'order.reviewed': outwardShape(Reviewed, (order, { stars }, app) => ({
    ...presentOrder(order, app),
    change: { stars },
  })),
  'bill.created': outwardShape(BillShape, (bill, _, app) => presentBill(bill, app)),
  'bill.partly_paid': outwardShape(PaidBill, (bill, paid, app) => ({
    ...presentBill(bill, app),
    change: presentChange(paid),
  })),
  'bill.paid': outwardShape(PaidBill, (bill, paid, app) => ({
    ...presentBill(bill, app),
    change: presentChange(paid),
  })),
  'bill.used': outwardShape(PaidBill, (bill, paid, app) => ({
    ...presentBill(bill, app),
    change: presentChange(paid),
  })),
  'bill.overpaid': outwardShape(PaidBill, (bill, paid, app) => ({
    ...presentBill(bill, app),
    change: presentChange(paid),
  })),
  'bill.overdue': outwardShape(BillShape, (bill, _, app) => presentBill(bill, app)),
  'bill.closed': outwardShape(BillShape, (bill, _, app) => presentBill(bill, app)),
  'bill.expired': outwardShape(BillShape, (bill, _, app) => presentBill(bill, app)),
  'shift.opened': outwardShape(ShiftShape, (shift, _, app) => presentShift(shift, app)),
  'shift.closed': outwardShape(ShiftShape, (shift, _, app) => presentShift(shift, app)),
  'stock.low': outwardShape(StockShape, stock => presentStock(stock)),
  'stock.changed': outwardShape(ChangedStock, (stock, { cause }) => ({ ...presentStock(stock), change: { cause } })),
  'customer.created': outwardShape(Customer, (customer, _, { calendar }) => ({
    customer: customer.token!,
    name: customer.name,
    language: customer.language,
    created_at: calendar.format(customer.createdAt),
  })),
  'withdrawal.moved': outwardShape(WithdrawalShape, (withdrawal, _, app) => presentWithdrawal(withdrawal, app)),
  'connection.failing': outwardShape(ConnectionHealth, (connection, _, app) => presentHealth(connection, app)),
  'connection.recovered': outwardShape(ConnectionHealth, (connection, _, app) => presentHealth(connection, app)),
  'endpoint.disabled': outwardShape(EndpointShape, (endpoint, _, app) => presentEndpoint(endpoint, app)),
}

/** Returns a function that presents the data of an event by the shapes above. */
export function createOutwardPresenter(app: ShapeNeeds): PresentOutward {
  return (type, subject, payload) => {
    const { present } = outwardShapes[type]
    // The compiler cannot infer that the subject and payload belong to the event's type.
    return present(subject as never, payload as never, app)
  }
}

export function presentEndpoint(endpoint: OutwardEndpoint, { calendar }: ShapeNeeds): z.output<typeof EndpointShape> {
  const { disabledAt, failingSince } = endpoint
  return {
    endpoint_id: endpoint.id,
    url: endpoint.shownAddress,
    format: endpoint.format,
    language: endpoint.language,
    description: endpoint.description,
    types: endpoint.types,
    enabled: disabledAt === null,
    disabled_at: disabledAt && calendar.format(disabledAt),
    disabled_reason: endpoint.disabledReason,
    disabled_by: endpoint.disabledBy && stripActorId(endpoint.disabledBy),
    failing_since: failingSince && calendar.format(failingSince),
    public_key: endpoint.publicKey,
    created_at: calendar.format(endpoint.createdAt),
  }
}

function presentChange({ invoiceId, amount }: BillChanged): z.output<typeof PaidBill>['change'] {
  return { invoice_id: invoiceId!, amount: amount! }
}

function presentOutwardTransfer(transfer: Subjects['transfer'], app: ShapeNeeds): z.output<typeof TransferShape> {
  const presented = presentTransfer(transfer, app)
  return { ...presented, resolved_by: presented.resolved_by && stripActorId(presented.resolved_by) }
}

/** Reduces `user 12` or `chat 4711` to the kind of actor, because ids of people are not sent outside. */
export function stripActorId(actor: string): string {
  return actor.replace(/ \d+\b/g, '')
}

function presentHealth(
  { id, label, connector, failingKind, failingSince }: Subjects['connection'],
  { calendar }: ShapeNeeds,
): z.output<typeof ConnectionHealth> {
  return {
    connection_id: deriveUuid(`connection ${id}`),
    connection: label,
    connector,
    reason: failingKind,
    failing_since: failingSince && calendar.format(failingSince),
  }
}

/** Returns the schema of one event type's envelope. */
export function createEnvelopeSchema(type: OutwardType): z.ZodObject {
  return z.object({
    id: z
      .uuid()
      .describe(
        'The same in every attempt and in `webhook-id`; use it to recognise events that you have already received',
      ),
    type: z.literal(type),
    version: z.literal(outwardVersion),
    created_at: z.iso.datetime().describe('When it happened, in UTC'),
    mode: z.enum(['live', 'test']),
    sequence: z
      .int()
      .min(1)
      .describe(
        'Number of this change to the object; an event with a lower number than one that you have received is older',
      ),
    data: outwardShapes[type].schema,
  })
}
