import { z } from 'zod'
import { handovers } from '../../catalog/delivery-zones.ts'
import { findOrderRefund } from '../../orders/find-order-refund.ts'
import type { ListedOrder } from '../../orders/list-orders.ts'
import { type Order, orderStatuses } from '../../orders/order.ts'
import type { Dialect, FoundOrder } from './dialect.ts'
import { presentRefund, refundFields } from './payment.ts'
import { countSchema, makeShape, rupiahSchema, type ShapeNeeds, successSchema, timeSchema } from './shape.ts'

const shipmentFields = {
  shipped_at: timeSchema.nullable().describe('When it was handed to a courier; the status remains `processing`'),
  courier: z
    .string()
    .nullable()
    .meta({ examples: ['jne'] }),
  tracking_number: z.string().nullable(),
  tracking_url: z.string().nullable(),
  received_at: timeSchema
    .nullable()
    .describe("When it arrived, as confirmed by the customer or assumed after the shop's waiting time"),
}

const receivingFields = {
  receiving: z
    .enum(handovers)
    .nullable()
    .meta({ title: 'Receiving' })
    .describe('How the customer receives it; null if the shop has no rules, or nothing is handed over by people'),
  delivery_fee: rupiahSchema.describe('The part of `total` that is for delivery'),
  delivery_zone: z
    .string()
    .nullable()
    .meta({ examples: ['Menteng'] }),
  table_number: countSchema.nullable().describe("The customer's table, for dining in"),
}

const orderFields = {
  order_number: z.string().meta({ examples: ['ORD-261121-7F3KQ2'] }),
  customer_name: z.string().nullable(),
  customer_phone: z.string().nullable(),
  status: z.enum(orderStatuses),
  total: rupiahSchema,
  note: z.string().nullable(),
  address: z.string().nullable(),
  refund_due: z.boolean().describe('Whether the customer is owed money whose return is not recorded yet'),
  refunded_amount: rupiahSchema.describe('The part of its payments that you recorded as returned'),
  refunded_at: timeSchema.nullable().describe('When money was last recorded as returned'),
  created_at: timeSchema,
  paid_at: timeSchema.nullable(),
  completed_at: timeSchema.nullable(),
  cancelled_at: timeSchema.nullable(),
  ...receivingFields,
  ...shipmentFields,
}

const ListedShape = z
  .object({ ...orderFields, invoice_id: z.string().nullable(), summary: z.string().nullable() })
  .meta({ id: 'ListedOrder' })

const Making = z.object({
  quantity: countSchema,
  price: rupiahSchema.describe('What these options add to the price of each of these units'),
  choices: z.array(
    z.object({
      group: z.string().meta({ examples: ['milk'] }),
      group_name: z.string(),
      option: z.string().meta({ examples: ['oat'] }),
      option_name: z.string(),
      price: rupiahSchema,
    }),
  ),
})

const Item = z.object({
  product_name: z.string(),
  variant_name: z.string().nullable(),
  kind: z.string(),
  price: rupiahSchema,
  quantity: countSchema,
  surcharge: rupiahSchema.describe(
    'What the options of all its units add to the price; the total of an item is `price` × `quantity` + `surcharge`',
  ),
  options: z.array(Making).describe('The options of its units; units that are not listed have none'),
  delivered_at: timeSchema.nullable(),
})

const OrderPayment = z.object({
  invoice_id: z.string(),
  status: z.string(),
  payment_method: z.string(),
  amount: rupiahSchema,
  final_amount: rupiahSchema,
  paid_at: timeSchema.nullable(),
  paid_reff_num: z.string().nullable(),
  expires_at: timeSchema,
  ...refundFields,
})

const Received = z.object({
  transfer_id: z.int(),
  amount: rupiahSchema,
  in_review: z.boolean().describe('Whether it waits for your decision (`review-transfer`)'),
})

export const WholeOrderShape = z
  .object({
    ...orderFields,
    cancelled_by: z.string().nullable(),
    items: z.array(Item),
    payment: OrderPayment.nullable(),
    received: z.array(Received).describe('Money received for the order through any of its payments and not returned'),
  })
  .meta({ id: 'Order' })

const Orders = z.union([
  z.object({ success: successSchema, data: z.array(ListedShape), total: countSchema }),
  z.object({ success: successSchema, data: WholeOrderShape }),
])

