import { closeBookDays } from '../books/statistics/close-book-days.ts'
import { deliverCallbacks } from '../callbacks/deliver-callbacks.ts'
import { dueCallbacksSql } from '../callbacks/deliver-callbacks-sql.ts'
import { fetchUnits } from '../callbacks/fetch-units.ts'
import { watchedVariantsSql, watchStock } from '../catalog/stock/watch-stock.ts'
import { probeConnections } from '../connections/probe-connections.ts'
import { resealValues } from '../keys/reseal-values.ts'
import { type BoundedPool, createBoundedPool } from '../lib/bounded-pool.ts'
import { type Condition, findDueSql } from '../lib/find-due-sql.ts'
import { followPushes, listPushingConnectors } from '../money/follow-pushes.ts'
import { pollCharges } from '../money/poll-charges.ts'
import { chargesToCheckSql } from '../money/poll-charges-sql.ts'
import { findListingConnectors, readTransfers } from '../money/read-transfers.ts'
import { readingsDueSql } from '../money/read-transfers-sql.ts'
import { retryUnsettled } from '../money/retry-unsettled.ts'
import type { App } from '../needs.ts'
import { forgetPictures } from '../notices/forget-pictures.ts'
import { notifyOfEndingPlans } from '../notices/notify-of-ending-plans.ts'
import { notifyOfRestocks } from '../notices/notify-of-restocks.ts'
import { notifyOfSales } from '../notices/notify-of-sales.ts'
import { followPhones } from '../notices/phones/follow-phones.ts'
import { cancelLeftoverInvoices, leftoverInvoicesSql } from '../orders/cancel-leftover-invoices.ts'
import { cancelStaleOrders } from '../orders/cancel-stale-orders.ts'
import { pendingPeriodS } from '../orders/order.ts'
import { releaseIdleGoods } from '../orders/release-idle-goods.ts'
import { receiveShippedOrders } from '../orders/shipping/receive-shipped-orders.ts'
import { fillStatistics } from '../orders/statistics/fill-statistics.ts'
import { totalSales } from '../orders/statistics/total-sales.ts'
import { chargePayments } from '../payments/charge-payments.ts'
import { waitingChargesSql } from '../payments/charge-payments-sql.ts'
import { expirePayments } from '../payments/expire-payments.ts'
import { overduePaymentsSql } from '../payments/expire-payments-sql.ts'
import { foldStatistics } from '../payments/statistics/fold-statistics.ts'
import { analyzeTables } from './analyze-tables.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import { makeMonths } from './make-months.ts'
import { type FindDue, isHasty, type Sweep } from './sweep.ts'

/**
 * Returns the sweeps of modules. Pools that they create with `createPool` are drained together with those of the core.
 */
export type ModuleSweeps = (app: App, createPool: (size: number) => BoundedPool) => readonly Sweep[]

export interface Schedule {
  sweeps: Sweep[]
  findDue: FindDue
  /** Waits for work that sweeps have started. */
  drain(timeoutMs: number): Promise<void>
}

const secondMs = 1000
const minuteMs = 60_000
const hourMs = 3_600_000

interface Looking {
  now: Date
  /** The connectors that list transfers; `pushing` are those that only push them. */
  listing: string[]
  pushing: string[]
}

/**
 * All recurring work of the core, on one page. A sweep claims rows and starts their work; bounded pools limit the
 * running work. Work that must start within a second, or whose absence is quickly noticed, has a condition besides its
 * interval (`due`).
 */
export function createSchedule(app: App, addedSweeps: ModuleSweeps = () => []): Schedule {
  const pools = createPools()
  const addedPools: BoundedPool[] = []
  const createPool = (size: number) => {
    const pool = createBoundedPool(size)
    addedPools.push(pool)
    return pool
  }
  const sweeps = [
    ...moneySweeps(app, pools),
    ...storeSweeps(app),
    ...upkeepSweeps(app),
    ...addedSweeps(app, createPool),
  ]
  const conditional = sweeps.filter(hasCondition)
  const dueSql = {
    all: findDueSql<Looking>(conditional),
    hasty: findDueSql<Looking>(conditional.filter(isHasty)),
  }
  const [listing, pushing] = [findListingConnectors(app), listPushingConnectors(app).map(({ id }) => id)]
  return {
    sweeps,
    async findDue(which = 'all') {
      const [due] = await app.sql.query(dueSql[which], { now: app.now(), listing, pushing })
      return due!.names
    },
    async drain(timeoutMs) {
      await Promise.all([...Object.values(pools), ...addedPools].map(pool => pool.drain(timeoutMs)))
    },
  }
}

function createPools() {
  return {
    // Hanging work frees its place after a second, and claims take turns (`createBoundedPool`).
    chargers: createBoundedPool(200),
    askers: createBoundedPool(200),
    // Merchants choose the addresses of their own providers: one that hangs must not delay the operator's, which serve
    // all accounts.
    ownChargers: createBoundedPool(200),
    ownAskers: createBoundedPool(200),
    readers: createBoundedPool(50),
    callers: createBoundedPool(200),
    fetchers: createBoundedPool(100),
    probers: createBoundedPool(20),
  }
}

type Pools = ReturnType<typeof createPools>

