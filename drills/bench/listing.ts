import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import type { App } from '../../src/needs.ts'
import { listPayments, type PaymentFilter } from '../../src/payments/list-payments.ts'
import { summarizePayments } from '../../src/payments/statistics/summarize-payments.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { paymentsCsv } from '../../src/web/dashboard/payments/payments-csv.ts'
import { pages } from '../../test/kit/parts.ts'
import { fillPayments } from './fill-payments.ts'
import { pickSize } from './length.ts'
import { percentile } from './load.ts'
import { openApp } from './open-app.ts'
import { printLine } from './table.ts'

/*
 * `ROWS=1000000 npm run -w drills bench:listing`. Measures list-payments and get-statistics for an account with this
 * number of payments, with warm caches and sequential requests, first with the rows as written and then after
 * analysing. Ten million take some 10 GB of disk during the run. Targets at p99: 50 ms; 100 ms at page 10,000 and for
 * statistics. `ONLY=statistics`: only the requests with that name; `ONLY=file`: the file of all payments.
 */
const rows = Number(process.env.ROWS ?? pickSize(5_000, 1_000_000))
const only = process.env.ONLY ?? ''
const fileOfAll = 'the file of all payments'
const rounds = Number(process.env.ROUNDS ?? pickSize(2, 60))

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-listing-'))
const postgres = await startEmbeddedPostgres({
  dir: folder,
  settings: { shared_buffers: '512MB', fsync: 'off', autovacuum: 'off', max_wal_size: '8GB' },
})
try {
  const { app, database } = await openApp(postgres.connection)
  const startedAt = performance.now()
  const scope = { accountId: await seed(app), mode: 'test' } as const
  printLine(`${rows} payments`, [`${Math.round((performance.now() - startedAt) / 1000)} s to write`])
  printLine('', ['fresh p50', 'p99 ms', 'analysed p50', 'p99 ms'])
  const fresh = await measureAll(app, scope)
  await app.sql.write('analyze payment, payment_state')
  const analysed = await measureAll(app, scope)
  for (const [name, figures] of fresh) printLine(name, [...figures, ...analysed.get(name)!])
  if (fileOfAll.includes(only)) await measureFile(app, scope)
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  await app[Symbol.asyncDispose]()
  await database.close()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

type Scope = { accountId: number; mode: 'test' }

/**
 * Measures the file of all payments, as the dashboard sends it. The target is 20 s for a million, and no more memory at
 * its end.
 */
async function measureFile(app: App, scope: Scope): Promise<void> {
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  const { body } = await paymentsCsv.read(app, { scope } as never, {})
  let bytes = 0
  const resident: number[] = []
  for await (const slice of body) {
    bytes += slice.length
    resident.push(process.memoryUsage.rss() / 1_048_576)
  }
  const { user, system } = process.cpuUsage(cpu)
  const most = (part: number[]) => Math.max(...part).toFixed(0)
  printLine(fileOfAll, [
    `${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
    `own CPU ${((user + system) / 1e6).toFixed(1)}`,
    `${(bytes / 1_048_576).toFixed(0)} MB`,
  ])
  const half = resident.length / 2
  printLine('resident at most, first half and second', [most(resident.slice(0, half)), most(resident.slice(half))])
}

/** Creates an account with all payments, and another with a tenth as many, which must not affect the first. */
async function seed(app: App): Promise<number> {
  const { id } = await createAccount(app, { name: 'besar', plan: 'premium' })
  const other = await createAccount(app, { name: 'lain', plan: 'premium' })
  await fillPayments(postgres.connection, app.calendar.zone, [
    { accountId: id, rows, letter: 'B' },
    { accountId: other.id, rows: Math.ceil(rows / 10), letter: 'L' },
  ])
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
  // Not exactly a third: a number with a single repeated digit shares its trigrams with a hundred thousand others.
  const one = Math.floor(rows * 0.4829157)
  const lists: [string, PaymentFilter][] = [
    ['page 1', first],
    ['page 100', { ...first, page: 100 }],
    ['page 1,000', { ...first, page: 1_000 }],
    ['page 10,000', { ...first, page: 10_000 }],
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
    ['search, three characters', { ...first, search: '481' }],
    ['search, four digits', { ...first, search: '4817' }],
    ['search, a part of an e-mail', { ...first, search: `p${one}@toko` }],
    ['search, a whole e-mail', { ...first, search: `p${one}@toko.example` }],
    ['search, a whole name', { ...first, search: `Pelanggan ${one}` }],
    ['search, a repeated digit', { ...first, search: '7777' }],
    ['search, rare and paid', { ...first, search: 'durian', status: 'paid' }],
    ['search, common, three days', { ...first, ...days, search: 'kopi' }],
    ['search, an invoice', { ...first, search: `INV-B${String(one).padStart(19, '0')}` }],
  ]
  const figures = new Map<string, string[]>()
  for (const [name, filter] of lists.filter(([name]) => name.includes(only)))
    figures.set(name, await measure(() => listPayments(app, scope, filter)))
  for (const period of ['all', 'month', 'today'] as const) {
    figures.set(`statistics ${period}`, await measure(() => summarizePayments(app, scope, period)))
  }
  const statistics = pages.find(page => page.path === '/dashboard/statistics')!
  for (const shownDays of [30, 366]) {
    const range = { from: day(shownDays - 1), to: day(0) }
    const load = () => statistics.load(app, { scope } as never, range)
    figures.set(`page of statistics, ${shownDays} days`, await measure(load))
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
