import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createAccount } from '../../src/accounts/create-account.ts'
import { startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import type { App } from '../../src/needs.ts'
import { listPayments, type PaymentFilter } from '../../src/payments/list-payments.ts'
import { summarizePayments } from '../../src/payments/summarize-payments.ts'
import { percentile } from './load.ts'
import { openApp } from './open-app.ts'

/*
 * `ROWS=1000000 npm run bench:listing`: what list-payments and get-statistics do for an account with so many payments, warm, asked one
 * after the other, first as the rows were written and then analysed. What is wanted at p99: 50 ms, 300 at page 1,000, 100 for statistics.
 */
const rows = Number(process.env.ROWS ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 60)

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-listing-'))
const postgres = await startEmbeddedPostgres({ dir: folder, settings: { shared_buffers: '512MB', fsync: 'off' } })
try {
  const { app, database } = await openApp(postgres.connection)
  const startedAt = performance.now()
  const scope = { accountId: await seed(app), mode: 'test' } as const
  print([`${rows} payments`, `${Math.round((performance.now() - startedAt) / 1000)} s to write`])
  print(['', 'fresh p50', 'p99 ms', 'analysed p50', 'p99 ms'])
  const fresh = await measureAll(app, scope)
  await app.sql.write('analyze payment')
  const analysed = await measureAll(app, scope)
  for (const [name, figures] of fresh) print([name, ...figures, ...analysed.get(name)!])
  await app[Symbol.asyncDispose]()
  await database.close()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

type Scope = { accountId: number; mode: 'test' }

/** One account with all of them, three seconds apart; beside it one with a tenth as many, which must not be felt. */
async function seed(app: App): Promise<number> {
  const { id } = await createAccount(app, { name: 'besar', plan: 'premium' })
  const other = await createAccount(app, { name: 'lain', plan: 'premium' })
  // Not by the application's connections, whose statements may last some seconds only.
  const client = new pg.Client(postgres.connection)
  await client.connect()
  // What the trigger would write one by one is summed below, as the sweep would have done by now.
  await client.query('alter table payment disable trigger payment_counted')
  for (const [accountId, count, prefix] of [
    [id, rows, 'B'],
    [other.id, Math.ceil(rows / 10), 'L'],
  ] as const) {
    await client.query(
      `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status, description,
         customer_name, customer_email, created_at, expires_at, paid_at, paid_amount, paid_via, ended_at)
       select 'INV-' || $3::text || lpad(n::text, 19, '0'), $1::bigint, 'test', m.method, 20000, 1 + n % 999, 20001 + n % 999, s.status,
         'Pesanan ' || (array['kopi', 'teh', 'nasi', 'mi', 'roti'])[1 + n % 5] || ' meja ' || n % 40 ||
           case when n % 100000 = 7 then ' durian montong' else '' end,
         'Pelanggan ' || n, 'p' || n || '@toko.example', t.at, t.at + interval '30 minutes',
         case s.status when 'paid' then t.at end, case s.status when 'paid' then 20001 + n % 999 end,
         case s.status when 'paid' then m.method end, case s.status when 'pending' then null else t.at end
       from generate_series(1, $2::integer) as n
       cross join lateral (select now() - ($2::integer - n) * interval '3 seconds' as at) t
       cross join lateral (select (array['qris', 'wallet_direct', 'qris_user'])[1 + n % 3] as method) m
       cross join lateral (select (array['paid', 'paid', 'paid', 'expired', 'cancelled', 'pending'])[1 + n % 6] as status) s`,
      [accountId, count, prefix],
    )
  }
  await client.query('alter table payment enable trigger payment_counted')
  await client.query(
    `insert into payment_day (account_id, mode, day, payment_method, paid_via, total, pending, paid, expired, cancelled, revenue, unique_codes)
     select account_id, mode, (created_at at time zone $1::text)::date, payment_method, coalesce(paid_via, ''), count(*),
       count(*) filter (where status = 'pending'), count(*) filter (where status = 'paid'), count(*) filter (where status = 'expired'),
       count(*) filter (where status = 'cancelled'), coalesce(sum(paid_amount), 0), coalesce(sum(unique_code) filter (where status = 'paid'), 0)
     from payment group by 1, 2, 3, 4, 5`,
    [app.calendar.zone],
  )
  await client.end()
  return id
}

async function measureAll(app: App, scope: Scope): Promise<Map<string, string[]>> {
  const first = { page: 1, limit: 20 }
  const day = (ago: number) => app.calendar.formatDay(new Date(Date.now() - ago * 86_400_000))
  const days = {
    from: app.calendar.startOfDay(day(3))!,
    firstDay: day(3),
    before: app.calendar.endOfDay(day(1))!,
    lastDay: day(1),
  }
  const middle = { createdAt: new Date(Date.now() - (rows / 2) * 3000), invoiceId: 'INV-00000000000000000000' }
  const lists: [string, PaymentFilter][] = [
    ['page 1', first],
    ['page 100', { ...first, page: 100 }],
    ['page 1,000', { ...first, page: 1_000 }],
    ['by cursor, halfway', { ...first, cursor: middle }],
    ...(['paid', 'pending', 'expired', 'cancelled'] as const).map((status): [string, PaymentFilter] => [
      `status ${status}`,
      { ...first, status },
    ]),
    ['status paid, page 100', { ...first, status: 'paid', page: 100 }],
    ['payment_method qris', { ...first, paymentMethod: 'qris' }],
    ['payment_method and status', { ...first, paymentMethod: 'qris_user', status: 'expired' }],
    ['paid_via wallet_direct', { ...first, paidVia: 'wallet_direct' }],
    ['three days', { ...first, ...days }],
    ['three days, paid', { ...first, ...days, status: 'paid' }],
    ['search, common', { ...first, search: 'kopi' }],
    ['search, rare', { ...first, search: 'durian' }],
    ['search, nothing', { ...first, search: 'tidak ada' }],
    ['search, one customer', { ...first, search: `p${Math.floor(rows / 3)}@toko` }],
    ['search, an invoice', { ...first, search: `INV-B${String(Math.floor(rows / 3)).padStart(19, '0')}` }],
  ]
  const figures = new Map<string, string[]>()
  for (const [name, filter] of lists) figures.set(name, await measure(() => listPayments(app, scope, filter)))
  for (const period of ['all', 'month', 'today'] as const) {
    figures.set(`statistics ${period}`, await measure(() => summarizePayments(app, scope, period)))
  }
  return figures
}

async function measure(work: () => Promise<unknown>): Promise<string[]> {
  for (let warm = 0; warm < 3; warm++) await work()
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work()
    took.push(performance.now() - startedAt)
  }
  took.sort((one, other) => one - other)
  return [percentile(took, 0.5).toFixed(1), percentile(took, 0.99).toFixed(1)]
}

function print(cells: string[]): void {
  process.stdout.write(`${cells.map((cell, at) => (at === 0 ? cell.padEnd(30) : cell.padStart(14))).join('')}\n`)
}
