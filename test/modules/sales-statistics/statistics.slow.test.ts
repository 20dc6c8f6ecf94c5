import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordSearchMiss } from '../../../src/catalog/record-search-miss.ts'
import type { DayRange } from '../../../src/lib/calendar.ts'
import { moveDay } from '../../../src/lib/calendar.ts'
import { computePreviousRange } from '../../../src/modules/sales-statistics/range.ts'
import { computeReturning, readStatistics } from '../../../src/modules/sales-statistics/read-statistics.ts'
import { fillStatistics } from '../../../src/orders/statistics/fill-statistics.ts'
import { totalSales } from '../../../src/orders/statistics/total-sales.ts'
import { foldStatistics } from '../../../src/payments/statistics/fold-statistics.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import {
  createPayment,
  drawsOf,
  firstDay,
  moveOrder,
  movePayment,
  openRandomStall,
  placeRandomOrder,
  type RandomStall,
} from './random-shop.ts'

let shop: TestShop
let stall: RandomStall

beforeAll(async () => {
  shop = await createTestShop({ isAlone: true })
  stall = await openRandomStall(shop.app, shop.second)
})
afterAll(() => shop.close())

const range: DayRange = { first: moveDay(firstDay, 2), last: moveDay(firstDay, 4) }
const read = () => readStatistics(shop.app, shop.second, range)

async function forget(...tables: string[]): Promise<void> {
  for (const table of tables) await shop.app.sql.write(`delete from ${table}`)
}

/** Counts the payments themselves. */
async function countPayments({ first, last }: DayRange) {
  const sums = `count(*)::integer as created, count(*) filter (where status = 'paid')::integer as paid,
    coalesce(sum(paid_amount) filter (where status = 'paid'), 0)::bigint as revenue`
  const where = `account_id = $1 and mode = 'test' and (created_at at time zone $2)::date between $3 and $4`
  const values = [shop.second.accountId, shop.app.calendar.zone, first, last]
  const by = async (key: string) => {
    const rows = await shop.app.sql.query<{ key: number | string }>(
      `select ${key} as key, ${sums} from payment where ${where} group by 1`,
      values,
    )
    return Object.fromEntries(rows.map(({ key: name, ...figures }) => [name, figures]))
  }
  return {
    hours: await by('extract(hour from created_at at time zone $2)::integer'),
    weekdays: await by('(extract(isodow from created_at at time zone $2) - 1)::integer'),
    days: await by('(created_at at time zone $2)::date::text'),
    whole: (await by(`'all'`)).all,
  }
}

const none = { created: 0, paid: 0, revenue: 0 }

async function expectPaymentsCounted(): Promise<void> {
  const told = await read()
  const [now, before] = [await countPayments(range), await countPayments(computePreviousRange(range))]
  expect(told.payments).toEqual({ now: now.whole ?? none, before: before.whole ?? none })
  told.hours.forEach((hour, clock) => {
    expect(hour, `${clock} o'clock`).toEqual({ now: now.hours[clock] ?? none, before: before.hours[clock] ?? none })
  })
  told.weekdays.forEach((one, day) => {
    expect(one, `day ${day}`).toEqual({ now: now.weekdays[day] ?? none, before: before.weekdays[day] ?? none })
  })
  for (const { day, now: one } of told.days) expect(one, day).toEqual(now.days[day] ?? none)
}

describe('hours, days and weekdays of payments', () => {
  test.each([1, 2, 3])('hours, days and weekdays equal the payments, in any order of updates: world %i', async seed => {
    const draws = drawsOf(seed)
    for (let step = 0; step < 120; step++) {
      const act = draws.below(10)
      if (act < 5) await createPayment(shop.app, shop.second, draws)
      else if (act < 9) await movePayment(shop.app, shop.second, draws)
      else await foldStatistics(shop.app)
      if (step % 40 === 39) await expectPaymentsCounted()
    }
    await foldStatistics(shop.app)
    await expectPaymentsCounted()
    expect((await read()).payments.now.paid).toBeGreaterThan(0)
  })

  test('the time before an upgrade is filled in while other processes continue', async () => {
    const draws = drawsOf(4)
    for (let upgrade = 0; upgrade < 5; upgrade++) {
      for (let step = 0; step < 10; step++) await movePayment(shop.app, shop.second, draws)
      await forget('payment_hour')
      await upgraded()
      const changes = Array.from({ length: 15 }, async () => {
        await createPayment(shop.app, shop.second, draws)
        await foldStatistics(shop.app)
        await movePayment(shop.app, shop.second, draws)
      })
      await Promise.all([...changes, fillAll(), fillAll()])
      await expectPaymentsCounted()
      expect((await read()).countedSince).toBeNull()
    }
    await foldStatistics(shop.app)
    await expectPaymentsCounted()
  })
})

