import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Mode } from '../../database/scope.ts'
import { moveDay } from '../../lib/calendar.ts'
import type { Needs } from '../../needs.ts'
import { Payment } from '../payment.ts'
import { PaymentDay } from './payment-day.ts'
import { PaymentDelta } from './payment-delta.ts'

/** The money received by the creation day of its payments, in whole rupiah, and the number of paid ones. */
export interface Volume {
  today: number
  paidToday: number
  /** The sum of seven days, including today. */
  week: number
  /** The sum of thirty days, including today. */
  month: number
  paidMonth: number
}

export interface AccountVolume extends Volume {
  accountId: number
  /** When its newest payment was created. */
  lastAt: Date | null
}

const days = 30
const weekDays = 7
const accountsShown = 10

/** Returns the money of the last thirty days over all accounts in one mode, and of the accounts with the most. */
export async function readVolumeByAccount(
  app: Needs<'slowly' | 'now' | 'calendar'>,
  mode: Mode,
): Promise<{ whole: Volume; accounts: AccountVolume[] }> {
  return app.slowly(async ({ em }) => {
    const volumes = await sumAccounts(em('installation'), app, mode)
    const whole = noVolume()
    for (const volume of volumes.values()) addTo(whole, volume)
    const best = [...volumes].sort(([, one], [, other]) => other.month - one.month).slice(0, accountsShown)
    const accounts: AccountVolume[] = []
    for (const [accountId, volume] of best) {
      const lastAt = await newestPayment(em('installation'), accountId, mode)
      accounts.push({ accountId, ...volume, lastAt })
    }
    return { whole, accounts }
  })
}

async function sumAccounts(
  em: EntityManager,
  { now, calendar }: Needs<'now' | 'calendar'>,
  mode: Mode,
): Promise<Map<number, Volume>> {
  const today = calendar.formatDay(now())
  const [week, month] = [moveDay(today, 1 - weekDays), moveDay(today, 1 - days)]
  const volumes = new Map<number, Volume>()
  const count = ({ account, revenue, paid }: Summed, day: string) => {
    const volume = volumes.get(Number(account)) ?? noVolume()
    volumes.set(Number(account), volume)
    addTo(
      volume,
      makeVolume({ revenue: Number(revenue), paid: Number(paid) }, { isToday: day >= today, isWeek: day >= week }),
    )
  }
  // A change that is folded between the two reads is missing only this once.
  const folded = await em
    .qb(PaymentDay)
    .select(['account', 'day', ...sums])
    .where({ mode, day: { $gte: month } })
    .groupBy(['account', 'day'])
    .execute<(Summed & { day: string })[]>('all')
  const moment = em.qb(PaymentDelta).select(['account', 'createdAt', ...sums])
  const fresh = await moment
    .where({ mode, createdAt: { $gte: calendar.startOfDay(month)! } })
    .groupBy(['account', 'createdAt'])
    .execute<(Summed & { createdAt: Date | string })[]>('all')
  for (const row of folded) count(row, row.day)
  for (const row of fresh) count(row, calendar.formatDay(new Date(row.createdAt)))
  return volumes
}

const sums = [raw('sum(revenue) as revenue'), raw('sum(paid) as paid')]

interface Summed {
  account: number | string
  revenue: number | string
  paid: number | string
}

function noVolume(): Volume {
  return { today: 0, paidToday: 0, week: 0, month: 0, paidMonth: 0 }
}

function makeVolume(
  { revenue, paid }: { revenue: number; paid: number },
  { isToday, isWeek }: { isToday: boolean; isWeek: boolean },
): Volume {
  return {
    today: isToday ? revenue : 0,
    paidToday: isToday ? paid : 0,
    week: isWeek ? revenue : 0,
    month: revenue,
    paidMonth: paid,
  }
}

function addTo(sum: Volume, volume: Volume): void {
  for (const name of Object.keys(sum) as (keyof Volume)[]) sum[name] += volume[name]
}

async function newestPayment(em: EntityManager, accountId: number, mode: Mode): Promise<Date | null> {
  const newest = { orderBy: { createdAt: 'desc' }, limit: 1, fields: ['createdAt'] } as const
  const [payment] = await em.find(Payment, { account: accountId, mode }, newest)
  return payment?.createdAt ?? null
}
