import { LockMode } from '@mikro-orm/core'
import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import type { Needs } from '../../needs.ts'
import { Payment } from '../../payments/payment.ts'
import { fillHours } from '../../payments/statistics/fill-hours.ts'
import { Order } from '../order.ts'
import { SaleMark } from './sale-mark.ts'
import { StatisticsFill } from './statistics-fill.ts'

const timeMaxMs = 2000

/**
 * Computes the totals by hour and of sales for the past, one day of an account at a time, newest first. Both are
 * recomputed from payments and orders, so counting a day twice does no harm. Returns the number of days counted.
 */
export async function fillStatistics(app: Needs<'transaction' | 'calendar'>): Promise<number> {
  const startedAt = performance.now()
  let counted = 0
  while (performance.now() - startedAt < timeMaxMs && (await fillDay(app))) counted++
  return counted
}

/** Returns whether there was one. */
function fillDay(app: Needs<'transaction' | 'calendar'>): Promise<boolean> {
  return app.transaction('installation', async tx => {
    const fill = await tx.em.findOne(
      StatisticsFill,
      { account: { $ne: null } },
      { orderBy: { since: 'desc' }, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    )
    if (!fill) return false
    const { since, mode } = fill
    const accountId = fill.account.id
    const [payment, order] = await findNewest(tx, { accountId, mode, since })
    if (!payment && !order) {
      await tx.em.remove(fill).flush()
      return true
    }
    const newest = Math.max(payment?.createdAt.getTime() ?? 0, order?.createdAt.getTime() ?? 0)
    const day = app.calendar.formatDay(new Date(newest))
    const from = app.calendar.startOfDay(day)!
    if (payment && payment.createdAt >= from) {
      await fillHours(tx, { accountId, mode }, { from, before: app.calendar.endOfDay(day)! })
    }
    if (order && order.createdAt >= from) markDay(tx, order, { accountId, mode })
    fill.since = from
    await tx.em.flush()
    return true
  })
}

interface Before {
  accountId: number
  mode: Mode
  since: Date
}

async function findNewest({ em }: Tx, { accountId, mode, since }: Before): Promise<[Payment | null, Order | null]> {
  const older = { account: accountId, mode, createdAt: { $lt: since } }
  const payment = await em.findOne(Payment, older, { orderBy: { createdAt: 'desc', invoiceId: 'desc' } })
  return [payment, await em.findOne(Order, older, { orderBy: { createdAt: 'desc', id: 'desc' } })]
}

/** Marks a day by one of its orders. */
function markDay({ em }: Tx, order: Order, { accountId, mode }: { accountId: number; mode: Mode }): void {
  const { id: orderId, customerId, createdAt } = order
  em.create(SaleMark, { account: accountId, mode, orderId, customerId: customerId!, createdAt })
}
