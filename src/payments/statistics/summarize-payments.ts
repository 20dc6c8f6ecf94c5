import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../payment.ts'
import { PaymentState } from '../state/payment-state.ts'
import { type StatisticsRow, statisticsSql } from './statistics-sql.ts'
import { sumRefunds } from './sum-refunds.ts'

export const periods = ['all', 'today', 'week', 'month', 'year'] as const
export type Period = (typeof periods)[number]

/** Numbers of payments by their state, and rupiah. */
export interface PaymentTotals {
  total: number
  pending: number
  paid: number
  expired: number
  cancelled: number
  /** The received amount, including unique codes. */
  revenue: number
  uniqueCodes: number
}

export interface Statistics {
  period: Period
  totals: PaymentTotals
  /** The refunded part of the revenue, in whole rupiah. */
  refunded: number
  /** The created payments, by requested method. */
  countByMethod: Map<string, number>
  /** The paid payments, by the method that paid. */
  revenueByMethod: Map<string, { count: number; revenue: number }>
  /** The days with payments, oldest first, `YYYY-MM-DD`. */
  days: (PaymentTotals & { day: string })[]
  /** The most recently paid payments, newest first. */
  recent: RecentPayment[]
}

type RecentPayment = Pick<Payment, 'invoiceId' | 'amount' | 'paidVia' | 'paidAt'>

const recentMax = 10

/**
 * Returns the statistics of contract 2.4: payments created within the period, in their current state, in one mode. Days
 * are those of the installation's time zone; a week begins on Monday. Revenue is the received amount.
 */
export async function summarizePayments(
  app: Needs<'slowly' | 'now' | 'calendar'>,
  scope: Required<AccountScope>,
  period: Period,
): Promise<Statistics> {
  const days = computePeriodDays(period, app)
  const rows = await readDays(app, scope, days)
  const from = app.calendar.startOfDay(days.first)!
  const refunded = await app.slowly(reads => sumRefunds(reads, scope, { from }), scope)
  return { period, refunded, ...summarizeRows(rows), recent: await findRecent(app, scope, days.first) }
}

/** Returns only the totals of `summarizePayments`, by one statement. */
export async function countPayments(
  app: Needs<'slowly' | 'now' | 'calendar'>,
  scope: Required<AccountScope>,
  period: Period,
): Promise<PaymentTotals> {
  return summarizeRows(await readDays(app, scope, computePeriodDays(period, app))).totals
}

function readDays(
  app: Needs<'slowly' | 'calendar'>,
  scope: Required<AccountScope>,
  { first, last }: { first: string; last: string },
): Promise<StatisticsRow[]> {
  const { accountId, mode } = scope
  const values = { accountId, mode, zone: app.calendar.zone, firstDay: first, lastDay: last }
  return app.slowly(({ sql }) => sql.query(statisticsSql, values), scope)
}

// Before the first possible payment, and after the last.
const [dawn, dusk] = ['2000-01-01', '9000-01-01']

/** Returns the first and the last possible day of a period, both included. */
export function computePeriodDays(
  period: Period,
  { now, calendar }: Needs<'now' | 'calendar'>,
): { first: string; last: string } {
  const today = calendar.formatDay(now())
  const first: Record<Period, string> = {
    all: dawn,
    today,
    week: findMonday(today),
    month: `${today.slice(0, 7)}-01`,
    year: `${today.slice(0, 4)}-01-01`,
  }
  return { first: first[period], last: dusk }
}

function findMonday(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

function summarizeRows(
  rows: StatisticsRow[],
): Pick<Statistics, 'totals' | 'countByMethod' | 'revenueByMethod' | 'days'> {
  const totals = noTotals()
  const countByMethod = new Map<string, number>()
  const revenueByMethod = new Map<string, { count: number; revenue: number }>()
  const days = new Map<string, PaymentTotals>()
  for (const row of rows) {
    addRow(totals, row)
    if (!days.has(row.day)) days.set(row.day, noTotals())
    addRow(days.get(row.day)!, row)
    countByMethod.set(row.payment_method, (countByMethod.get(row.payment_method) ?? 0) + row.total)
    if (row.paid_via !== '') {
      const through = revenueByMethod.get(row.paid_via) ?? { count: 0, revenue: 0 }
      revenueByMethod.set(row.paid_via, {
        count: through.count + row.paid,
        revenue: through.revenue + row.revenue,
      })
    }
  }
  return { totals, countByMethod, revenueByMethod, days: [...days].map(([day, counted]) => ({ day, ...counted })) }
}

function noTotals(): PaymentTotals {
  return { total: 0, pending: 0, paid: 0, expired: 0, cancelled: 0, revenue: 0, uniqueCodes: 0 }
}

function addRow(totals: PaymentTotals, row: StatisticsRow): void {
  totals.total += row.total
  totals.pending += row.pending
  totals.paid += row.paid
  totals.expired += row.expired
  totals.cancelled += row.cancelled
  totals.revenue += row.revenue
  totals.uniqueCodes += row.unique_codes
}

function findRecent(
  { slowly, calendar }: Needs<'slowly' | 'calendar'>,
  scope: AccountScope,
  first: string,
): Promise<RecentPayment[]> {
  return slowly(async ({ em }) => {
    const paid = { status: 'paid', createdAt: { $gte: calendar.startOfDay(first)! } } as const
    const newest = { orderBy: { paidAt: 'desc' }, limit: recentMax, populate: ['payment'] } as const
    const fields = ['payment.invoiceId', 'payment.amount', 'payment.paidVia', 'payment.paidAt'] as const
    return (await em(scope).find(PaymentState, paid, { ...newest, fields })).map(({ payment }) => payment)
  }, scope)
}
