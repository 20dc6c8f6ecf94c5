import { deliverCallbacks } from '../callbacks/deliver-callbacks.ts'
import { fetchUnits } from '../callbacks/fetch-units.ts'
import { watchStock } from '../catalog/watch-stock.ts'
import { probeConnections } from '../connections/probe-connections.ts'
import { resealValues } from '../keys/reseal-values.ts'
import { createBoundedPool } from '../lib/bounded-pool.ts'
import { askCharges } from '../money/ask-charges.ts'
import { followPushes } from '../money/follow-pushes.ts'
import { readTransfers } from '../money/read-transfers.ts'
import { retryUnsettled } from '../money/retry-unsettled.ts'
import type { App } from '../needs.ts'
import { tellEndingPlans } from '../notices/tell-ending-plans.ts'
import { tellRestocks } from '../notices/tell-restocks.ts'
import { tellSales } from '../notices/tell-sales.ts'
import { cancelLeftoverInvoices } from '../orders/cancel-leftover-invoices.ts'
import { cancelStaleOrders } from '../orders/cancel-stale-orders.ts'
import { freeIdleGoods } from '../orders/free-idle-goods.ts'
import { chargePayments } from '../payments/charge-payments.ts'
import { expirePayments } from '../payments/expire-payments.ts'
import { foldStatistics } from '../payments/statistics/fold-statistics.ts'
import { freeIdleStars } from '../stars/free-idle-stars.ts'
import { analyzeTables } from './analyze-tables.ts'
import { forgetOld } from './forget-old.ts'
import { makeMonths } from './make-months.ts'
import type { Sweep } from './sweep.ts'

export interface Schedule {
  sweeps: Sweep[]
  /** Waits for work that sweeps set going. */
  drain(timeoutMs: number): Promise<void>
}

const secondMs = 1000
const minuteMs = 60_000
const hourMs = 3_600_000

/** All recurring work, on one page. A sweep claims rows and starts their work; bounded pools limit how much is under way at once. */
export function schedule(app: App): Schedule {
  // Most of them only wait: wide enough that a few who never answer do not fill them up.
  const chargers = createBoundedPool(200)
  const askers = createBoundedPool(200)
  // Merchants name the addresses of their own providers: what hangs there must not hold up the operator's, which serve everybody.
  const ownChargers = createBoundedPool(200)
  const ownAskers = createBoundedPool(200)
  const readers = createBoundedPool(50)
  const callers = createBoundedPool(200)
  const fetchers = createBoundedPool(100)
  const probers = createBoundedPool(20)
  return {
    sweeps: [
      sweep('charge-payments', secondMs, () => chargers.start(room => chargePayments(app, room, 'operator')), [
        'charges',
      ]),
      sweep('charge-own', secondMs, () => ownChargers.start(room => chargePayments(app, room, 'merchants')), [
        'charges',
      ]),
      sweep('ask-charges', secondMs, () => askers.start(room => askCharges(app, room, 'operator')), ['asks']),
      sweep('ask-own', secondMs, () => ownAskers.start(room => askCharges(app, room, 'merchants')), ['asks']),
      sweep('read-transfers', secondMs, () => readers.start(room => readTransfers(app, room)), ['reads']),
      sweep('deliver-callbacks', secondMs, () => callers.start(room => deliverCallbacks(app, room)), ['callbacks']),
      sweep('fetch-units', secondMs, () => fetchers.start(room => fetchUnits(app, room))),
      sweep('expire-payments', secondMs, () => expirePayments(app)),
      sweep('free-idle-goods', 5 * secondMs, () => freeIdleGoods(app)),
      sweep('free-idle-stars', 5 * secondMs, () => freeIdleStars(app)),
      sweep('watch-stock', 5 * secondMs, () => watchStock(app)),
      sweep('tell-restocks', 5 * secondMs, () => tellRestocks(app)),
      sweep('cancel-leftover-invoices', 5 * secondMs, () => cancelLeftoverInvoices(app)),
      sweep('cancel-stale-orders', 5 * secondMs, () => cancelStaleOrders(app)),
      sweep('follow-pushes', 5 * secondMs, () => followPushes(app)),
      sweep('retry-unsettled', 5 * secondMs, () => retryUnsettled(app)),
      sweep('probe-connections', minuteMs, () => probers.start(room => probeConnections(app, room))),
      sweep('reseal-values', 5 * secondMs, () => resealValues(app, 500)),
      sweep('fold-statistics', 5 * secondMs, () => foldStatistics(app)),
      sweep(
        'tell-ending-plans',
        minuteMs,
        onceAnHour(app, () => tellEndingPlans(app)),
      ),
      sweep(
        'tell-sales',
        minuteMs,
        onceAnHour(app, () => tellSales(app)),
      ),
      sweep('make-months', hourMs, () => makeMonths(app)),
      sweep('analyze-tables', minuteMs, () => analyzeTables(app)),
      sweep('forget-old', minuteMs, signal => forgetOld(app, signal)),
    ],
    async drain(timeoutMs) {
      const pools = [chargers, askers, ownChargers, ownAskers, readers, callers, fetchers, probers]
      await Promise.all(pools.map(pool => pool.drain(timeoutMs)))
    },
  }
}

/** Runs in every hour of business time, which the sandbox moves, and again where it failed. */
export function onceAnHour({ now }: Pick<App, 'now'>, run: () => Promise<unknown>): () => Promise<unknown> {
  let hourDone: number | undefined
  return async () => {
    const hour = Math.floor(now().getTime() / hourMs)
    if (hour === hourDone) return
    await run()
    hourDone = hour
  }
}

function sweep(name: string, everyMs: number, run: Sweep['run'], wakes: string[] = []): Sweep {
  return { name, everyMs, run, wakes }
}
