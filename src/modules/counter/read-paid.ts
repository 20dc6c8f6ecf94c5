import type { EventPayloads } from '../../events/payloads.ts'
import { type ReadEvent, type Reader, readSince } from '../../events/read-since.ts'
import type { Needs } from '../../needs.ts'

/** A payment that was recorded as paid. */
export interface PaidNow {
  /** The id of its event. */
  id: string
  /** The money that came, in whole rupiah. */
  amount: number
  /** Real time, when its transaction began. */
  recordedAt: Date
  /** Business time. */
  createdAt: Date
}

export interface PaidSince {
  /** For each listener, the oldest first. */
  found: PaidNow[][]
  /** The moment up to which everything was read, if there is more; null at the end. */
  until: Date | null
}

/** Reads the payments that are new to each of many readers, all in one round trip. */
export async function readPaid(app: Needs<'sql'>, readers: readonly Reader[]): Promise<PaidSince> {
  const { found, until } = await readSince(app, readers, ['payment.paid'])
  return { found: found.map(events => events.map(paidAmounts)), until }
}

/** The payment of an event `payment.paid`. */
export function paidAmounts({ id, payload, recordedAt, createdAt }: ReadEvent): PaidNow {
  const { paidAmount: amount } = payload as EventPayloads['payment.paid']
  return { id, amount, recordedAt, createdAt }
}
