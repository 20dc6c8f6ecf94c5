import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readStatistics, type ShopStatistics } from '../../../src/modules/sales-statistics/read-statistics.ts'
import { readMoneyByDay } from '../../../src/orders/statistics/read-money-by-day.ts'
import { totalSales } from '../../../src/orders/statistics/total-sales.ts'
import { takeMarksSql } from '../../../src/orders/statistics/total-sales-sql.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { newCustomer, openStall, type Stall } from '../../orders/store.ts'

// Two days in March, the two before them, and one more on either side; each total contains its day of the month. The
// data of the other mode and of another account is a thousand times as large.

const [first, last] = ['2026-03-10', '2026-03-11']
const catalog = `
categories: [{ key: minuman, name: Minuman }]
products:
  - key: roti
    name: Roti
    kind: service
    variants:
      - { key: kecil, name: Kecil, price: 5000, stock: unlimited }
      - { key: besar, name: Besar, price: 9000, stock: unlimited, cost: 0 }
  - { key: kopi, name: Kopi, kind: service, price: 15000, stock: unlimited, cost: 1 }
  - { key: teh, name: Teh, kind: service, price: 8000, stock: unlimited, category: minuman }
`

let shop: TestShop
let stall: Stall
let elsewhere: Stall
let told: ShopStatistics

/** Fills a table of totals: `values` are its other columns, in which `n` is the day of the month. */
async function plant(table: string, columns: string, ...values: string[]): Promise<void> {
  for (const each of values) {
    await shop.app.sql.write(
      `insert into ${table} (account_id, mode, day, ${columns})
       select account_id, mode, day, ${each}
       from (values ($1::bigint, 'test', 1), ($1::bigint, 'live', 1000), ($2::bigint, 'test', 1000))
         as whose (account_id, mode, factor),
         generate_series(date '2026-03-07', date '2026-03-12', interval '1 day') as day,
         lateral (select factor * extract(day from day)::integer as n) number`,
      [shop.demo.accountId, shop.second.accountId],
    )
  }
}

const at = (day: string, hours: number) =>
  new Date(shop.app.calendar.startOfDay(`2026-03-${day}`)!.getTime() + hours * 3_600_000)

let made = 0

interface Planted {
  day: string
  hours: number
  total: number
  customer?: number
  mode?: 'live' | 'test'
  accountId?: number
  status?: 'completed' | 'cancelled' | 'pending'
  paidVia?: 'cash' | null
  door?: 'counter' | 'chat'
}

