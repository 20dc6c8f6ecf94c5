import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import type { AttemptedDelivery } from './attempted-delivery.ts'
import { type AttemptMark, markAttempted } from './delivery-moves.ts'
import { recordHealth } from './record-health.ts'
import { recordOutcomes } from './record-outcomes.ts'

type MarkNeeds = Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'log'>

/**
 * Records the outcomes of attempts. If all succeeded, this is a single statement. Otherwise it also applies the
 * consequences of failures: the health of endpoints, and notices to merchants about callbacks that ran out of attempts.
 * An attempt whose lease was lost changes nothing.
 */
export async function markAttempts(app: MarkNeeds, attempts: AttemptedDelivery[]): Promise<void> {
  const now = app.now()
  const marks = attempts.map(attempt => ({ ...attempt, ...attempt.delivery.after(attempt.outcome, now) }))
  const written = await recordOutcomes(app, {
    isPlain: marks.every(({ state, delivery }) => state === 'delivered' && !delivery.troubled),
    mark: sql => markAttempted(sql, marks, now),
    async follow(tx, ids) {
      const won = marks.filter(({ delivery }) => ids.has(delivery.id))
      await announceLost(app, tx, won, now)
      await recordHealth(app, tx, won, now)
    },
  })
  for (const mark of marks) logMark(app, mark, written.has(mark.delivery.id))
}

async function announceLost(app: Needs<'reactions'>, tx: Tx, marks: AttemptMark[], now: Date): Promise<void> {
  const lost = marks.filter(({ state, delivery }) => state !== 'pending' && state !== 'delivered' && !delivery.isTest)
  await announceFacts(
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

function logMark(app: Needs<'log'>, mark: AttemptMark, marked: boolean): void {
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
