import { raw } from '@mikro-orm/core'
import { SearchMiss } from '../../catalog/search-miss.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { ReadAccess } from '../../database/slow-reads.ts'
import type { DayRange } from '../../lib/calendar.ts'
import type { Needs } from '../../needs.ts'
import { CouponDay } from '../../orders/statistics/coupon-day.ts'
import { type CashSales, readCashSales } from '../../orders/statistics/read-cash-sales.ts'
import { type OptionSold, readOptionsSold } from '../../orders/statistics/read-options-sold.ts'
import { SaleDay } from '../../orders/statistics/sale-day.ts'
import { StatisticsFill } from '../../orders/statistics/statistics-fill.ts'
import { readHoursSql } from '../../payments/statistics/hours-sql.ts'
import { type StatisticsRow, statisticsSql } from '../../payments/statistics/statistics-sql.ts'
import { computePreviousRange, listDays, type NamedRange, weekdayIndex } from './range.ts'
import { type ProductSold, readProductsSold } from './read-products-sold.ts'

/** Payments that were created in a period, in their current state, and cash sales: both requested and paid. */
export interface PaymentFigures {
  created: number
  paid: number
  /** The received amount, in whole rupiah. */
  revenue: number
}

/** Orders that were placed in a period. Sold means paid, and not cancelled since. Amounts are in whole rupiah. */
export interface SaleFigures {
  placed: number
  sold: number
  revenue: number
  discount: number
  deliveryFees: number
  /** The number of customers whose first sold order it was. */
  newCustomers: number
  newRevenue: number
  /** The part of `sold` from counters: its customers are unknown, so neither new nor returning. */
  counterSold: number
  counterRevenue: number
}

/** Returns the number of orders by customers with an earlier sold order. */
export function computeReturning({
  sold,
  revenue,
  newCustomers,
  newRevenue,
  counterSold,
  counterRevenue,
}: SaleFigures): {
  orders: number
  revenue: number
} {
  return { orders: sold - newCustomers - counterSold, revenue: revenue - newRevenue - counterRevenue }
}

/** Sales of goods whose cost is known, in whole rupiah, before discounts, fees and refunds. */
export interface ProfitFigures {
  sold: number
  cost: number
  /** The sales of goods without a known cost. */
  uncosted: number
}

export interface PeriodComparison<Figures> {
  now: Figures
  before: Figures
}

export interface ShopStatistics {
  range: DayRange
  before: DayRange
  payments: PeriodComparison<PaymentFigures>
  /** The part of `payments` that was cash at the counter. */
  cash: PeriodComparison<PaymentFigures>
  sales: PeriodComparison<SaleFigures>
  /** Every day of the range; `before` is the day at the same position in the previous range, if it exists. */
  days: (PeriodComparison<PaymentFigures> & { day: string; sales: SaleFigures })[]
  /** The 24 hours of the day, beginning at midnight. */
  hours: PeriodComparison<PaymentFigures>[]
  /** The seven weekdays, beginning with Monday. */
  weekdays: PeriodComparison<PaymentFigures>[]
  /** The payments by method, including `cash`. */
  methods: { method: string; now: PaymentFigures; before: PaymentFigures }[]
  products: ProductSold[]
  profit: PeriodComparison<ProfitFigures>
  /** The chosen options, by product. */
  options: OptionSold[]
  categories: { name: string | null; quantity: number; revenue: number }[]
  coupons: { code: string; orders: number; discount: number; revenue: number }[]
  /** The terms that customers searched for in the chat without results. */
  misses: { term: string; searches: number }[]
  /** The time since when hours and sales are totalled, if older ones still have to be; otherwise null. */
  countedSince: Date | null
}

const missesShown = 50

/**
 * Returns a shop's results in a range of days, compared with the previous range, from stored totals. Days are those of
 * the installation's time zone.
 */
