import type { Mode } from '../../database/scope.ts'
import { Event } from '../../events/event.ts'
import type { EventPayloads } from '../../events/payloads.ts'
import type { Needs } from '../../needs.ts'

/** Somebody who wants to hear of the payments of an account. */
export interface Listener {
  accountId: number
  mode: Mode
  /** Real time: payments that were noted as paid after it are read. */
  after: Date
}

/** A payment that was noted as paid. */
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
  /** The moment up to which everything was read, where there is more; null where that is all. */
  until: Date | null
}

const paidAtOnce = 500

/** Reads the payments that each of many listeners wants to hear of, all in one round trip. */
export async function readPaid(app: Needs<'em'>, listeners: readonly Listener[]): Promise<PaidSince> {
  // An account that has several is asked for once, from the first of them on.
  const firsts = new Map<string, Listener>()
  for (const listener of listeners) {
    const key = `${listener.accountId} ${listener.mode}`
    const known = firsts.get(key)
    if (!known || listener.after < known.after) firsts.set(key, listener)
  }
  const wanted = [...firsts.values()].map(({ accountId: account, mode, after }) => ({
    account,
    mode,
    type: 'payment.paid',
    recordedAt: { $gt: after },
  }))
  const oldest = { orderBy: { recordedAt: 'asc', id: 'asc' }, limit: paidAtOnce } as const
  const events = await app.em('installation').find(Event, { $or: wanted }, oldest)
  const found = listeners.map(({ accountId, mode, after }) =>
    events
      .filter(event => event.accountId === accountId && event.mode === mode && event.recordedAt > after)
      .map(paidOf),
  )
  return { found, until: events.length === paidAtOnce ? events.at(-1)!.recordedAt : null }
}

/** The payment of an event `payment.paid`. */
export function paidOf({ id, payload, recordedAt, createdAt }: Event): PaidNow {
  const { paidAmount: amount } = payload as EventPayloads['payment.paid']
  return { id, amount, recordedAt, createdAt }
}
