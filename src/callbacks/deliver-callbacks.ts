import { toInstances } from '../database/columns.ts'
import { insistOnRecord } from '../database/insist-on-record.ts'
import type { Tx } from '../database/transaction.ts'
import { readWebhookSecrets } from '../keys/webhook-secret.ts'
import { gatherWork } from '../lib/gather.ts'
import { holder } from '../lib/holder.ts'
import { type Started, startEach } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import type { Attempt } from './attempt.ts'
import { Backlog } from './backlog.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { claim, lockAccounts } from './deliver-callbacks-sql.ts'
import { Delivery } from './delivery.ts'
import { markAttempts } from './mark-attempts.ts'
import { postCallback } from './post-callback.ts'

type DeliverNeeds = Needs<
  'sql' | 'transaction' | 'now' | 'seal' | 'outbound' | 'config' | 'calendar' | 'log' | 'reactions' | 'wake'
>

const leaseS = 45
const perEndpointMax = 5
// Enough for an account with many good endpoints, and no account fills the process.
const perAccountMax = 50

const backlog = new Backlog('delivery', 'more-callbacks')

/**
 * Claims due callbacks and posts each to its address. First attempts go before retries. An endpoint (an account and an
 * origin) has at most five running deliveries, an account fifty, and none waits for another's backlog. Only a recorded
 * outcome uses up an attempt: if a process dies before, the callback is posted again.
 */
export async function deliverCallbacks(app: DeliverNeeds, limit: number): Promise<Started> {
  const { claimed, secretsOf } = await app.transaction('installation', async tx => {
    await backlog.freeExpired(app, tx)
    const claimed = await claimDue(tx, limit, app.now())
    // Read with each claim: a withdrawn secret signs nothing that is claimed later.
    const accounts = new Set(claimed.map(({ account }) => account.id))
    return { claimed, secretsOf: await readWebhookSecrets(app, tx, [...accounts]) }
  })
  // More may be due than there was room for here, or at an endpoint.
  const isCut = claimed.length >= limit
  const mark = gatherWork<Attempt>(async attempts => {
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

// Deliveries under way are counted under a lock of the account: two processes that counted at once would both find
// room.
async function claimDue(tx: Tx, limit: number, now: Date): Promise<ClaimedDelivery[]> {
  const accounts = await tx.query(lockAccounts, { now })
  const endpoint = accounts.flatMap(({ id, origins }) => origins.map(origin => ({ account_id: id, origin })))
  if (endpoint.length === 0) return []
  const bounds = { limit, perEndpoint: perEndpointMax, perAccount: perAccountMax }
  const rows = await tx.query(claim, { endpoint, now, holder, leaseS, ...bounds })
  return toInstances(Delivery, rows)
}
