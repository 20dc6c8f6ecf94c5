import type { OrderPayload } from '../events/payloads.ts'
import type { Order } from './order.ts'

/** Returns the fields common to all events of an order. */
export function makeOrderPayload(order: Order): OrderPayload {
  return {
    orderNumber: order.orderNumber,
    token: order.token,
    mode: order.mode,
    customerId: order.customerId,
    customerName: order.customerName,
    status: order.status,
    total: order.total,
    door: order.door,
  }
}

/** Returns the event subject of a step that can happen again after it was undone. */
export function makeMoveSubject({ orderNumber, undoCount }: Order): string {
  return undoCount === 0 ? orderNumber : `${orderNumber} again ${undoCount}`
}
