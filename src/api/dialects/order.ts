import type { DeliveredItem, Order, OrderSummary, OrderView } from '../../orders/order.ts'
import type { Dialect } from './dialect.ts'

/** The spec shows one form of these answers; both dialects give it. */
export const orderAnswers: Pick<Dialect, 'orders' | 'orderUpdated'> = {
  orders: (found, app) =>
    'orders' in found
      ? { success: true, data: found.orders.map(order => presentSummary(order, app)), total: found.total }
      : { success: true, data: presentOrder(found, app) },
  orderUpdated: order => ({
    success: true,
    message: order.status === 'completed' ? 'The order is completed' : 'The order is cancelled',
    order: { order_number: order.orderNumber, status: order.status },
  }),
}

type Show = Parameters<Dialect['orders']>[1]

function presentFields(order: Order, { calendar }: Show) {
  return {
    order_number: order.orderNumber,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    status: order.status,
    total: order.total,
    note: order.note,
    address: order.address,
    refund_due: order.refundDue,
    created_at: calendar.format(order.createdAt),
    paid_at: order.paidAt && calendar.format(order.paidAt),
    completed_at: order.completedAt && calendar.format(order.completedAt),
    cancelled_at: order.cancelledAt && calendar.format(order.cancelledAt),
  }
}

function presentSummary(order: OrderSummary, app: Show) {
  return { ...presentFields(order, app), invoice_id: order.invoiceId, summary: order.summary }
}

function presentOrder(order: OrderView, app: Show) {
  const { payment } = order
  return {
    ...presentFields(order, app),
    cancelled_by: order.cancelledBy,
    items: order.items.map(item => presentItem(item, app)),
    payment: payment && {
      invoice_id: payment.invoiceId,
      status: payment.status,
      payment_method: payment.paymentMethod,
      amount: payment.amount,
      final_amount: payment.finalAmount,
      paid_at: payment.paidAt && app.calendar.format(payment.paidAt),
      paid_reff_num: payment.paidReffNum,
      expires_at: app.calendar.format(payment.expiresAt),
    },
  }
}

function presentItem(item: DeliveredItem, { calendar }: Show) {
  return {
    product_name: item.productName,
    variant_name: item.variantName || null,
    kind: item.kind,
    price: item.price,
    quantity: item.quantity,
    delivered_at: item.deliveredAt && calendar.format(item.deliveredAt),
  }
}
