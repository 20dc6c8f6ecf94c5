import type { Event } from '../../events/announce.ts'
import type { OutwardType } from '../../events/outward.ts'

export type OutwardEvent = Extract<Event, { type: OutwardType }>

/**
 * Returns what an event happened to, as the database finds it: events of one object are counted and sent in their
 * order.
 */
export function objectOf(event: OutwardEvent): { kind: string; key: string } {
  switch (event.type) {
    case 'payment.paid':
    case 'payment.expired':
    case 'payment.cancelled':
    case 'payment.refunded':
      return { kind: 'payment', key: event.subject }
    case 'transfer.in_review':
    case 'transfer.reviewed':
      return { kind: 'transfer', key: event.subject.replace('transfer ', '') }
    case 'bill.created':
    case 'bill.partly_paid':
    case 'bill.paid':
    case 'bill.used':
    case 'bill.overpaid':
    case 'bill.overdue':
    case 'bill.closed':
    case 'bill.expired':
      return { kind: 'bill', key: event.payload.bill }
    case 'shift.opened':
    case 'shift.closed':
      return { kind: 'shift', key: String(event.payload.shiftId) }
    case 'stock.low':
    case 'stock.changed':
      return { kind: 'stock', key: `${event.payload.variantId} ${event.payload.mode}` }
    case 'customer.created':
      return { kind: 'customer', key: String(event.payload.customerId) }
    case 'withdrawal.moved':
      return { kind: 'withdrawal', key: event.payload.withdrawalId }
    case 'connection.failing':
    case 'connection.recovered':
      return { kind: 'connection', key: String(event.payload.connectionId) }
    case 'endpoint.disabled':
      return { kind: 'endpoint', key: event.payload.endpointId }
    default:
      return { kind: 'order', key: event.payload.orderNumber }
  }
}