export function readStatistics(
  app: Needs<'slowly' | 'calendar'>,
  scope: Required<AccountScope>,
  range: NamedRange,
): Promise<ShopStatistics> {
  const before = computePreviousRange(range)
  return app.slowly(async reads => {
    const cash = await readCashSales(app, reads, scope, { first: before.first, last: range.last })
    const payments = await readPayments(app, reads, scope, { range, before, cash })
    const sales = await readSales(reads, scope, { range, before })
    const products = await readProductsSold(reads, scope, range)
    const productsBefore = await readProductsSold(reads, scope, before)
    const fill = await reads.em(scope).findOne(StatisticsFill, { mode: scope.mode })
    return {
      range,
      before,
      products,
      profit: { now: sumProfit(products), before: sumProfit(productsBefore) },
      options: await readOptionsSold(reads, scope, range),
      categories: byCategory(products),
      payments: payments.whole,
      cash: payments.methods.find(({ method }) => method === 'cash') ?? bothNone(),
      sales: { now: sumSales(sales.now), before: sumSales(sales.before) },
      days: payments.days.map(one => ({ ...one, sales: sales.now.get(one.day) ?? noSales() })),
      hours: await readHours(app, reads, scope, { range, before, cash }),
      weekdays: payments.weekdays,
      methods: payments.methods,
      coupons: await readCoupons(reads, scope, range),
      misses: await readMisses(reads, scope, range),
      countedSince: fill?.since ?? null,
    }
  }, scope)
}

interface Ranges {
  range: DayRange
  before: DayRange
}
type App = Needs<'calendar'>
type Scope = Required<AccountScope>

interface Counted extends Ranges {
  cash: readonly CashSales[]
}

async function readPayments(
  { calendar }: App,
  { sql }: ReadAccess,
  { accountId, mode }: Scope,
  { range, before, cash }: Counted,
) {
  // The previous range may end a day or more before this one begins.
  const values = { accountId, mode, zone: calendar.zone, firstDay: before.first, lastDay: range.last }
  const rows = await sql.query(statisticsSql, values)
  const whole = bothNone()
  const byDay = new Map(listDays(range).map(day => [day, bothNone()]))
  const weekdays = Array.from({ length: 7 }, bothNone)
  const methods = new Map<string, PeriodComparison<PaymentFigures>>()
  const days = [...byDay.keys()]
  const standsFor = new Map(listDays(before).map((day, index) => [day, days[index]]))
  for (const row of [...rows, ...cash.map(inCash)]) {
    const side = rangeSide(row.day, { range, before })
    if (!side) continue
    const day = side === 'now' ? row.day : standsFor.get(row.day)
    if (row.paid_via !== '' && !methods.has(row.paid_via)) methods.set(row.paid_via, bothNone())
    const sums = [whole, weekdays[weekdayIndex(row.day)], day && byDay.get(day), methods.get(row.paid_via)]
    for (const sum of sums) if (sum) addFigures(sum[side], row)
  }
  return {
    whole,
    weekdays,
    days: days.map(day => ({ day, ...byDay.get(day)! })),
    methods: [...methods]
      .map(([method, sums]) => ({ method, ...sums }))
      .sort((one, other) => other.now.revenue - one.now.revenue),
  }
}

function inCash({ day, sold, revenue }: CashSales) {
  return { day, paid_via: 'cash', total: sold, paid: sold, revenue }
}

function rangeSide(day: string, { range, before }: Ranges): 'now' | 'before' | null {
  if (day >= range.first && day <= range.last) return 'now'
  return day >= before.first && day <= before.last ? 'before' : null
}

function bothNone(): PeriodComparison<PaymentFigures> {
  return { now: { created: 0, paid: 0, revenue: 0 }, before: { created: 0, paid: 0, revenue: 0 } }
}

function addFigures(
  sum: PaymentFigures,
  { total, paid, revenue }: Pick<StatisticsRow, 'total' | 'paid' | 'revenue'>,
): void {
  sum.created += total
  sum.paid += paid
  sum.revenue += revenue
}

