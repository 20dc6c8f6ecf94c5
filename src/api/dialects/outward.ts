import { z } from 'zod'
import { eventTexts } from '../../callbacks/outward/event-texts.ts'
import type { Subjects } from '../../callbacks/outward/outward.ts'
import { failureKinds } from '../../connections/connection.ts'
import { type CoreOutwardType, coreOutwardTypes } from '../../events/outward.ts'
import { deriveUuid } from '../../lib/ids.ts'
import { orderStatuses } from '../../orders/order.ts'
import { presentWithdrawal, WithdrawalShape } from './money.ts'
import { presentOrder, WholeOrderShape } from './order.ts'
import { examples } from './outward-examples.ts'
import { changeSchema, type OutwardRows, type OutwardShape, outwardShape, stripActorId } from './outward-row.ts'
import { ListedPaymentShape, presentListedPayment } from './payment.ts'
import { rupiahSchema, type ShapeNeeds, timeSchema } from './shape.ts'
import { presentStock, StockShape } from './stock.ts'
import { presentTransfer, TransferShape } from './transfer.ts'

const ofPayment = <Fields extends z.ZodRawShape>(fields: Fields) =>
  ListedPaymentShape.extend({ change: changeSchema(fields) })
const ofOrder = <Fields extends z.ZodRawShape>(fields: Fields) =>
  WholeOrderShape.extend({ change: changeSchema(fields) })

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
  change: changeSchema({ outcome: z.enum(['accepted', 'refunded', 'ignored']) }),
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
  change: changeSchema({ cause: z.enum(['order', 'restock', 'told', 'import', 'lost']) }),
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

/** The core's event types with their schemas and presenters, shared with the answers of the detailed dialect. */
const shapes: { [Type in CoreOutwardType]: OutwardShape<Type> } = {
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
}

/** The core's events for webhooks. */
export const coreEvents = Object.fromEntries(
  coreOutwardTypes.map(type => [type, { ...shapes[type], ...eventTexts[type], example: examples[type] }]),
) as OutwardRows<CoreOutwardType>

function presentOutwardTransfer(transfer: Subjects['transfer'], app: ShapeNeeds): z.output<typeof TransferShape> {
  const presented = presentTransfer(transfer, app)
  return { ...presented, resolved_by: presented.resolved_by && stripActorId(presented.resolved_by) }
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
