import { raw } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { Subscription } from '../../accounts/subscription.ts'
import { DigitalFile } from '../../goods/digital-file.ts'
import { ProductImage } from '../../goods/product-image.ts'
import { StoredPicture } from '../../goods/stored-picture.ts'
import { moveDay } from '../../lib/calendar.ts'
import type { Needs } from '../../needs.ts'
import { PaymentDay } from './payment-day.ts'
import { PaymentDelta } from './payment-delta.ts'

/** An account's use of the installation. */
export interface AccountUsage {
  /** The live money of the last thirty days, in whole rupiah. */
  volume: number
  /** The last day on which it created a live payment, `YYYY-MM-DD`; null if it never did. */
  lastDay: string | null
  /** The bytes of its files and pictures. */
  disk: number
  plan: Subscription['plan'] | null
}

export const usageOrders = ['volume', 'last', 'disk'] as const
export type UsageOrder = (typeof usageOrders)[number]

const days = 30
const unused: AccountUsage = { volume: 0, lastDay: null, disk: 0, plan: null }

/** Returns the usage of all accounts that have any, from the daily totals and the sizes of what they stored. */
export async function readUsage(
  app: Needs<'slowly' | 'now' | 'calendar'>,
): Promise<{ of(accountId: number): AccountUsage; sorted(order: UsageOrder): number[] }> {
  const usage = await app.slowly(async ({ em: scoped }) => {
    const em = scoped('installation')
    const today = app.calendar.formatDay(app.now())
    const month = moveDay(today, 1 - days)
    const usage = new Map<number, AccountUsage>()
    const add = (id: number | string, change: (present: AccountUsage) => Partial<AccountUsage>) => {
      const present = usage.get(Number(id)) ?? unused
      usage.set(Number(id), { ...present, ...change(present) })
    }
    const ofDay = (account: number | string, day: string, revenue: number) =>
      add(account, ({ volume, lastDay }) => ({
        volume: volume + (day >= month ? revenue : 0),
        lastDay: lastDay !== null && lastDay > day ? lastDay : day,
      }))
    const folded = await em
      .qb(PaymentDay)
      .select(['account', raw('max(day)::text as last'), raw(`sum(revenue) filter (where day >= '${month}') as sum`)])
      .where({ mode: 'live', total: { $gt: 0 } })
      .groupBy('account')
      .execute<{ account: number; last: string; sum: number | string | null }[]>('all')
    for (const row of folded) {
      ofDay(row.account, row.last, 0)
      add(row.account, ({ volume }) => ({ volume: volume + Number(row.sum ?? 0) }))
    }
    const fresh = await em
      .qb(PaymentDelta)
      .select(['account', 'createdAt', raw('sum(revenue) as sum')])
      .where({ mode: 'live' })
      .groupBy(['account', 'createdAt'])
      .execute<{ account: number; createdAt: Date | string; sum: number | string }[]>('all')
    for (const row of fresh) ofDay(row.account, app.calendar.formatDay(new Date(row.createdAt)), Number(row.sum))
    for (const stored of [DigitalFile, ProductImage, StoredPicture]) {
      const sizes = await em
        .qb(stored as typeof DigitalFile)
        .select(['account', raw('sum(file_size) as sum')])
        .groupBy('account')
        .execute<{ account: number; sum: number | string }[]>('all')
      for (const row of sizes) add(row.account, ({ disk }) => ({ disk: disk + Number(row.sum) }))
    }
    const plans = await em.find(Subscription, { startsAt: { $lte: app.now() }, endsAt: { $gt: app.now() } })
    for (const { account, plan } of plans) add(account.id, () => ({ plan }))
    const accounts = await em.find(Account, {}, { fields: ['id'], orderBy: { id: 'desc' } })
    return { found: usage, ids: accounts.map(({ id }) => id) }
  })
  const of = (id: number) => usage.found.get(id) ?? unused
  const most: Record<UsageOrder, (one: AccountUsage, other: AccountUsage) => number> = {
    volume: (one, other) => other.volume - one.volume,
    last: (one, other) => (other.lastDay ?? '').localeCompare(one.lastDay ?? ''),
    disk: (one, other) => other.disk - one.disk,
  }
  return { of, sorted: order => usage.ids.toSorted((one, other) => most[order](of(one), of(other))) }
}