/** Restores the state in which a migration leaves accounts that are older than the totals. */
async function upgraded(): Promise<void> {
  await shop.app.sql.write(
    `insert into statistics_fill (account_id, mode, since) select id, mode, '9000-01-01' from account
     cross join (values ('live'), ('test')) as m (mode)`,
  )
}

/** Fills the totals of all accounts. A busy machine may need several sweeps: each takes at most two seconds. */
async function fillAll(): Promise<void> {
  while ((await fillStatistics(shop.app)) > 0) {
    // Continues until nothing is left.
  }
}

interface PlainOrder {
  id: number
  customer: number
  door: string
  day: string
  at: Date
  status: string
  total: number
  discount: number
  items: { variant: number; quantity: number }[]
}

/** Counts the orders themselves, in the simplest way. */
async function countOrders() {
  const orders = await shop.app.sql.query<PlainOrder>(
    `select o.id, o.customer_id as customer, o.door, (o.created_at at time zone $2)::date::text as day,
       o.created_at as at, o.status, o.total, o.discount,
       (select jsonb_agg(jsonb_build_object('variant', i.variant_id, 'quantity', i.quantity))
         from order_item i where i.order_id = o.id) as items
     from store_order o where o.account_id = $1 order by o.created_at, o.id`,
    [shop.second.accountId, shop.app.calendar.zone],
  )
  const isSold = ({ status }: PlainOrder) => ['paid', 'processing', 'completed'].includes(status)
  const seen = new Set<number>()
  const firsts = orders.filter(isSold).filter(({ customer }) => !seen.has(customer) && seen.add(customer))
  const placed = orders.filter(({ day }) => day >= range.first && day <= range.last)
  const sold = placed.filter(isSold)
  const known = sold.filter(({ door }) => door !== 'counter')
  const counter = sold.filter(({ door }) => door === 'counter')
  const first = known.filter(order => firsts.includes(order))
  const sum = (list: PlainOrder[], of: (order: PlainOrder) => number) => list.reduce((all, one) => all + of(one), 0)
  const quantities = stall.items.map(variant =>
    sum(sold, ({ items }) => items.find(item => item.variant === variant)?.quantity ?? 0),
  )
  const coupons = sold.filter(({ discount }) => discount > 0)
  return {
    sales: {
      placed: placed.length,
      sold: sold.length,
      revenue: sum(sold, ({ total }) => total),
      deliveryFees: 0,
      discount: sum(sold, ({ discount }) => discount),
      newCustomers: first.length,
      newRevenue: sum(first, ({ total }) => total),
      counterSold: counter.length,
      counterRevenue: sum(counter, ({ total }) => total),
    },
    quantities: quantities.filter(quantity => quantity > 0).sort(),
    coupons:
      coupons.length === 0
        ? []
        : [
            {
              code: 'HEMAT',
              orders: coupons.length,
              discount: coupons.length * 1000,
              revenue: sum(coupons, ({ total }) => total),
            },
          ],
  }
}

async function expectSalesCounted(): Promise<void> {
  const { sales, products, coupons } = await read()
  const plain = await countOrders()
  expect(sales.now).toMatchObject(plain.sales)
  expect(products.map(({ quantity }) => quantity).sort()).toEqual(plain.quantities)
  expect(coupons).toEqual(plain.coupons)
}

