import type { Tx } from '../database/transaction.ts'
import { announce } from '../events/announce.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import type { Attempt } from './attempt.ts'
import { mark } from './deliver-callbacks-sql.ts'
import type { Delivery } from './delivery.ts'
import { noteHealth } from './note-health.ts'
import { nextDelayS } from './retry-schedule.ts'

type MarkNeeds = Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'log'>

interface Mark extends Attempt {
  state: Exclude<Delivery['state'], 'paused'>
  number: number
  nextAt: Date
}

/**
 * Records the outcomes of attempts: in one statement where all of them succeeded, else together with what follows from
 * the failures, which is the health of endpoints and the notices to merchants about callbacks that are not tried again.
 * An attempt whose lease was lost changes nothing.
 */
export async function markAttempts(app: MarkNeeds, attempts: Attempt[]): Promise<void> {
  const now = app.now()
  const marks = attempts.map(attempt => decide(attempt, now))
  const isPlain = marks.every(({ state, delivery }) => state === 'delivered' && !delivery.troubled)
  const written = isPlain
    ? await write(app.sql, marks, now)
    : await app.transaction('installation', async tx => {
        const ids = await write(tx, marks, now)
        const won = marks.filter(({ delivery }) => ids.has(delivery.id))
        await announceLost(app, tx, won, now)
        await noteHealth(app, tx, won, now)
        return ids
      })
  for (const mark of marks) tell(app, mark, written.has(mark.delivery.id))
}

function decide(attempt: Attempt, now: Date): Mark {
  const { delivery, outcome } = attempt
  const number = delivery.attempts + 1
  // A test is an attempt that somebody watches: it is not repeated.
  const delayS = delivery.isTest ? null : nextDelayS(number, outcome.retryAfterS)
  const afterFailure = delayS === null ? 'exhausted' : 'pending'
  return {
    ...attempt,
    number,
    state: outcome.next === 'retry' ? afterFailure : outcome.next,
    nextAt: new Date(now.getTime() + (delayS ?? 0) * 1000),
  }
}

async function write(sql: Sql, marks: Mark[], now: Date): Promise<Set<number>> {
  const outcome = marks.map(({ delivery, state, number, nextAt, outcome }) => ({
    id: delivery.id,
    month: delivery.month,
    token: delivery.leaseToken!,
    state,
    number,
    next_at: nextAt,
    status: outcome.status,
    duration_ms: outcome.durationMs,
    error: outcome.error,
    response: outcome.response,
  }))
  const rows = await sql.query(mark, { outcome, now })
  return new Set(rows.map(row => row.id))
}

async function announceLost(app: Needs<'reactions'>, tx: Tx, marks: Mark[], now: Date): Promise<void> {
  const lost = marks.filter(({ state, delivery }) => state !== 'pending' && state !== 'delivered' && !delivery.isTest)
  await announce(
    app,
    tx,
    lost.map(({ delivery, number, outcome }) => ({
      accountId: delivery.account.id,
      type: 'callback.exhausted' as const,
      subject: `delivery ${delivery.id} ${number}`,
      payload: { invoiceId: delivery.invoiceId, url: delivery.url, error: outcome.error },
      createdAt: now,
    })),
  )
}

function tell(app: Needs<'log'>, mark: Mark, marked: boolean): void {
  const fields = {
    invoice_id: mark.delivery.invoiceId,
    attempt: mark.number,
    status: mark.outcome.status,
    state: mark.state,
    marked,
  }
  if (mark.state === 'delivered') app.log.info(fields, 'callback delivered')
  else app.log.warn({ ...fields, error: mark.outcome.error }, 'callback not delivered')
}