async function plantOrder({ day, hours, total, customer, mode = 'test', ...more }: Planted): Promise<number> {
  const { accountId = shop.demo.accountId, status = 'completed', paidVia = 'cash', door = 'counter' } = more
  const number = ++made
  const [row] = await shop.app.sql.query<{ id: number }>(
    `insert into store_order (account_id, mode, order_number, token, customer_id, status, total, customer_name,
       created_at, pending_since, paid_at, completed_at, cancelled_at, cancelled_by, door, paid_via)
     values ($1, $2, 'ORD-260310-' || lpad($3::text, 6, '0'), lpad($3::text, 22, 'f'), $4, $5, $6, 'Budi', $7, $7,
       case when $5 <> 'pending' then $7::timestamptz end, case when $5 = 'completed' then $7::timestamptz end,
       case when $5 = 'cancelled' then $7::timestamptz end, case when $5 = 'cancelled' then 'merchant' end, $8, $9)
     returning id`,
    [
      accountId,
      mode,
      number,
      customer ?? (await newCustomer(accountId === shop.demo.accountId ? stall : elsewhere)),
      status,
      total,
      at(day, hours),
      door,
      paidVia,
    ],
  )
  return row!.id
}

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, catalog)
  elsewhere = await openStall(shop.app, shop.second, catalog)
  const { sql } = shop.app
  const days = 'payment_method, paid_via, total, pending, paid, expired, cancelled, revenue, unique_codes'
  await plant('payment_day', days, "'qris', 'qris', n, 0, n, 0, 0, n * 1000, 0")
  await plant('payment_day', days, "'all', 'wallet_direct', 2 * n, 0, 2 * n, 0, 0, n * 2000, 0")
  await plant('payment_day', days, "'all', '', 1, 0, 0, 1, 0, 0, 0")
  await sql.write(
    `insert into payment_hour (account_id, mode, hour, total, paid, revenue)
     select account_id, mode, $1::timestamptz + make_interval(days => (day - date '2026-03-07')), sum(total), sum(paid),
       sum(revenue)
     from payment_day where day between '2026-03-07' and '2026-03-12' group by account_id, mode, day`,
    [at('07', 10)],
  )
  await plant(
    'sale_day',
    `placed, sold, revenue, discount, delivery_fees, new_customers, new_revenue, counter_sold, counter_revenue`,
    'n, 9 * n, 3 * n, 4 * n, 5 * n, 2 * n, 1 * n, 3 * n, 1 * n',
  )
  const variant = (name: string, of: Stall = stall) =>
    `(select v.id from variant v where v.public_id = '${of.variants[name]}')`
  const product = `(select v.product_id from variant v where v.public_id = '${stall.variants.kopi}')`
  for (const name of ['roti/kecil', 'roti/besar', 'kopi']) {
    await plant('product_day', 'variant_id, orders, quantity, revenue', `${variant(name)}, n, 2 * n, 3 * n`)
  }
  await plant('product_day', 'variant_id, orders, quantity, revenue', `${variant('teh')}, n, n, 30 * n`)
  await sql.write(`update product_day set variant_id = ${variant('teh', elsewhere)}
    where account_id = ${shop.second.accountId} and variant_id = ${variant('teh')}`)
  const option = (group: string, name: string, quantity: string) =>
    `${product}, '${group}', '${name}', ${quantity}, 2 * n`
  await plant(
    'option_day',
    'product_id, group_name, option_name, quantity, revenue',
    ...[option('Gula', 'Sedikit', 'n'), option('Gula', 'Banyak', 'n'), option('Es', 'Ya', '5 * n')],
  )
  await sql.write(
    `insert into option_day (account_id, mode, day, product_id, group_name, option_name, quantity, revenue)
     select $1, 'test', '2026-03-10', ${product}, 'Lain', n::text, 1, 0 from generate_series(1, 500) n`,
    [shop.demo.accountId],
  )
  const coupon = (code: string, discount: string) => `'${code}', 2 * n, ${discount}, 3 * n`
  await plant('coupon_day', 'code, orders, discount, revenue', coupon('B', 'n'), coupon('A', 'n'), coupon('C', '9 * n'))
  await plant('search_miss', 'term, searches', "'teh', n", "'kopi', n", "'roti', 4 * n")
  await sql.write(
    `insert into search_miss (account_id, mode, day, term, searches)
     select $1, 'test', '2026-03-10', 'lain ' || n, 1 from generate_series(1, 60) n`,
    [shop.demo.accountId],
  )
  await sql.write(
    `insert into statistics_fill (account_id, mode, since)
     values ($1, 'live', '2026-01-01Z'), ($2, 'test', '2026-01-02Z'), ($1, 'test', '2026-01-03Z')`,
    [shop.demo.accountId, shop.second.accountId],
  )
  await plantOrder({ day: '10', hours: 14, total: 700 })
  await plantOrder({ day: '08', hours: 0, total: 500 })
  for (const more of [
    ...[{ day: '12', hours: 0 }, { day: '07', hours: 23 }, { status: 'cancelled' as const }, { paidVia: null }],
    ...[{ mode: 'live' as const }, { accountId: shop.second.accountId }],
  ]) {
    await plantOrder({ day: '10', hours: 14, total: 90_000, ...more })
  }
  told = await readStatistics(shop.app, shop.demo, { first, last })
})
afterAll(() => shop.close())

const none = { created: 0, paid: 0, revenue: 0 }
const figures = (created: number, paid: number, revenue: number) => ({ created, paid, revenue })

