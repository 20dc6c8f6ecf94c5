import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { moveDay } from '../lib/calendar.ts'
import type { Needs } from '../needs.ts'
import { Order } from '../orders/order.ts'
import { PaymentDay } from '../payments/statistics/payment-day.ts'
import { MerchantChat } from './merchant-chat.ts'
import { type MerchantNotice, planMerchantNotices } from './plan-notices.ts'

// Midnight is a bad time for a message, and by this hour every payment of the day has been counted.
const firstHour = 8
const batchSize = 500

/**
 * Sends merchants, from eight in the morning, their sales of the previous day; none after a day without sales. Returns
 * the number of accounts with sales. A second call changes nothing, because each day's notice is sent once.
 */
export async function notifyOfSales(app: Needs<'transaction' | 'now' | 'calendar'>): Promise<number> {
  const now = app.now()
  if (Number(app.calendar.format(now).slice(11, 13)) < firstHour) return 0
  const day = moveDay(app.calendar.formatDay(now), -1)
  return app.transaction('installation', async tx => {
    const notices = await findSales(app, tx, day)
    await planMerchantNotices(tx, now, notices)
    return notices.length
  })
}

async function findSales({ calendar }: Needs<'calendar'>, { em }: Tx, day: string): Promise<MerchantNotice[]> {
  const chats = await em.qb(MerchantChat).select('account').distinct().where({ blockedAt: null }).execute<IdRow[]>()
  const ids = chats.map(({ account }) => Number(account))
  const onDay = { $gte: calendar.startOfDay(day)!, $lt: calendar.endOfDay(day)! }
  const modes = new Map<number, Mode>()
  for (let at = 0; at < ids.length; at += batchSize) {
    const these = { account: ids.slice(at, at + batchSize), mode: ['live', 'test'] as Mode[] }
    const paid = em
      .qb(PaymentDay)
      .select(['account', 'mode'])
      .distinct()
      .where({ ...these, day, paid: { $gt: 0 } })
    const inCash = em
      .qb(Order)
      .select(['account', 'mode'])
      .distinct()
      .where({ ...these, paidVia: 'cash', createdAt: onDay })
    const sold = [...(await paid.execute<SoldRow[]>()), ...(await inCash.execute<SoldRow[]>())]
    for (const { account, mode } of sold) {
      // A merchant with live sales does not want a report of tests.
      if (modes.get(Number(account)) !== 'live') modes.set(Number(account), mode)
    }
  }
  return [...modes].map(([accountId, mode]) => ({
    kind: 'merchant.sales_day',
    accountId,
    key: `${accountId} ${day}`,
    data: { day, mode },
  }))
}

interface IdRow {
  account: number | string
}
type SoldRow = IdRow & { mode: Mode }
