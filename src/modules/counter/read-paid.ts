import type { EventPayloads } from '../../events/payloads.ts'
import { type ReadEvent, type Reader, readSince } from '../../events/read-since.ts'
import type { Needs } from '../../needs.ts'

/** A payment that was recorded as paid. */
export interface PaidNow {
  /** The id of its event. */
  id: string
  /** The received amount, in whole rupiah. */
  amount: number
  /** The real time at which its transaction began. */
  recordedAt: Date
  /** The business time. */
  createdAt: Date
}

export interface PaidSince {
  /** The payments for each listener, oldest first. */
  found: PaidNow[][]
  /** The moment up to which payments were read, if there are more; null if that is all. */
  until: Date | null
}

/** Reads the new payments for many readers in one round trip. */
export async function readPaid(app: Needs<'sql'>, readers: readonly Reader[]): Promise<PaidSince> {
  const { found, until } = await readSince(app, readers, ['payment.paid'])
  return { found: found.map(events => events.map(paidAmounts)), until }
}

/** Returns the payment of a `payment.paid` event. */
export function paidAmounts({ id, payload, recordedAt, createdAt }: ReadEvent): PaidNow {
  const { paidAmount: amount } = payload as EventPayloads['payment.paid']
  return { id, amount, recordedAt, createdAt }
}
