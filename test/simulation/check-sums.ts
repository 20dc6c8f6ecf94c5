import { expect } from 'vitest'
import { readTaxDays } from '../../src/orders/statistics/read-tax-days.ts'
import { countBy, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { sumModel } from './sum-model.ts'

const methods = ['qris', 'wallet_direct', 'qris_user'] as const

/** Checks the statistics in both dialects, and the tax sheet, in total and for each day. */
export async function checkSums(simulated: SimulatedShop): Promise<void> {
  await checkStatistics(simulated)
  await checkTaxDays(simulated)
}

async function checkStatistics({ shop, model, isAt }: SimulatedShop): Promise<void> {
  const { payments, paid, revenue, refunded } = sumModel(model)
  const { body } = await shop.api('/get-statistics')
  const { summary, revenue_by_method, daily_stats, recent_payments } = body.data
  const ofStatus = countBy(model.payments, ({ status }) => status)
  const paidOnes = model.payments.filter(({ status }) => status === 'paid')
  expect(summary, 'get-statistics').toEqual({
    total_payments: payments,
    paid,
    total_revenue: revenue,
    total_refunded: refunded,
    pending: ofStatus.pending ?? 0,
    expired: ofStatus.expired ?? 0,
    cancelled: ofStatus.cancelled ?? 0,
    total_unique_codes: paidOnes.reduce((total, { amount, finalAmount }) => total + finalAmount - amount, 0),
    conversion_rate: payments === 0 ? 0 : Math.round((paid / payments) * 10_000) / 100,
  })
  for (const method of methods) {
    const own = paidOnes.filter(one => one.method === method)
    const money = own.map(({ paidBy }) => paidBy!)
    const sums = { count: own.length, revenue: sum(money, 'amount') }
    expect(revenue_by_method[method], `get-statistics ${method}`).toEqual(sums)
  }
  const days = [...new Set(model.payments.map(({ createdAt }) => model.dayOf(createdAt)))].sort()
  const expected = days.map(date => {
    const of = sumModel(model, date, date)
    return { date, total: of.payments, paid: of.paid, revenue: of.revenue }
  })
  expect(daily_stats, 'the days of get-statistics').toEqual(expected)
  const latest = paidOnes
    .map(one => one.paidAt!)
    .sort((one, other) => other - one)
    .slice(0, 10)
  const times = recent_payments.map((one: { paid_at: string }, index: number) => isAt(one.paid_at, latest[index]!))
  expect(times, 'the recent payments of get-statistics').toEqual(latest.map(() => true))
  const { body: flat } = await shop.api('/get-statistics', { headers: { 'x-api-variant': 'simple' } })
  const { total_transactions, total_amount, total_refunded, total_paid, breakdown } = flat
  const ofMethod = countBy(model.payments, ({ method }) => method)
  expect(
    { total_transactions, total_amount, total_refunded, total_paid, breakdown },
    'get-statistics, simple',
  ).toMatchObject({
    total_transactions: payments,
    total_amount: revenue,
    total_refunded: refunded,
    total_paid: paid,
    breakdown: Object.fromEntries(methods.map(method => [method, ofMethod[method] ?? 0])),
  })
  const today = model.dayOf(model.now)
  const monday = new Date(Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * 86_400_000)
  const periods = {
    today,
    week: monday.toISOString().slice(0, 10),
    month: `${today.slice(0, 8)}01`,
    year: `${today.slice(0, 5)}01-01`,
  }
  for (const [period, first] of Object.entries(periods)) {
    const of = sumModel(model, first)
    const { summary, recent_payments } = (await shop.api(`/get-statistics?period=${period}`)).body.data
    const { total_payments, total_revenue, total_refunded, paid } = summary
    expect({ total_payments, total_revenue, total_refunded, paid }, `get-statistics, ${period}`).toEqual({
      total_payments: of.payments,
      total_revenue: of.revenue,
      total_refunded: of.returned,
      paid: of.paid,
    })
    const latest = paidOnes.filter(({ createdAt }) => model.dayOf(createdAt) >= first)
    expect(recent_payments.length, `the recent payments, ${period}`).toBe(Math.min(latest.length, 10))
  }
}

async function checkTaxDays({ shop, model }: SimulatedShop): Promise<void> {
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const range = { first: model.dayOf(-1_440), last: model.dayOf(model.now + 1_440) }
  const sheet = await readTaxDays(shop.app, scope, range)
  const found = sheet.map(({ day, sales, amount, cash, refunded }) => ({ day, sales, amount, cash, refunded }))
  const expected = found.map(({ day }) => {
    const { booked, bookings, refunded, cash, sales, cashReturned } = sumModel(model, day, day)
    return { day, sales: bookings + sales, amount: booked + cash, cash, refunded: refunded + cashReturned }
  })
  expect(found, 'tax sheet').toEqual(expected)
  const whole = sumModel(model)
  const total = (key: 'sales' | 'amount' | 'refunded') => sum(found, key)
  expect({ sales: total('sales'), amount: total('amount'), refunded: total('refunded') }, 'sums of tax sheet').toEqual({
    sales: whole.bookings + whole.sales,
    amount: whole.booked + whole.cash,
    refunded: whole.refunded + whole.cashReturned,
  })
}
