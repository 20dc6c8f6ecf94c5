import type { OrderPayload } from '../events/payloads.ts'
import type { Order } from './order.ts'

/** Returns what every event of an order carries. */
export function orderPayload(order: Order): OrderPayload {
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

/** The subject of a move that can happen again after it was taken back. */
export function moveSubject({ orderNumber, undoCount }: Order): string {
  return undoCount === 0 ? orderNumber : `${orderNumber} again ${undoCount}`
}
