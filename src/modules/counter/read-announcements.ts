import type { EventPayloads, EventType } from '../../events/payloads.ts'
import { type EventReader, type ReadEvent, readSince } from '../../events/read-since.ts'
import type { Needs } from '../../needs.ts'

/** An event that a soundbox announces: received money, a new order, or a paid order. */
export interface Announcement {
  kind: 'money' | 'order' | 'paid_order'
  /** The id of its event. */
  id: string
  /** The received money, or the total of the order, in whole rupiah. */
  amount: number
  /** Real time, when its transaction began. */
  recordedAt: Date
  /** Business time. */
  createdAt: Date
}

export interface AnnouncementsSince {
  /** The events for each listener, oldest first. */
  found: Announcement[][]
  /** Where reading stopped, if more events exist; otherwise null. */
  until: Date | null
}

const types = ['payment.paid', 'order.placed', 'order.paid'] as const satisfies EventType[]

/** Reads the new events for many soundboxes in one round trip. */
export async function readAnnouncements(
  app: Needs<'sql'>,
  readers: readonly EventReader[],
): Promise<AnnouncementsSince> {
  const { found, until } = await readSince(app, readers, types)
  return { found: found.map(events => events.flatMap(event => toAnnouncement(event) ?? [])), until }
}

/** Returns the announcement of an event; null for a sale at the counter, because its cashier would hear it. */
export function toAnnouncement({ id, type, payload, recordedAt, createdAt }: ReadEvent): Announcement | null {
  if (type === 'payment.paid') {
    const { paidAmount: amount } = payload as EventPayloads['payment.paid']
    return { kind: 'money', id, amount, recordedAt, createdAt }
  }
  const { total: amount, door } = payload as EventPayloads['order.placed']
  if (door === 'counter') return null
  return { kind: type === 'order.paid' ? 'paid_order' : 'order', id, amount, recordedAt, createdAt }
}
