import { toInstances } from '../database/columns.ts'
import { insistOnRecord } from '../database/insist-on-record.ts'
import type { Tx } from '../database/transaction.ts'
import { readWebhookSecrets } from '../keys/webhook-secret.ts'
import { gatherWork } from '../lib/gather.ts'
import { leaseHolder } from '../lib/holder.ts'
import { type StartedWork, startEach } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import type { AttemptedDelivery } from './attempted-delivery.ts'
import { Backlog } from './backlog.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { claimSql, lockAccountsSql } from './deliver-callbacks-sql.ts'
import { Delivery } from './delivery.ts'
import { markAttempts } from './mark-attempts.ts'
import { postCallback } from './post-callback.ts'

type DeliverNeeds = Needs<
  'sql' | 'transaction' | 'now' | 'seal' | 'outbound' | 'config' | 'calendar' | 'log' | 'reactions' | 'wake'
>

const leaseS = 45
const perEndpointMax = 5
// Enough for an account with many good endpoints, without letting one account fill the process.
const perAccountMax = 50

const backlog = new Backlog('delivery', 'more-callbacks')

/**
 * Claims due callbacks and posts each to its address. First attempts go before retries. An endpoint (an account and an
 * origin) has at most five running deliveries, an account fifty, so no backlog delays that of another. Only a recorded
 * outcome counts as an attempt: if a process dies before that, the callback is posted again.
 */
export async function deliverCallbacks(app: DeliverNeeds, limit: number): Promise<StartedWork> {
  const { claimed, secretsOf } = await app.transaction('installation', async tx => {
    await backlog.freeExpired(app, tx)
    const claimed = await claimDue(tx, limit, app.now())
    // Read with each claim, so that a withdrawn secret no longer signs anything.
    const accounts = new Set(claimed.map(({ account }) => account.id))
    return { claimed, secretsOf: await readWebhookSecrets(app, tx, [...accounts]) }
  })
  // More may be due than fit into this process or endpoint.
  const isCut = claimed.length >= limit
  const mark = gatherWork<AttemptedDelivery>(async attempts => {
    await insistOnRecord(leaseS, () => markAttempts(app, attempts))
    if (isCut || attempts.some(({ delivery }) => delivery.full)) backlog.goOn(app.wake)
  })
  return startEach(
    claimed,
    delivery => [delivery.leaseToken],
    async delivery => {
      try {
        await mark({ delivery, outcome: await postCallback(app, delivery, secretsOf(delivery.account.id)) })
      } catch (error) {
        app.log.error({ err: error, invoice_id: delivery.invoiceId }, 'a callback could not be worked on')
      }
    },
  )
}

// Running deliveries are counted under a lock of the account; otherwise two concurrent processes would both find room.
async function claimDue(tx: Tx, limit: number, now: Date): Promise<ClaimedDelivery[]> {
  const accounts = await tx.query(lockAccountsSql, { now })
  const endpoint = accounts.flatMap(({ id, origins }) => origins.map(origin => ({ account_id: id, origin })))
  if (endpoint.length === 0) return []
  const bounds = { limit, perEndpoint: perEndpointMax, perAccount: perAccountMax }
  const rows = await tx.query(claimSql, { endpoint, now, holder: leaseHolder, leaseS, ...bounds })
  return toInstances(Delivery, rows)
}
