import { expect } from 'vitest'
import { listSightings } from '../../src/money/list-sightings.ts'
import { listUnread } from '../../src/money/unread/list-unread.ts'
import { countQueues } from '../../src/orders/count-queues.ts'
import { listShopOrders, type OrderFilterName } from '../../src/orders/list-shop-orders.ts'
import { readMoneyByDay } from '../../src/orders/statistics/read-money-by-day.ts'
import { sumAllRefunds } from '../../src/orders/statistics/sum-all-refunds.ts'
import { readHoursSql } from '../../src/payments/statistics/hours-sql.ts'
import { isOnItsWay } from './model-types.ts'
import { countBy, sorted, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { sumModel } from './sum-model.ts'

/** Checks the figures that the owner's pages and chats show. */
export async function checkReports(simulated: SimulatedShop): Promise<void> {
  await checkQueues(simulated)
  await checkMoneyByDay(simulated)
  await checkHours(simulated)
  await checkAccount(simulated)
  await checkPhones(simulated)
  await checkRatings(simulated)
}

async function checkQueues({ shop, model }: SimulatedShop): Promise<void> {
  const none = { isRefundDue: false, parcel: null }
  const all = [...model.orders, ...model.sales.map(sale => ({ ...none, status: sale.status }))]
  const shipped = all.filter(isOnItsWay).length
  const ofStatus = countBy(all, ({ status }) => status)
  const of = (...names: string[]) => names.reduce((total, name) => total + (ofStatus[name] ?? 0), 0)
  const todo = of('paid', 'processing') - shipped
  const refund = all.filter(({ isRefundDue }) => isRefundDue).length
  expect(await countQueues(shop.app, shop.demo), 'the queues').toEqual({
    todo,
    shipped,
    refund,
    completed: of('completed'),
    all: all.length,
  })
  // The chat lists both modes.
  const live = await shop.app.sql.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from store_order where account_id = $1 and mode = 'live' group by status`,
    [shop.demo.accountId],
  )
  const both = (...names: string[]) =>
    of(...names) +
    sum(
      live.filter(({ status }) => names.includes(status)),
      'count',
    )
  const counts: Record<OrderFilterName, number> = {
    todo: both('paid', 'processing') - shipped,
    shipped,
    unpaid: both('pending', 'waiting_payment'),
    done: both('completed'),
    cancelled: both('cancelled'),
    all: all.length + sum(live, 'count'),
  }
  for (const [filter, count] of Object.entries(counts) as [OrderFilterName, number][]) {
    const { total, items } = await listShopOrders(shop.app, [shop.demo.accountId], { filter, page: 1 })
    expect([total, items.length], `the orders in the chat, ${filter}`).toEqual([count, Math.min(count, 6)])
  }
}

async function checkMoneyByDay({ shop, model }: SimulatedShop): Promise<void> {
  const days = await readMoneyByDay(shop.app, shop.demo, 12)
  expect(days.at(-1)!.day, 'the last day').toBe(model.dayOf(model.now))
  const expected = days.map(({ day }) => {
    const { paid, revenue, cash, sales } = sumModel(model, day, day)
    return { day, revenue: revenue + cash, paid: paid + sales }
  })
  expect(days, 'the money of each day').toEqual(expected)
  for (const { day } of days.slice(-3)) {
    const ofSales = model.sales.filter(({ at }) => model.dayOf(at) === day).map(sale => model.returnedOf(sale))
    const expected = sumModel(model, day, day).returned + ofSales.reduce((total, amount) => total + amount, 0)
    expect(await sumAllRefunds(shop.app, shop.demo, { first: day, last: day }), `the refunds of ${day}`).toBe(expected)
  }
}

async function checkHours({ shop, model, timeOf }: SimulatedShop): Promise<void> {
  const { accountId, mode } = shop.demo
  const [first, last] = [Math.floor(model.now / 2), model.now + 1]
  // Only whole hours are kept.
  const hour = (minute: number) => Math.floor(timeOf(minute).getTime() / 3_600_000)
  const [from, before] = [new Date(hour(first) * 3_600_000), new Date((hour(last) + 1) * 3_600_000)]
  const rows = await shop.app.sql.query(readHoursSql, { accountId, mode, from, before, zone: shop.app.calendar.zone })
  const own = model.payments.filter(one => hour(one.createdAt) >= hour(first) && hour(one.createdAt) <= hour(last))
  const byHour = Map.groupBy(own, one => (hour(one.createdAt) + 7) % 24)
  const expected = [...byHour].map(([clock, all]) => {
    const paid = all.filter(({ status }) => status === 'paid')
    return [clock, all.length, paid.length, paid.reduce((total, { paidBy }) => total + paidBy!.amount, 0)]
  })
  const found = rows.map(({ clock, total, paid, revenue }) => [clock, total, paid, revenue])
  expect(sorted(found), 'the payments by hour').toEqual(sorted(expected))
}

async function checkAccount({ shop, model }: SimulatedShop): Promise<void> {
  const { body } = await shop.api('/get-account-status')
  const { payments, paid, revenue } = sumModel(model)
  const of = (method: string) =>
    sum(
      model.payments.flatMap(one => (one.method === method && one.status === 'paid' ? [one.paidBy!] : [])),
      'amount',
    )
  expect(body.data.statistics, 'get-account-status').toEqual({
    total_payments: payments,
    paid_payments: paid,
    total_revenue: revenue,
    revenue_qris: of('qris'),
    revenue_qris_platform: 0,
    revenue_qris_user: of('qris_user'),
    revenue_wallet_qris: 0,
    revenue_wallet_direct: of('wallet_direct'),
  })
}

/** Checks which notifications of phones were reported twice, and which were not understood. */
async function checkPhones({ shop, model, phone }: SimulatedShop): Promise<void> {
  const { sightings, total } = await listSightings(shop.app, shop.demo)
  const twice = model.sightings.filter(({ by }) => by !== null)
  expect([total, ...sightings.map(({ amount, rule }) => `${amount} ${rule}`)], 'sightings').toEqual([
    twice.length,
    ...twice
      .toReversed()
      .slice(0, 50)
      .map(({ transfer, by }) => `${transfer.amount} ${by}`),
  ])
  const { advertised, chattered } = phone.count()
  const { rows, count, overLimit, withheld, otherApps } = await listUnread(
    shop.app,
    shop.demo.accountId,
    phone.connectionId,
  )
  const others = chattered === 0 ? [] : [{ packageName: 'com.whatsapp', count: chattered }]
  expect({ overLimit, withheld, otherApps }, 'notifications of other kinds').toEqual({
    overLimit: 0,
    withheld: chattered,
    otherApps: others,
  })
  if (count > 20) return
  const unread = rows.filter(({ reason, isWithheld }) => reason === 'sentence' && !isWithheld)
  expect(unread.length, 'notifications that were not understood').toBe(advertised)
}

async function checkRatings({ shop, model }: SimulatedShop): Promise<void> {
  const rows = await shop.app.sql.query<{ product: string; reviews: number; stars: number }>(
    `select p.key as product, r.reviews, r.stars from product_rating r join product p on p.id = r.product_id
     where r.account_id = $1 and r.mode = 'test'`,
    [shop.demo.accountId],
  )
  const stars = model.orders.flatMap(({ stars, lines }) => {
    const products = new Set(lines.map(({ goods }) => model.world.goods[goods].product))
    return stars === null ? [] : [...products].map(product => ({ product, stars }))
  })
  const expected = [...Map.groupBy(stars, ({ product }) => product)].map(([product, own]) => [
    ...[product, own.length, sum(own, 'stars')],
  ])
  expect(sorted(rows.map(row => Object.values(row))), 'ratings').toEqual(sorted(expected))
}