describe('figures of two days, beside the two days before', () => {
  test('payments are counted by day, weekday, hour and method, with cash sales', () => {
    expect([told.range, told.before]).toEqual([
      { first, last },
      { first: '2026-03-08', last: '2026-03-09' },
    ])
    expect(told.payments).toEqual({ now: figures(66, 64, 63_700), before: figures(54, 52, 51_500) })
    expect(told.days.map(({ day, now, before }) => ({ day, now, before }))).toEqual([
      { day: first, now: figures(32, 31, 30_700), before: figures(26, 25, 24_500) },
      { day: last, now: figures(34, 33, 33_000), before: figures(28, 27, 27_000) },
    ])
    const [monday, tuesday, wednesday, , , , sunday] = told.weekdays
    expect([tuesday, wednesday]).toEqual([
      { now: figures(32, 31, 30_700), before: none },
      { now: figures(34, 33, 33_000), before: none },
    ])
    expect([sunday, monday]).toEqual([
      { now: none, before: figures(26, 25, 24_500) },
      { now: none, before: figures(28, 27, 27_000) },
    ])
    const hours = [...told.hours.entries()].filter(([, { now, before }]) => now.created + before.created > 0)
    expect(hours).toEqual([
      [0, { now: none, before: figures(1, 1, 500) }],
      [10, { now: figures(65, 63, 63_000), before: figures(53, 51, 51_000) }],
      [14, { now: figures(1, 1, 700), before: none }],
    ])
    const cash = { now: figures(1, 1, 700), before: figures(1, 1, 500) }
    expect(told.methods).toEqual([
      { method: 'wallet_direct', now: figures(42, 42, 42_000), before: figures(34, 34, 34_000) },
      { method: 'qris', now: figures(21, 21, 21_000), before: figures(17, 17, 17_000) },
      { method: 'cash', ...cash },
    ])
    expect(told.cash).toMatchObject(cash)
    expect(told.countedSince).toEqual(new Date('2026-01-03Z'))
  })

  test('the method with the most money comes first, including cash', async () => {
    const day = '2026-03-01'
    const revenues = { qris: 3_000, wallet_direct: 1_000, ovo: 2_000 }
    for (const [method, revenue] of Object.entries(revenues)) {
      await shop.app.sql.write(
        `insert into payment_day (account_id, mode, day, payment_method, paid_via, total, pending, paid, expired,
           cancelled, revenue, unique_codes)
         values ($1, 'test', $2, $3, $3, 1, 0, 1, 0, 0, $4, 0)`,
        [shop.demo.accountId, day, method, revenue],
      )
    }
    await plantOrder({ day: '01', hours: 1, total: 9_000 })
    const { methods } = await readStatistics(shop.app, shop.demo, { first: day, last: day })
    expect(methods.map(({ method }) => method)).toEqual(['cash', 'qris', 'ovo', 'wallet_direct'])
  })

  test('sales are counted in total and by day', () => {
    const sales = (n: number) => ({
      placed: n,
      sold: 9 * n,
      revenue: 3 * n,
      discount: 4 * n,
      deliveryFees: 5 * n,
      newCustomers: 2 * n,
      newRevenue: n,
      counterSold: 3 * n,
      counterRevenue: n,
    })
    expect(told.sales).toEqual({ now: sales(21), before: sales(17) })
    expect(told.days.map(day => day.sales)).toMatchObject([sales(10), sales(11)])
  })

  test('products, categories and options are sorted by revenue or choices', () => {
    const bread = { product_name: 'Roti', category_name: null, orders: 21, quantity: 42, revenue: 63 }
    expect(told.products).toMatchObject([
      { product_name: 'Teh', variant_name: '', category_name: 'Minuman', orders: 21, quantity: 21, revenue: 630 },
      { ...bread, product_name: 'Kopi' },
      { ...bread, variant_name: 'Besar' },
      { ...bread, variant_name: 'Kecil' },
    ])
    expect(told.categories).toEqual([
      { name: 'Minuman', quantity: 21, revenue: 630 },
      { name: null, quantity: 126, revenue: 189 },
    ])
    expect(told.options).toHaveLength(500)
    const chosen = { product_name: 'Kopi', group_name: 'Gula', quantity: 21, revenue: 42 }
    expect(told.options.slice(0, 4)).toEqual([
      { ...chosen, group_name: 'Es', option_name: 'Ya', quantity: 105 },
      { ...chosen, option_name: 'Banyak' },
      { ...chosen, option_name: 'Sedikit' },
      { ...chosen, group_name: 'Lain', option_name: expect.any(String), quantity: 1, revenue: 0 },
    ])
  })

  test('profit counts goods with a known cost, even zero, and names what it leaves out', () => {
    const costs = told.products.map(({ product_name, variant_name, cost }) => [product_name + variant_name, cost])
    expect(Object.fromEntries(costs)).toEqual({ Teh: null, Kopi: 42, RotiBesar: 0, RotiKecil: null })
    expect(told.profit).toEqual({
      now: { sold: 63 + 63, cost: 42, uncosted: 630 + 63 },
      before: { sold: 51 + 51, cost: 34, uncosted: 510 + 51 },
    })
  })

  test('coupons and vain searches are sorted by discount and by frequency', () => {
    const coupon = { orders: 42, discount: 21, revenue: 63 }
    expect(told.coupons).toEqual([
      { ...coupon, code: 'C', discount: 189 },
      { ...coupon, code: 'A' },
      { ...coupon, code: 'B' },
    ])
    expect(told.misses).toHaveLength(50)
    expect(told.misses.slice(0, 4)).toEqual([
      { term: 'roti', searches: 84 },
      { term: 'kopi', searches: 21 },
      { term: 'teh', searches: 21 },
      { term: 'lain 1', searches: 1 },
    ])
  })

  test('the money of each day is that of payments and of cash', async () => {
    expect(await readMoneyByDay(shop.app, shop.demo, 2, last)).toMatchObject([
      { day: first, paid: 31, revenue: 30_700 },
      { day: last, paid: 33, revenue: 33_000 },
    ])
  })
})

