import type { Mode } from '../../database/scope.ts'
import { Event } from '../../events/event.ts'
import type { EventPayloads, EventType } from '../../events/payloads.ts'
import type { Needs } from '../../needs.ts'
import type { AlertFacts } from './alert.ts'

/** An open page of an account. `after` is real time: what was recorded after it is read. */
export interface Reader {
  accountId: number
  mode: Mode
  after: Date
}

/** A change of something that lists show. */
export interface News {
  /** The id of its event. */
  id: string
  /** Set if it rings. */
  facts: AlertFacts | null
  recordedAt: Date
}

/** The events after which lists of orders, payments or bills show something else. */
export const shownTypes = [
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
  'bill.created',
  'bill.partly_paid',
  'bill.paid',
  'bill.closed',
] as const satisfies EventType[]

const atOnce = 500

/** Reads what is new for each of many pages, all in one round trip. A page that is behind goes on with the next one. */
export async function readNews(app: Needs<'em'>, readers: readonly Reader[]): Promise<News[][]> {
  const firsts = new Map<string, Reader>()
  for (const reader of readers) {
    const key = `${reader.accountId} ${reader.mode}`
    const known = firsts.get(key)
    if (!known || reader.after < known.after) firsts.set(key, reader)
  }
  const wanted = [...firsts.values()].map(({ accountId: account, mode, after }) => ({
    account,
    mode,
    type: { $in: [...shownTypes] },
    recordedAt: { $gt: after },
  }))
  const oldest = { orderBy: { recordedAt: 'asc', id: 'asc' }, limit: atOnce } as const
  const events = await app.em('installation').find(Event, { $or: wanted }, oldest)
  return readers.map(({ accountId, mode, after }) =>
    events
      .filter(event => event.accountId === accountId && event.mode === mode && event.recordedAt > after)
      .map(event => ({ id: event.id, facts: factsOf(event), recordedAt: event.recordedAt })),
  )
}

// The money of an order rings as money, whose order has rung before.
function factsOf({ type, payload }: Event): AlertFacts | null {
  if (type === 'order.placed') {
    const { orderNumber: number, total: amount, door } = payload as EventPayloads['order.placed']
    return door === 'counter' ? null : { what: 'order_placed', number, amount }
  }
  if (type !== 'payment.paid') return null
  const { invoiceId: number, paidAmount: amount } = payload as EventPayloads['payment.paid']
  return { what: 'payment_paid', number, amount }
}
