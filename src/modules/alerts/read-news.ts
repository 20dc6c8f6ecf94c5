import type { EventPayloads, EventType } from '../../events/payloads.ts'
import { type EventReader, type ReadEvent, readSince } from '../../events/read-since.ts'
import type { Needs } from '../../needs.ts'
import { listAdditions } from '../../slots.ts'
import type { AlertFacts } from './alert.ts'

/** A change of an object that lists show. */
export interface NewsItem {
  /** The id of its event. */
  id: string
  /** The facts for its sound; null if it makes none. */
  facts: AlertFacts | null
  recordedAt: Date
}

/** The core's events that change what lists of orders or payments show. */
export const listedEventTypes = [
  'order.placed',
  'order.waiting_payment',
  'order.payment_ended',
  'order.paid',
  'order.paid_in_vain',
  'order.processing',
  'order.shipped',
  'order.completed',
  'order.cancelled',
  'order.undone',
  'payment.paid',
  'payment.expired',
  'payment.cancelled',
  'payment.refunded',
  'transfer.in_review',
  'transfer.reviewed',
] as const satisfies EventType[]

interface NewsSince {
  /** The news for each page, oldest first. */
  found: NewsItem[][]
  /** Where reading stopped, if more events exist; otherwise null. */
  until: Date | null
}

/** Reads the news for many pages in one round trip. */
export async function readNews(app: Needs<'sql' | 'slots'>, readers: readonly EventReader[]): Promise<NewsSince> {
  const { found, until } = await readSince(app, readers, [...listedEventTypes, ...listAdditions(app, 'listedEvents')])
  const newsOf = (event: ReadEvent): NewsItem => ({
    id: event.id,
    facts: readFacts(event),
    recordedAt: event.recordedAt,
  })
  return { found: found.map(events => events.map(newsOf)), until }
}

// The money of an order sounds as money, because the order itself has sounded before.
function readFacts({ type, payload }: ReadEvent): AlertFacts | null {
  if (type === 'order.placed') {
    const { orderNumber: number, total: amount, door } = payload as EventPayloads['order.placed']
    return door === 'counter' ? null : { what: 'order_placed', number, amount }
  }
  if (type !== 'payment.paid') return null
  const { invoiceId: number, paidAmount: amount } = payload as EventPayloads['payment.paid']
  return { what: 'payment_paid', number, amount }
}