async function readHours({ calendar }: App, { sql }: ReadAccess, scope: Scope, ranges: Counted) {
  const hours = Array.from({ length: 24 }, bothNone)
  for (const [side, { first, last }] of [['now', ranges.range] as const, ['before', ranges.before] as const]) {
    const moments = { from: calendar.startOfDay(first)!, before: calendar.endOfDay(last)! }
    const rows = await sql.query(readHoursSql, { ...scope, ...moments, zone: calendar.zone })
    for (const row of rows) addFigures(hours[row.clock]![side], row)
  }
  for (const one of ranges.cash) {
    const side = rangeSide(one.day, ranges)
    if (side) addFigures(hours[one.hour]![side], inCash(one))
  }
  return hours
}

async function readSales({ em }: ReadAccess, scope: Scope, { range, before }: Ranges) {
  const rows = await em(scope).find(SaleDay, { day: { $gte: before.first, $lte: range.last } })
  const sales = { now: new Map<string, SaleFigures>(), before: new Map<string, SaleFigures>() }
  for (const row of rows) {
    const side = rangeSide(row.day, { range, before })
    if (side) sales[side].set(row.day, row)
  }
  return sales
}

function noSales(): SaleFigures {
  const counter = { counterSold: 0, counterRevenue: 0 }
  return { placed: 0, sold: 0, revenue: 0, discount: 0, deliveryFees: 0, newCustomers: 0, newRevenue: 0, ...counter }
}

function sumSales(days: Map<string, SaleFigures>): SaleFigures {
  const sum = noSales()
  const names = Object.keys(sum) as (keyof SaleFigures)[]
  for (const day of days.values()) for (const name of names) sum[name] += day[name]
  return sum
}

function sumProfit(products: readonly ProductSold[]): ProfitFigures {
  const sum = { sold: 0, cost: 0, uncosted: 0 }
  for (const { revenue, cost } of products) {
    if (cost === null) sum.uncosted += revenue
    else {
      sum.sold += revenue
      sum.cost += cost
    }
  }
  return sum
}

function byCategory(products: readonly ProductSold[]): ShopStatistics['categories'] {
  const categories = new Map<string | null, { quantity: number; revenue: number }>()
  for (const { category_name: name, quantity, revenue } of products) {
    const sum = categories.get(name) ?? { quantity: 0, revenue: 0 }
    categories.set(name, { quantity: sum.quantity + quantity, revenue: sum.revenue + revenue })
  }
  return [...categories].map(([name, sum]) => ({ name, ...sum })).sort((one, other) => other.revenue - one.revenue)
}

async function readCoupons(
  { em }: ReadAccess,
  scope: Scope,
  { first, last }: DayRange,
): Promise<ShopStatistics['coupons']> {
  const sums = ['orders', 'discount', 'revenue'].map(column => raw(`sum(d.${column}) as ${column}`))
  const rows = await em(scope)
    .createQueryBuilder(CouponDay, 'd')
    .select(['d.code', ...sums])
    .where({ ...ownRows(scope), day: { $gte: first, $lte: last } })
    .groupBy('d.code')
    .orderBy([{ [raw('sum(d.discount)')]: 'desc' }, { code: 'asc' }])
    .execute<{ code: string; orders: string; discount: string; revenue: string }[]>('all')
  return rows.map(({ code, orders, discount, revenue }) => {
    return { code, orders: Number(orders), discount: Number(discount), revenue: Number(revenue) }
  })
}

async function readMisses(
  { em }: ReadAccess,
  scope: Scope,
  { first, last }: DayRange,
): Promise<ShopStatistics['misses']> {
  const rows = await em(scope)
    .createQueryBuilder(SearchMiss, 'm')
    .select(['m.term', raw('sum(m.searches) as searches')])
    .where({ ...ownRows(scope), day: { $gte: first, $lte: last } })
    .groupBy('m.term')
    .orderBy([{ [raw('sum(m.searches)')]: 'desc' }, { term: 'asc' }])
    .limit(missesShown)
    .execute<{ term: string; searches: string }[]>('all')
  return rows.map(({ term, searches }) => ({ term, searches: Number(searches) }))
}

// A query builder applies no filters.
function ownRows({ accountId, mode }: Scope) {
  return { account: accountId, mode }
}
