import type { EventType } from './payloads.ts'

/** The events that merchants' webhooks receive. The other events concern people or the installation. */
export const outwardTypes = [
  'payment.created',
  'payment.paid',
  'payment.expired',
  'payment.cancelled',
  'payment.refunded',
  'transfer.in_review',
  'transfer.reviewed',
  'order.placed',
  'order.waiting_payment',
  'order.paid',
  'order.processing',
  'order.shipped',
  'order.delivered',
  'order.completed',
  'order.cancelled',
  'order.undone',
  'order.paid_in_vain',
  'order.reviewed',
  'bill.created',
  'bill.partly_paid',
  'bill.paid',
  'bill.used',
  'bill.overpaid',
  'bill.overdue',
  'bill.closed',
  'bill.expired',
  'shift.opened',
  'shift.closed',
  'stock.low',
  'stock.changed',
  'customer.created',
  'withdrawal.moved',
  'connection.failing',
  'connection.recovered',
  'endpoint.disabled',
] as const satisfies (EventType | 'payment.created')[]

export type OutwardType = (typeof outwardTypes)[number]

/**
 * The version of the envelope and its contents. It increases for all types if one type loses a field, which should be
 * rare.
 */
export const outwardVersion = 1

/**
 * Presents the `data` of one event: the API's answer for its subject, and the change. The API's dialect implements it;
 * its types define the subject and payload of each event type.
 */
export type PresentOutward = (type: OutwardType, subject: object, payload: object) => object

const knownTypes: ReadonlySet<string> = new Set(outwardTypes)

export function isOutward(type: string): type is OutwardType {
  return knownTypes.has(type)
}