function moneySweeps(app: App, pools: Pools): Sweep[] {
  return [
    makeSweep('charge-payments', secondMs, () => pools.chargers.start(room => chargePayments(app, room, 'operator')), {
      wakes: ['charges'],
      due: waitingChargesSql,
    }),
    makeSweep('charge-own', secondMs, () => pools.ownChargers.start(room => chargePayments(app, room, 'merchants')), {
      wakes: ['charges'],
      due: waitingChargesSql,
    }),
    makeSweep('ask-charges', secondMs, () => pools.askers.start(room => pollCharges(app, room, 'operator')), {
      wakes: ['asks'],
      hurries: ['named-charges'],
      due: chargesToCheckSql,
    }),
    makeSweep('ask-own', secondMs, () => pools.ownAskers.start(room => pollCharges(app, room, 'merchants')), {
      wakes: ['asks'],
      hurries: ['named-charges'],
      due: chargesToCheckSql,
    }),
    makeSweep('read-transfers', secondMs, () => pools.readers.start(room => readTransfers(app, room)), {
      wakes: ['reads'],
      due: readingsDueSql,
    }),
    makeSweep('deliver-callbacks', secondMs, () => pools.callers.start(room => deliverCallbacks(app, room)), {
      wakes: ['callbacks'],
      hurries: ['more-callbacks'],
      due: dueCallbacksSql,
    }),
    makeSweep('fetch-units', secondMs, () => pools.fetchers.start(room => fetchUnits(app, room)), {
      due: "from unit_request where state = 'pending' and next_at <= :now",
    }),
    makeSweep('expire-payments', secondMs, () => expirePayments(app), { due: overduePaymentsSql }),
    makeSweep('follow-pushes', 5 * secondMs, () => followPushes(app), {
      due: 'from connection where removed_at is null and connector = any(:pushing)',
    }),
    makeSweep('follow-phones', minuteMs, signal => followPhones(app, signal)),
    makeSweep('retry-unsettled', 5 * secondMs, () => retryUnsettled(app), {
      due: "from transfer where state = 'unsettled' and retry_at <= now()",
    }),
    makeSweep('probe-connections', minuteMs, () => pools.probers.start(room => probeConnections(app, room))),
    makeSweep('fold-statistics', 5 * secondMs, () => foldStatistics(app), { due: 'from payment_delta' }),
  ]
}

function storeSweeps(app: App): Sweep[] {
  return [
    makeSweep('free-idle-goods', 5 * secondMs, () => releaseIdleGoods(app), {
      due: 'from store_order where held_until <= :now',
    }),
    makeSweep('total-sales', 5 * secondMs, () => totalSales(app), { due: 'from sale_mark' }),
    makeSweep('watch-stock', 5 * secondMs, () => watchStock(app), { due: watchedVariantsSql }),
    makeSweep('tell-restocks', 5 * secondMs, () => notifyOfRestocks(app), { due: 'from restock_wish' }),
    makeSweep('cancel-leftover-invoices', 5 * secondMs, () => cancelLeftoverInvoices(app), {
      due: leftoverInvoicesSql,
    }),
    makeSweep('cancel-stale-orders', 5 * secondMs, () => cancelStaleOrders(app), {
      due: `from store_order
        where status = 'pending' and pending_since <= :now::timestamptz - interval '${pendingPeriodS} s'`,
    }),
    makeSweep('receive-shipped-orders', 5 * secondMs, () => receiveShippedOrders(app), {
      due: "from store_order where status = 'processing' and receive_by <= :now",
    }),
    makeSweep(
      'tell-ending-plans',
      minuteMs,
      runHourly(app, () => notifyOfEndingPlans(app)),
    ),
    makeSweep(
      'tell-sales',
      minuteMs,
      runHourly(app, () => notifyOfSales(app)),
    ),
  ]
}

function upkeepSweeps(app: App): Sweep[] {
  return [
    makeSweep('reseal-values', 5 * secondMs, () => resealValues(app, 500), {
      due: 'from seal_key where resealed_at is null',
    }),
    makeSweep('fill-statistics', 5 * secondMs, () => fillStatistics(app), { due: 'from statistics_fill' }),
    makeSweep('close-book-days', minuteMs, () => closeBookDays(app)),
    makeSweep(
      'make-months',
      minuteMs,
      runHourly(app, () => makeMonths(app)),
    ),
    makeSweep('analyze-tables', minuteMs, () => analyzeTables(app)),
    makeSweep('forget-old', minuteMs, signal => deleteOldRows(app, signal)),
    makeSweep('forget-pictures', minuteMs, signal => forgetPictures(app, signal)),
  ]
}

/** Runs once in every hour of business time, which the sandbox can change, and again after a failure. */
export function runHourly({ now }: Pick<App, 'now'>, run: () => Promise<unknown>): () => Promise<unknown> {
  let hourDone: number | undefined
  return async () => {
    const hour = Math.floor(now().getTime() / hourMs)
    if (hour === hourDone) return
    await run()
    hourDone = hour
  }
}

function makeSweep(
  name: string,
  everyMs: number,
  run: Sweep['run'],
  when: Pick<Sweep, 'wakes' | 'hurries' | 'due'> = {},
): Sweep {
  return { name, everyMs, run, ...when }
}

function hasCondition(sweep: Sweep): sweep is Sweep & Condition {
  return sweep.due !== undefined
}