describe('recounted totals', () => {
  const rowsOf = (table: string, mode: string) =>
    shop.app.sql.query(`select * from ${table} where account_id = $1 and mode = $2 order by day, ctid`, [
      shop.demo.accountId,
      mode,
    ])
  const tables = ['sale_day', 'product_day', 'option_day', 'coupon_day']

  test('recounted totals belong to their mode and day, even if one customer came in both modes', async () => {
    await shop.app.sql.write('delete from sale_mark')
    const customer = await newCustomer(stall)
    const came = { customer, door: 'chat' as const, paidVia: null }
    // Its next order in the other mode does not count as the next one, nor its earlier one as the earlier one.
    await plantOrder({ ...came, day: '08', hours: 3, total: 30, mode: 'live' })
    await plantOrder({ ...came, day: '09', hours: 3, total: 40, mode: 'live' })
    await shop.app.sql.write('delete from sale_mark')
    await plantOrder({ ...came, day: '20', hours: 0, total: 1_000 })
    await plantOrder({ ...came, day: '20', hours: 0, total: 2_000 })
    await plantOrder({ ...came, day: '20', hours: 5, total: 4_000, status: 'pending' })
    await plantOrder({ ...came, day: '21', hours: 0, total: 8_000 })
    await plantOrder({ ...came, day: '22', hours: 0, total: 16_000, mode: 'live' })
    const before = await Promise.all(tables.map(table => rowsOf(table, 'live')))
    expect(await totalSales(shop.app)).toBe(3)
    const counted = await shop.app.sql.query(
      `select day::text, mode, placed, sold, revenue, new_customers, new_revenue from sale_day
       where account_id = $1 and day >= '2026-03-20' order by day`,
      [shop.demo.accountId],
    )
    const day = { mode: 'test', placed: 1, sold: 1, new_customers: 0, new_revenue: 0 }
    expect(counted).toEqual([
      { ...day, day: '2026-03-20', placed: 3, sold: 2, revenue: 3_000, new_customers: 1, new_revenue: 1_000 },
      { ...day, day: '2026-03-21', revenue: 8_000 },
      { ...day, day: '2026-03-22', mode: 'live', revenue: 16_000 },
    ])
    const after = await Promise.all(tables.map(table => rowsOf(table, 'live')))
    expect(after.map((rows, place) => rows.slice(0, before[place]!.length))).toEqual(before)
  })

  test("paying or cancelling an order also recounts the day of the customer's next order, and no other", async () => {
    const customer = await newCustomer(stall)
    const came = { customer, door: 'chat' as const, paidVia: null }
    await plantOrder({ ...came, day: '25', hours: 1, total: 10 })
    await plantOrder({ ...came, day: '26', hours: 1, total: 20 })
    await plantOrder({ ...came, day: '24', hours: 1, total: 30, mode: 'live' })
    await totalSales(shop.app)
    await plantOrder({ ...came, day: '23', hours: 1, total: 40 })
    expect(await totalSales(shop.app)).toBe(2)
    const news = await shop.app.sql.query(
      `select day::text, new_revenue from sale_day
       where account_id = $1 and mode = 'test' and day between '2026-03-23' and '2026-03-26' order by day`,
      [shop.demo.accountId],
    )
    expect(news).toEqual([
      { day: '2026-03-23', new_revenue: 40 },
      { day: '2026-03-25', new_revenue: 0 },
      { day: '2026-03-26', new_revenue: 0 },
    ])
  })

  test('recounted totals assign each option to its own product', async () => {
    for (const [variant, option, quantity, price] of [
      ['kopi', 'Manis', 2, 100],
      ['teh', 'Manis', 3, 10],
      ['teh', 'Dingin', 4, 1],
    ] as const) {
      const order = await plantOrder({ day: '30', hours: 1, total: 1 })
      await shop.app.sql.write(
        `with item as (
           insert into order_item (account_id, mode, order_id, variant_id, position, product_name, variant_name, kind,
             stock_mode, price, quantity)
           select account_id, 'test', $1, id, 1, '', '', 'service', 'unlimited', 5000, $3 from variant
           where public_id = $2 returning id, account_id)
         insert into order_item_making (account_id, mode, position, quantity, price, choices, order_item_id)
         select account_id, 'test', 1, $3, $5::integer,
           jsonb_build_array(jsonb_build_object('groupName', 'Rasa', 'optionName', $4::text, 'price', $5::integer)), id
         from item`,
        [order, stall.variants[variant], quantity, option, price],
      )
    }
    await totalSales(shop.app)
    const counted = await shop.app.sql.query(
      `select p.name as product, group_name, option_name, quantity, o.revenue
       from option_day o join product p on p.id = o.product_id
       where o.account_id = $1 and day = '2026-03-30' order by quantity`,
      [shop.demo.accountId],
    )
    const group = { group_name: 'Rasa' }
    expect(counted).toEqual([
      { ...group, product: 'Kopi', option_name: 'Manis', quantity: 2, revenue: 200 },
      { ...group, product: 'Teh', option_name: 'Manis', quantity: 3, revenue: 30 },
      { ...group, product: 'Teh', option_name: 'Dingin', quantity: 4, revenue: 4 },
    ])
  })

  test('recounting takes the oldest marks first, one batch at a time, and leaves the rest', async () => {
    await shop.app.sql.write('delete from sale_mark')
    for (const day of ['27', '28', '29']) await plantOrder({ day, hours: 1, total: 10 })
    const take = (limit: number) =>
      shop.app.transaction('installation', tx => tx.query(takeMarksSql, { zone: shop.app.calendar.zone, limit }))
    const day = { account_id: shop.demo.accountId, mode: 'test' }
    expect(await take(1)).toEqual([{ ...day, day: '2026-03-27' }])
    expect((await take(5)).map(taken => taken.day).toSorted()).toEqual(['2026-03-28', '2026-03-29'])
    expect(await take(5)).toEqual([])
  })
})
