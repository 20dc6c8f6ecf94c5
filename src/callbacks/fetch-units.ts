import { randomUUID } from 'node:crypto'
import { insistOnRecord } from '../database/insist-on-record.ts'
import type { Tx } from '../database/transaction.ts'
import { readWebhookSecrets } from '../keys/webhook-secret.ts'
import { leaseHolder } from '../lib/holder.ts'
import { type StartedWork, startEach } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { failUnitRequest, handOverUnits, type RunningUnitRequest } from '../orders/hand-over-units.ts'
import { type DueRequest, UnitRequest, unitDelaysS } from '../orders/unit-request.ts'
import { lockDueUnitsSql } from './fetch-units-sql.ts'
import { postUnitRequest, type UnitAnswer } from './post-unit-request.ts'

type FetchNeeds = Needs<'em' | 'sql' | 'transaction' | 'now' | 'seal' | 'outbound' | 'config' | 'log' | 'reactions'>

// Longer than the timeout of a request. If a process dies first, another one frees its leases within seconds and asks
// the server again with the same key.
const leaseMs = 45_000
const perAccountMax = 20

/**
 * Requests the units that paid orders need from sellers' servers. Every request for a unit carries the same
 * Idempotency-Key until it is answered, and its units are handed over once even if it was sent twice. A failed request
 * is retried for about nine minutes; then the merchant is notified.
 */
export async function fetchUnits(app: FetchNeeds, limit: number): Promise<StartedWork> {
  const { due, secretsOf } = await app.transaction('installation', async tx => {
    const due = await claimUnitRequests(app, tx, limit)
    const secretsOf = await readWebhookSecrets(app, tx, [...new Set(due.map(({ account }) => account.id))])
    return { due, secretsOf }
  })
  return startEach(
    due,
    ({ leaseToken }) => [leaseToken],
    async request => {
      try {
        if (!request.order.mayBeCompleted()) await dropUnitRequest(app, request)
        else {
          const answer = await postUnitRequest(app, request, secretsOf(request.account.id))
          await insistOnRecord(leaseMs / 1000, () => settleUnitRequest(app, request, answer))
        }
      } catch (error) {
        app.log.error({ err: error, unit_request: request.id }, 'units could not be asked for')
      }
    },
  )
}

async function claimUnitRequests(app: FetchNeeds, { em, query }: Tx, limit: number): Promise<DueRequest[]> {
  const now = app.now()
  const locked = await query(lockDueUnitsSql, { now, limit, perAccount: perAccountMax })
  if (locked.length === 0) return []
  const due = await em.find(UnitRequest, { id: locked.map(({ id }) => id) }, { orderBy: { nextAt: 'asc', id: 'asc' } })
  for (const request of due) {
    request.leaseToken = randomUUID()
    request.leaseHolder = leaseHolder
    request.nextAt = new Date(now.getTime() + leaseMs)
  }
  await em.flush()
  await em.populate(due, ['order', 'item.variant.product'], { filters: { caller: false } })
  return due as DueRequest[]
}

// The order was cancelled, or completed by hand: none of its units may be handed over.
async function dropUnitRequest(app: FetchNeeds, { id, account, mode, leaseToken }: DueRequest): Promise<void> {
  const mine = { id, leaseToken, state: 'pending' as const }
  const em = app.em({ accountId: account.id, mode })
  await em.nativeUpdate(UnitRequest, mine, { state: 'dropped', leaseToken: null, leaseHolder: null })
}

async function settleUnitRequest(app: FetchNeeds, request: DueRequest, answer: UnitAnswer): Promise<void> {
  const { id, account, mode, attempts, order, item, leaseToken } = request
  const owner = { accountId: account.id, mode }
  const unitRequest: RunningUnitRequest = { id, owner, orderId: order.id, itemId: item.id, leaseToken: leaseToken! }
  const delayS = unitDelaysS[attempts]
  if (answer.is === 'units') {
    if ((await handOverUnits(app, unitRequest, answer.units)) === 'done') return
    await failUnitRequest(app, unitRequest, 'the server handed out a unit that was sold before')
  } else if (answer.is === 'none' || delayS === undefined) {
    await failUnitRequest(app, unitRequest, answer.error)
  } else {
    const nextAt = new Date(app.now().getTime() + delayS * 1000)
    const later = { attempts: attempts + 1, nextAt, leaseToken: null, leaseHolder: null, lastError: answer.error }
    const mine = { id, leaseToken: unitRequest.leaseToken, state: 'pending' as const }
    await app.em({ accountId: account.id, mode }).nativeUpdate(UnitRequest, mine, later)
  }
  app.log.warn(
    { order: order.orderNumber, error: answer.is === 'units' ? null : answer.error },
    'no units were handed out',
  )
}
