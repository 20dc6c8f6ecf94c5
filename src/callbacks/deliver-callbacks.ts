import { instancesOf } from '../database/columns.ts'
import type { Tx } from '../database/transaction.ts'
import { webhookSecretsOf } from '../keys/webhook-secret.ts'
import { gather } from '../lib/gather.ts'
import { holder } from '../lib/holder.ts'
import type { Started } from '../lib/started.ts'
import type { Wake } from '../lib/wake.ts'
import type { Needs } from '../needs.ts'
import type { Attempt } from './attempt.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { claim, lockAccounts } from './deliver-callbacks-sql.ts'
import { Delivery } from './delivery.ts'
import { freeExpired } from './delivery-moves.ts'
import { markAttempts } from './mark-attempts.ts'
import { postCallback } from './post-callback.ts'

type DeliverNeeds = Needs<
  'sql' | 'transaction' | 'now' | 'seal' | 'outbound' | 'config' | 'calendar' | 'log' | 'reactions' | 'wake'
>

const leaseS = 45
const perEndpointMax = 5
// Enough for an account with many good endpoints, and no account fills the process.
const perAccountMax = 50

/**
 * Claims callbacks that are due and posts each to its address. First attempts go before retries; no endpoint (an
 * account and an origin) has more than five under way, no account more than fifty, and none waits for another's
 * backlog. Only a recorded outcome uses up an attempt: where a process dies in between, the callback is posted again.
 */
export async function deliverCallbacks(app: DeliverNeeds, limit: number): Promise<Started> {
  const freesExpired = looksForExpired(app.wake)
  const { claimed, secretsOf } = await app.transaction('installation', async tx => {
    if (freesExpired) await freeExpired(tx, 'delivery')
    const claimed = await claimDue(tx, limit, app.now())
    // Read with each claim: a secret that was taken back signs nothing that is claimed later.
    const accounts = new Set(claimed.map(({ account }) => account.id))
    return { claimed, secretsOf: await webhookSecretsOf(app, tx, [...accounts]) }
  })
  // More may be due than there was room for here, or at an endpoint: that should not wait for the next sweep.
  const isCut = claimed.length >= limit
  const mark = gather<Attempt>(async attempts => {
    await markAttempts(app, attempts)
    if (isCut || attempts.some(({ delivery }) => delivery.full)) goOn(app.wake)
  })
  return {
    work: claimed.map(async delivery => {
      try {
        await mark({ delivery, outcome: await postCallback(app, delivery, secretsOf(delivery.account.id)) })
      } catch (error) {
        app.log.error({ err: error, invoice_id: delivery.invoiceId }, 'a callback could not be worked on')
      }
    }),
  }
}

const lookEveryMs = 1_000
const lookedAt = new WeakMap<Wake, number>()
const goingOn = new WeakSet<Wake>()

function goOn(wake: Wake): void {
  goingOn.add(wake)
  wake.notify('more-callbacks')
}

// A claim that goes on with a backlog, dozens of times a second, looks once a second for what a dead process held.
function looksForExpired(wake: Wake): boolean {
  const now = performance.now()
  if (goingOn.delete(wake) && now - (lookedAt.get(wake) ?? Number.NEGATIVE_INFINITY) < lookEveryMs) return false
  lookedAt.set(wake, now)
  return true
}

// Deliveries under way are counted under a lock of the account: two processes that counted at once would both find
// room.
async function claimDue(tx: Tx, limit: number, now: Date): Promise<ClaimedDelivery[]> {
  const accounts = await tx.query(lockAccounts, { now })
  const endpoint = accounts.flatMap(({ id, origins }) => origins.map(origin => ({ account_id: id, origin })))
  if (endpoint.length === 0) return []
  const bounds = { limit, perEndpoint: perEndpointMax, perAccount: perAccountMax }
  const rows = await tx.query(claim, { endpoint, now, holder, leaseS, ...bounds })
  return instancesOf(Delivery, rows)
}