describe('sales, products, coupons and new customers', () => {
  beforeEach(() =>
    forget('sale_mark', 'sale_day', 'product_day', 'option_day', 'coupon_day', 'order_item', 'store_order'),
  )

  test.each([5, 6, 7])('sales equal the orders, even with late and refunded money: world %i', async seed => {
    const draws = drawsOf(seed)
    for (let step = 0; step < 150; step++) {
      const act = draws.below(10)
      if (act < 3) await placeRandomOrder(stall, draws)
      else if (act < 9) await moveOrder(stall, draws)
      else await totalSales(shop.app)
      if (step % 50 === 49) {
        await totalSales(shop.app)
        await expectSalesCounted()
      }
    }
    const { now } = (await read()).sales
    expect(now.sold).toBeGreaterThan(0)
    expect(now.counterSold).toBeGreaterThan(0)
    expect(computeReturning(now).orders).toBe(now.sold - now.newCustomers - now.counterSold)
  })

  test('sales stay correct while several processes count and orders change', async () => {
    const draws = drawsOf(8)
    for (let round = 0; round < 4; round++) {
      const changes = Array.from({ length: 20 }, async () => {
        await placeRandomOrder(stall, draws)
        await moveOrder(stall, draws)
        await totalSales(shop.app)
      })
      await Promise.all(changes)
      await totalSales(shop.app)
      await expectSalesCounted()
    }
  })

  test('the time before an upgrade is filled in completely', async () => {
    const draws = drawsOf(9)
    for (let step = 0; step < 40; step++) await placeRandomOrder(stall, draws)
    for (let step = 0; step < 60; step++) await moveOrder(stall, draws)
    await forget('sale_mark')
    await upgraded()
    expect((await read()).countedSince).not.toBeNull()
    await fillAll()
    await totalSales(shop.app)
    await expectSalesCounted()
    expect(await fillStatistics(shop.app)).toBe(0)
  })
})

describe('searches that found nothing', () => {
  const today = () => {
    const day = shop.app.calendar.formatDay(shop.app.now())
    return readStatistics(shop.app, shop.second, { first: day, last: day })
  }

  test('vain searches are counted by their words, with a daily limit', async () => {
    for (const text of ['Kopi Durian', 'kopi   durian!', 'matcha', '🙂'])
      await recordSearchMiss(shop.app, shop.second, text)
    expect((await today()).misses).toEqual([
      { term: 'kopi durian', searches: 2 },
      { term: 'matcha', searches: 1 },
    ])
    for (let other = 0; other < 510; other++) await recordSearchMiss(shop.app, shop.second, `kata ${other}`)
    expect(await shop.app.sql.query('select 1 from search_miss')).toHaveLength(500)
    await recordSearchMiss(shop.app, shop.second, 'matcha')
    expect((await today()).misses[0]).toMatchObject({ searches: 2 })
  })

  test('vain searches cover only the requested days', async () => {
    shop.advance(86_400)
    await recordSearchMiss(shop.app, shop.second, 'teh tarik')
    expect((await today()).misses).toEqual([{ term: 'teh tarik', searches: 1 }])
    const yesterday = moveDay(shop.app.calendar.formatDay(shop.app.now()), -1)
    const before = await readStatistics(shop.app, shop.second, { first: yesterday, last: yesterday })
    expect(before.misses.map(({ term }) => term)).not.toContain('teh tarik')
  })
})

test('a range is compared with the time before: months with months, years with years, days with days', () => {
  const before = (first: string, last: string, isMonth = false) =>
    Object.values(computePreviousRange({ first, last, isMonth })).join(' ')
  expect(before('2026-11-17', '2026-11-23')).toBe('2026-11-10 2026-11-16')
  expect(before('2026-03-01', '2026-03-31')).toBe('2026-02-01 2026-02-28')
  expect(before('2026-02-01', '2026-02-28')).toBe('2026-01-01 2026-01-31')
  expect(before('2026-03-01', '2026-03-30', true)).toBe('2026-02-01 2026-02-28')
  expect(before('2026-11-01', '2026-11-23', true)).toBe('2026-10-01 2026-10-23')
  // Typed days stay days, even at the beginning of a month.
  expect(before('2026-12-01', '2026-12-02')).toBe('2026-11-29 2026-11-30')
  expect(before('2026-12-01', '2026-12-01')).toBe('2026-11-24 2026-11-24')
  expect(before('2026-11-30', '2026-11-30')).toBe('2026-11-23 2026-11-23')
  expect(before('2025-01-01', '2025-12-31')).toBe('2024-01-01 2024-12-31')
})
