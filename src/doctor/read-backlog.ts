import type { EntityManager } from '@mikro-orm/postgresql'
import { Withdrawal } from '../books/withdrawal.ts'
import { Delivery } from '../callbacks/delivery.ts'
import { failedCallbacksCondition } from '../callbacks/failed-callbacks-condition.ts'
import { Connection } from '../connections/connection.ts'
import { Reading } from '../connections/reading.ts'
import { Transfer } from '../money/transfer.ts'
import type { Needs } from '../needs.ts'
import { InboxUpdate } from '../notices/inbox-update.ts'
import { Notice } from '../notices/notice.ts'
import { Charge } from '../payments/charge.ts'
import { Hold } from '../payments/hold.ts'
import { PaymentState } from '../payments/state/payment-state.ts'

export const workNames = [
  'charges_to_make',
  'readings_due',
  'payments_to_expire',
  'transfers_unsettled',
  'callbacks_due',
  'notices_due',
] as const
export type WorkName = (typeof workNames)[number]

export const troubleNames = [
  'connections_failing',
  'transfers_in_review',
  'withdrawals_open',
  'callbacks_dead',
  'notices_dead',
  'updates_dead',
] as const
export type TroubleName = (typeof troubleNames)[number]

/** Work that has waited longer than this many seconds counts as stuck. */
export const stuckAfterS = 60

export interface Backlog {
  /** The work that is due for the jobs, with the age of the oldest item in seconds. */
  work: Record<WorkName, { count: number; oldestS: number }>
  /** Work that needs a person. */
  trouble: Record<TroubleName, number>
}

/** Counts the work that waits for jobs and for people, over all accounts. */
export async function readBacklog(app: Needs<'em' | 'now' | 'slowly' | 'connectors'>): Promise<Backlog> {
  return app.slowly(async () => {
    const em = app.em('installation')
    const now = app.now()
    return {
      work: {
        charges_to_make: await countDue(em, Charge, { which: { state: 'waiting' }, column: 'askAt', now: new Date() }),
        readings_due: await countDue(em, Reading, { which: awaitedFilter(app, em), column: 'dueAt', now: new Date() }),
        payments_to_expire: await countDue(em, PaymentState, {
          which: { status: 'pending' },
          column: 'expiresAt',
          now: now,
        }),
        transfers_unsettled: await countDue(em, Transfer, {
          which: { state: 'unsettled' },
          column: 'retryAt',
          now: new Date(),
        }),
        callbacks_due: await countDue(em, Delivery, { which: { state: 'pending' }, column: 'nextAt', now: now }),
        notices_due: await countDue(em, Notice, { which: { state: 'pending' }, column: 'nextAt', now: now }),
      },
      trouble: {
        connections_failing: await em.count(Connection, { failingSince: { $ne: null }, isActive: true }),
        transfers_in_review: await em.count(Transfer, { state: 'review' }),
        withdrawals_open: await em.count(Withdrawal, { status: { $in: ['requested', 'approved'] } }),
        callbacks_dead: await em.count(Delivery, failedCallbacksCondition(em, ['exhausted', 'blocked'])),
        notices_dead: await em.count(Notice, { state: 'failed' }),
        updates_dead: await em.count(InboxUpdate, { state: 'dead' }),
      },
    }
  })
}

// Selects the connections that are read periodically. Open payments do not need the others, or those answer only for
// single codes.
function awaitedFilter(app: Needs<'now' | 'connectors'>, em: EntityManager): object {
  const listing = Object.values(app.connectors).filter(connector => connector.transfers ?? connector.history)
  const held = em
    .qb(Hold)
    .select('receivingAccount')
    .where({ heldUntil: { $gt: app.now() } })
  const coded = em.qb(Charge).select('connection').where({ state: 'coded', isClosed: false })
  return {
    connection: { removedAt: null, connector: { $in: listing.map(({ id }) => id) } },
    $or: [
      { wholeDayAt: { $lte: new Date() }, connection: { isActive: true } },
      { connection: { receivingAccount: { $in: held.toRaw() } } },
      { connection: { $in: coded.toRaw() } },
    ],
  }
}

// Returns the query for rows that become due at a given time.
async function countDue(
  em: EntityManager,
  // biome-ignore lint/suspicious/noExplicitAny: six tables, of which only the named column is read
  table: any,
  { which, column, now }: { which: object; column: string; now: Date },
): Promise<{ count: number; oldestS: number }> {
  const where = { ...which, [column]: { $lte: now } }
  const count = await em.count(table, where)
  if (count === 0) return { count, oldestS: 0 }
  const [oldest] = (await em.find(table, where, { orderBy: { [column]: 'asc' }, limit: 1 })) as Record<string, Date>[]
  return { count, oldestS: oldest ? Math.max(0, Math.round((now.getTime() - oldest[column]!.getTime()) / 1000)) : 0 }
}