const UpdatedOrder = z.object({
  success: successSchema,
  message: z.string(),
  order: z.object({ order_number: z.string(), status: z.enum(orderStatuses) }),
})

const ShippedOrder = z.object({
  success: successSchema,
  message: z.string(),
  order: z.object({ order_number: z.string(), status: z.enum(orderStatuses), ...shipmentFields }),
})

/** The answers about orders, identical in both dialects: the specification shows only one form. */
export const orderAnswers: Pick<Dialect, 'orders' | 'orderUpdated' | 'orderShipped'> = {
  orders: makeShape(Orders, (match, app) =>
    'orders' in match
      ? { success: true, data: match.orders.map(order => presentSummary(order, app)), total: match.total }
      : { success: true, data: presentOrder(match, app) },
  ),
  orderUpdated: makeShape(UpdatedOrder, order => ({
    success: true,
    message: order.status === 'completed' ? 'The order is completed' : 'The order is cancelled',
    order: { order_number: order.orderNumber, status: order.status },
  })),
  orderShipped: makeShape(ShippedOrder, (order, app) => ({
    success: true,
    message: 'The order is on its way',
    order: { order_number: order.orderNumber, status: order.status, ...presentShipment(order, app) },
  })),
}

function presentFields(order: ListedOrder | FoundOrder['order'], { calendar }: ShapeNeeds) {
  const refund = findOrderRefund(order)
  return {
    order_number: order.orderNumber,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    status: order.status,
    total: order.total,
    note: order.note,
    address: order.address,
    refund_due: order.refundDue,
    refunded_amount: refund?.amount ?? 0,
    refunded_at: refund && calendar.format(refund.at),
    created_at: calendar.format(order.createdAt),
    paid_at: order.paidAt && calendar.format(order.paidAt),
    completed_at: order.completedAt && calendar.format(order.completedAt),
    cancelled_at: order.cancelledAt && calendar.format(order.cancelledAt),
    receiving: order.receiving,
    delivery_fee: order.deliveryFee,
    delivery_zone: order.deliveryZone,
    table_number: order.tableNumber,
    ...presentShipment(order, { calendar }),
  }
}

function presentShipment(order: Order, { calendar }: Pick<ShapeNeeds, 'calendar'>) {
  return {
    shipped_at: order.shippedAt && calendar.format(order.shippedAt),
    courier: order.courier,
    tracking_number: order.trackingNumber,
    tracking_url: order.trackingUrl,
    received_at: order.receivedAt && calendar.format(order.receivedAt),
  }
}

function presentSummary(order: ListedOrder, app: ShapeNeeds): z.output<typeof ListedShape> {
  return { ...presentFields(order, app), invoice_id: order.payment()?.invoiceId ?? null, summary: order.summary() }
}

export function presentOrder({ order, received }: FoundOrder, app: ShapeNeeds): z.output<typeof WholeOrderShape> {
  const payment = order.payment()
  return {
    ...presentFields(order, app),
    cancelled_by: order.cancelledBy,
    items: order.items.$.map(item => presentItem(item, app)),
    received: received.map(({ transferId, amount, isInReview }) => ({
      transfer_id: transferId,
      amount,
      in_review: isInReview,
    })),
    payment: payment && {
      invoice_id: payment.invoiceId,
      status: payment.status,
      payment_method: payment.paymentMethod,
      amount: payment.amount,
      final_amount: payment.finalAmount,
      paid_at: payment.paidAt && app.calendar.format(payment.paidAt),
      paid_reff_num: payment.paidReffNum,
      expires_at: app.calendar.format(payment.expiresAt),
      ...presentRefund(payment, app),
    },
  }
}

function presentItem(item: FoundOrder['order']['items']['$'][number], { calendar }: ShapeNeeds): z.output<typeof Item> {
  return {
    product_name: item.productName,
    variant_name: item.variantName || null,
    kind: item.kind,
    price: item.price,
    quantity: item.quantity,
    surcharge: item.surcharge,
    options: [...item.makings].map(({ quantity, price, choices }) => ({
      quantity,
      price,
      choices: choices.map(({ group, groupName, option, optionName, price: extra }) => ({
        group,
        group_name: groupName,
        option,
        option_name: optionName,
        price: extra,
      })),
    })),
    delivered_at: item.deliveredAt && calendar.format(item.deliveredAt),
  }
}
