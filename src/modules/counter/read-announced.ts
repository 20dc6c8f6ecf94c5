import type { EventPayloads, EventType } from '../../events/payloads.ts'
import { type ReadEvent, type Reader, readSince } from '../../events/read-since.ts'
import type { Needs } from '../../needs.ts'

/** News that a soundbox says: money that came, an order that was placed, an order that was paid. */
export interface Announced {
  kind: 'money' | 'order' | 'paid_order'
  /** The id of its event. */
  id: string
  /** The money that came, or the total of the order, in whole rupiah. */
  amount: number
  /** Real time, when its transaction began. */
  recordedAt: Date
  /** Business time. */
  createdAt: Date
}

export interface AnnouncedSince {
  /** For each listener, the oldest first. */
  found: Announced[][]
  /** The moment up to which everything was read, if there is more; null at the end. */
  until: Date | null
}

const types = ['payment.paid', 'order.placed', 'order.paid'] as const satisfies EventType[]

/** Reads what is new to each of many soundboxes, all in one round trip. */
export async function readAnnounced(app: Needs<'sql'>, readers: readonly Reader[]): Promise<AnnouncedSince> {
  const { found, until } = await readSince(app, readers, types)
  return { found: found.map(events => events.flatMap(event => toAnnounced(event) ?? [])), until }
}

/** Null for a sale at the counter, which is rung up by the person who would hear it. */
export function toAnnounced({ id, type, payload, recordedAt, createdAt }: ReadEvent): Announced | null {
  if (type === 'payment.paid') {
    const { paidAmount: amount } = payload as EventPayloads['payment.paid']
    return { kind: 'money', id, amount, recordedAt, createdAt }
  }
  const { total: amount, door } = payload as EventPayloads['order.placed']
  if (door === 'counter') return null
  return { kind: type === 'order.paid' ? 'paid_order' : 'order', id, amount, recordedAt, createdAt }
}
