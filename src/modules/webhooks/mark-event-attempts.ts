import { classifyAttempt } from '../../callbacks/endpoint-health.ts'
import { makeOutcomeRow } from '../../callbacks/leased-sql.ts'
import { recordOutcomes } from '../../callbacks/record-outcomes.ts'
import { computeDeliveryState } from '../../callbacks/retry-schedule.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { computeRestS } from './chat-message.ts'
import { type EventOutcome, lockInOrderSql } from './deliver-events-sql.ts'
import { disableAndNotify } from './disable-and-notify.ts'
import type { EventAttempt } from './post-events.ts'
import { sealContexts, WebhookEndpoint } from './webhook.ts'
import { markSent } from './webhook-delivery-moves.ts'

type MarkNeeds = Needs<'sql' | 'transaction' | 'now' | 'seal' | 'reactions' | 'log'>

interface Mark extends EventAttempt {
  row: EventOutcome
}

/**
 * Records the outcomes of attempts. If all succeeded, this is a single statement; otherwise it also updates the health
 * of webhooks. An attempt whose lease was lost changes nothing. Returns whether a webhook has more events to receive.
 */
export async function markEventAttempts(app: MarkNeeds, attempts: EventAttempt[]): Promise<boolean> {
  const now = app.now()
  const marks = attempts.map(attempt => ({ ...attempt, row: toOutcomeRow(attempt, now) }))
  const rows = marks.map(({ row }) => row)
  const written = await recordOutcomes(app, {
    isPlain: marks.every(
      ({ row, endpoint }) => row.state === 'delivered' && endpoint.failingSince === null && endpoint.format === 'json',
    ),
    mark: sql => markSent(sql, rows, now),
    async follow(tx, marked) {
      const won = marks.filter(({ row }) => marked.has(row.id))
      await recordHealth(app, tx, won, now)
    },
  })
  for (const mark of marks) logAttempt(app, mark, written.has(mark.row.id))
  return [...written.values()].includes(true)
}

function toOutcomeRow({ delivery, outcome, request }: EventAttempt, now: Date): EventOutcome {
  return { ...makeOutcomeRow(delivery, outcome, computeDeliveryState(delivery, outcome, now)), request }
}

/**
 * Counts attempts for the health of their webhooks. A webhook that fails for five days, or reports that it is gone for
 * good, is disabled.
 */
async function recordHealth(app: MarkNeeds, tx: Tx, marks: Mark[], now: Date): Promise<void> {
  const telling = marks.filter(({ outcome }) => outcome.next !== 'blocked')
  const ids = [...new Set(telling.map(({ endpoint }) => endpoint.id))]
  if (ids.length === 0) return
  await tx.query(lockInOrderSql, { ids })
  const endpoints = await tx.em.find(WebhookEndpoint, { id: ids }, { orderBy: { id: 'asc' }, refresh: true })
  for (const endpoint of endpoints) {
    const own = telling.filter(mark => mark.endpoint.id === endpoint.id)
    const hasFailed = selectCounted(own)
      .map(({ outcome }) => endpoint.count(classifyAttempt(outcome), now))
      .includes(true)
    const restS = Math.max(...own.map(({ outcome }) => computeRestS(endpoint.format, outcome)))
    const movedTo = own.find(mark => mark.movedTo !== undefined)?.movedTo
    if (movedTo !== undefined) endpoint.sealedAddress = app.seal.seal(movedTo, sealContexts.address(endpoint.id))
    if (restS > 0) endpoint.restUntil = new Date(now.getTime() + restS * 1000)
    const isGone = own.some(({ outcome, delivery }) => outcome.next === 'stopped' && delivery.erasedAt === null)
    if (!endpoint.isEnabled() || endpoint.deletedAt !== null) continue
    if (isGone) await disableAndNotify(app, tx, { endpoint, reason: 'gone', now })
    else if (hasFailed) await disableAndNotify(app, tx, { endpoint, reason: 'failing', now })
  }
  await tx.em.flush()
}

/**
 * Returns the attempts that count: a message to a chat is one attempt, however many events it contains; a postponed one
 * is not a failure.
 */
function selectCounted(marks: Mark[]): Mark[] {
  const counted = marks.filter(({ outcome }) => outcome.status !== 429)
  return counted[0]?.endpoint.format === 'json' ? counted : counted.slice(0, 1)
}

function logAttempt(app: Needs<'log'>, { endpoint, delivery, outcome, row }: Mark, marked: boolean): void {
  const fields = { endpoint: endpoint.id, type: delivery.type, attempt: row.number, status: outcome.status, marked }
  if (row.state === 'delivered') app.log.info(fields, 'event delivered')
  else app.log.warn({ ...fields, state: row.state, error: outcome.error }, 'event not delivered')
}
