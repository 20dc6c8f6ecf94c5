import type { EventType } from './payloads.ts'

/** What merchants' endpoints are told of. The other events concern people, or the installation. */
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
  'order.delivered',
  'order.completed',
  'order.cancelled',
  'order.undone',
  'order.paid_in_vain',
  'order.reviewed',
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
 * Of the envelope and of what is in it: raised for all types where a field of one is taken away, which nobody does
 * lightly.
 */
export const outwardVersion = 1

const known: ReadonlySet<string> = new Set(outwardTypes)

export function isOutward(type: string): type is OutwardType {
  return known.has(type)
}
