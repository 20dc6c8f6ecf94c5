import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mode } from '../../src/database/scope.ts'
import { fillHours } from '../../src/payments/statistics/fill-hours.ts'
import { readHoursSql } from '../../src/payments/statistics/hours-sql.ts'
import { countPaymentsSql, statisticsSql } from '../../src/payments/statistics/statistics-sql.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from './scenario.ts'

// Hours and days in Jakarta, seven hours ahead of UTC, with rows on both sides of each bound.

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const from = new Date('2026-03-10T00:00:00+07:00')
const before = new Date('2026-03-11T00:00:00+07:00')
const at = (hours: number) => new Date(from.getTime() + hours * 3_600_000)
const own = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })

interface Planted {
  accountId: number
  mode: Mode
}

/** Inserts an hour whose change is folded, and a change that is not, an hour apart from each other. */
async function plant({ accountId, mode }: Planted, hours: number, total: number): Promise<void> {
  await shop.app.sql.write(
    'insert into payment_hour (account_id, mode, hour, total, paid, revenue) values ($1, $2, $3, $4, $5, $6)',
    [accountId, mode, at(hours), total, total - 1, 1000 * total],
  )
  await shop.app.sql.write(
    `insert into payment_delta (account_id, mode, created_at, payment_method, paid_via, total, pending, paid, expired,
       cancelled, revenue, unique_codes)
     values ($1, $2, $3::timestamptz + interval '59 minutes', 'qris', '', $4, 0, $5, 0, 0, $6, 0)`,
    [accountId, mode, at(hours), 10 * total, total, total],
  )
}

const read = () => shop.app.sql.query(readHoursSql, { ...own(), from, before, zone: 'Asia/Jakarta' })

test("the hours of a day have an account's own payments of one mode, folded or not", async () => {
  const neighbours = [
    { accountId: shop.demo.accountId, mode: 'live' as const },
    { accountId: shop.second.accountId, mode: 'test' as const },
  ]
  for (const hours of [-1, 0, 13, 23, 24]) {
    await plant(own(), hours, 2 + Math.abs(hours))
    for (const other of neighbours) await plant(other, hours, 900)
  }
  const sumOf = (total: number) => ({ total: 11 * total, paid: 2 * total - 1, revenue: 1001 * total })
  expect(await read()).toEqual([
    { clock: 0, ...sumOf(2) },
    { clock: 13, ...sumOf(15) },
    { clock: 23, ...sumOf(25) },
  ])
})

test('filling the hours of a range counts its payments again, without changes that are yet to be folded', async () => {
  const made = [await create(shop), await create(shop)]
  const place = async (invoice: string, hours: number) =>
    shop.app.sql.write('update payment set created_at = $2 where invoice_id = $1', [invoice, at(hours)])
  await place(made[0]!.invoice_id, 0.5)
  await place(made[1]!.invoice_id, 24.5)
  await shop.app.sql.write('delete from payment_delta')
  const live = { accountId: shop.demo.accountId, mode: 'live' as const }
  const theirs = { accountId: shop.second.accountId, mode: 'test' as const }
  for (const each of [own(), live, theirs]) for (const hours of [-2, 0, 24]) await plant(each, hours + 0.001, 1)
  await shop.app.sql.write('delete from payment_hour where extract(second from hour) > 0')
  await shop.app.sql.write('update payment_hour set total = 5, paid = 4, revenue = 3 where account_id = $1', [
    own().accountId,
  ])
  await shop.app.transaction(own(), tx => fillHours(tx, own(), { from: new Date(from.getTime() + 60_000), before }))
  expect(await read()).toEqual([
    // The hour lacks the change that is yet to be folded, which is added to it here.
    { clock: 0, total: 1, paid: 0, revenue: 0 },
    { clock: 13, total: 5, paid: 4, revenue: 3 },
    { clock: 23, total: 5, paid: 4, revenue: 3 },
  ])
})

test("the totals of days have an account's own payments of one mode and of these days, folded or not", async () => {
  const days = ['2026-04-09', '2026-04-10', '2026-04-11', '2026-04-12']
  const counts = ['total', 'pending', 'paid', 'expired', 'cancelled', 'revenue', 'unique_codes']
  const plantDay = async ({ accountId, mode }: Planted, day: string, weight: number) => {
    const values = counts.map((_, index) => weight * (index + 1))
    const columns = `payment_method, paid_via, ${counts.join(', ')}`
    const rest = `'qris', 'qris', ${values.join(', ')}`
    await shop.app.sql.write(
      `insert into payment_day (account_id, mode, day, ${columns}) values ($1, $2, $3::date, ${rest})`,
      [accountId, mode, day],
    )
    await shop.app.sql.write(
      `insert into payment_delta (account_id, mode, created_at, ${columns})
       values ($1, $2, ($3::date + time '23:59') at time zone 'Asia/Jakarta', ${rest})`,
      [accountId, mode, day],
    )
  }
  for (const [index, day] of days.entries()) {
    await plantDay(own(), day, 10 ** index)
    await plantDay({ accountId: shop.demo.accountId, mode: 'live' }, day, 700_000)
    await plantDay({ accountId: shop.second.accountId, mode: 'test' }, day, 700_000)
  }
  const period = { ...own(), zone: 'Asia/Jakarta', firstDay: days[1]!, lastDay: days[2]! }
  const sumsOf = (weight: number) => Object.fromEntries(counts.map((name, index) => [name, 2 * weight * (index + 1)]))
  const row = { payment_method: 'qris', paid_via: 'qris' }
  expect(await shop.app.sql.query(statisticsSql, period)).toEqual([
    { day: days[1], ...row, ...sumsOf(10) },
    { day: days[2], ...row, ...sumsOf(100) },
  ])
  const total = async (filter: { status?: string; paidVia?: string }, method: string | null = null) =>
    (await shop.app.sql.query(countPaymentsSql(filter), { ...period, method, via: filter.paidVia ?? null }))[0]
  expect(await total({})).toEqual({ total: 220, revenue: 1_320 })
  expect(await total({ status: 'expired' }, 'qris')).toEqual({ total: 880, revenue: 1_320 })
  expect(await total({ paidVia: 'qris' })).toEqual({ total: 660, revenue: 1_320 })
  expect(await total({ paidVia: 'wallet_direct' })).toEqual({ total: 0, revenue: 0 })
  expect(await total({}, 'wallet_direct')).toEqual({ total: 0, revenue: 0 })
})
