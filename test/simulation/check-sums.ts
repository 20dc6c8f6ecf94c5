import { expect } from 'vitest'
import { readTaxDays } from '../../src/orders/statistics/read-tax-days.ts'
import { countBy, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

const methods = ['qris', 'wallet_direct'] as const

/** Checks the statistics in both dialects, and the tax sheet, in total and for each day. */
export async function checkSums(simulated: SimulatedShop): Promise<void> {
  await checkStatistics(simulated)
  await checkTaxDays(simulated)
}

async function checkStatistics({ shop, model, isAt }: SimulatedShop): Promise<void> {
  const { payments, paid, revenue, refunded } = model.sums()
  const { body } = await shop.api('/get-statistics')
  const { summary, revenue_by_method, daily_stats, recent_payments } = body.data
  const ofStatus = countBy(model.payments, ({ status }) => status)
  const paidOnes = model.payments.filter(({ status }) => status === 'paid')
  expect(summary, 'get-statistics').toEqual({
    ...{ total_payments: payments, paid, total_revenue: revenue, total_refunded: refunded },
    ...{ pending: ofStatus.pending ?? 0, expired: ofStatus.expired ?? 0, cancelled: ofStatus.cancelled ?? 0 },
    total_unique_codes: paidOnes.reduce((total, { amount, finalAmount }) => total + finalAmount - amount, 0),
    conversion_rate: payments === 0 ? 0 : Math.round((paid / payments) * 10_000) / 100,
  })
  for (const method of methods) {
    const own = paidOnes.filter(one => one.method === method)
    const sums = { count: own.length, revenue: sum(own, 'finalAmount') }
    expect(revenue_by_method[method], `get-statistics ${method}`).toEqual(sums)
  }
  const days = [...new Set(model.payments.map(({ createdAt }) => model.dayOf(createdAt)))].sort()
  const expected = days.map(date => {
    const of = model.sums(date)
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
    ...{ total_transactions: payments, total_amount: revenue, total_refunded: refunded, total_paid: paid },
    breakdown: Object.fromEntries(methods.map(method => [method, ofMethod[method] ?? 0])),
  })
  const today = model.sums(model.dayOf(model.now))
  const { body: ofToday } = await shop.api('/get-statistics?period=today')
  const { total_payments, total_revenue, paid: paidToday } = ofToday.data.summary
  expect({ total_payments, total_revenue, paidToday }, 'get-statistics of today').toEqual({
    ...{ total_payments: today.payments, total_revenue: today.revenue, paidToday: today.paid },
  })
}

async function checkTaxDays({ shop, model }: SimulatedShop): Promise<void> {
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const range = { first: model.dayOf(-1_440), last: model.dayOf(model.now + 1_440) }
  const sheet = await readTaxDays(shop.app, scope, range)
  const found = sheet.map(({ day, sales, amount, cash, refunded }) => ({ day, sales, amount, cash, refunded }))
  const expected = found.map(({ day }) => {
    const { booked, bookings, refunded, cash, sales, cashReturned } = model.sums(day)
    return { day, sales: bookings + sales, amount: booked + cash, cash, refunded: refunded + cashReturned }
  })
  expect(found, 'tax sheet').toEqual(expected)
  const whole = model.sums()
  const total = (key: 'sales' | 'amount' | 'refunded') => sum(found, key)
  expect({ sales: total('sales'), amount: total('amount'), refunded: total('refunded') }, 'sums of tax sheet').toEqual({
    ...{ sales: whole.bookings + whole.sales, amount: whole.booked + whole.cash },
    refunded: whole.refunded + whole.cashReturned,
  })
}
