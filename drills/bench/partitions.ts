import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { extractInvoiceMonth, generateInvoiceId } from '../../src/lib/ids.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { executeStatements, selectDatabase } from '../../test/kit/connection.ts'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { runSqlFile } from '../../test/kit/sql-file.ts'
import { fillPayments } from './fill-payments.ts'
import { pickSize } from './length.ts'
import { openApp } from './open-app.ts'
import { checkWhileCreating, comparePairs } from './pairs.ts'
import { includeSessionsTime } from './processor-time.ts'
import { type ReadyMessage, startServer } from './server-process.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `ROWS=2000000 npm run -w drills bench:partitions`: runs deploy/partition-payments.sql and partition-events.sql during
 * the work of a shop that creates and checks payments, on a database with this number of payments, their events and
 * deliveries. Then compares creating and checking there with an unchanged copy of that database, in turns.
 */
const rows = Number(process.env.ROWS ?? pickSize(5_000, 2_000_000))
const dayMs = 86_400_000

const fillEvents = `
  insert into event (id, account_id, mode, type, subject, month, payload, created_at)
  select gen_random_uuid(), p.account_id, p.mode, told.type, p.invoice_id, substr(p.invoice_id, 5, 3), '{}',
    p.created_at
  from payment p cross join (values ('payment.created'), ('payment.paid')) as told(type)
  where told.type = 'payment.created' or p.status = 'paid'`

const fillDeliveries = `
  insert into delivery (event_id, account_id, mode, invoice_id, month, url, next_at, created_at, state, attempts)
  select id, account_id, mode, subject, month, 'https://toko.example/callback', created_at, created_at, 'delivered', 1
  from event where type = 'payment.paid'`

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-partitions-'))
const postgres = await startEmbeddedPostgres({
  dir: folder,
  settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '512MB', max_wal_size: '8GB' },
})
const children: ChildProcess[] = []
try {
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  const whole = selectDatabase(postgres.connection, 'whole')
  const divided = selectDatabase(postgres.connection, 'divided')
  await executeStatements(postgres.connection, 'create database whole')
  await fill(whole)
  await executeStatements(postgres.connection, 'create database divided template whole')

  const shop = path.join(import.meta.dirname, 'shop.ts')
  const servers = {
    divided: await startServer(children, shop, divided),
    whole: await startServer(children, shop, whole),
  }
  for (const file of ['partition-payments.sql', 'partition-events.sql']) {
    printTitle(`${file}, with ${rows} payments`)
    printLine('', ['requests/s', 'p50 ms', 'p99 ms'])
    const [longest] = await Promise.all([run(divided, file), checkWhileCreating(servers.divided, 50, 50)])
    printLine('  longest statement that keeps payments waiting, ms', [longest.toFixed(0)], 52)
  }
  // Restarted processes have this effect: new sessions plan their statements once.
  await executeStatements(
    divided,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await waitUntil(() => answersAll(servers.divided), 10_000)

  await using partitions = await includeSessionsTime(servers.divided, divided)
  await using oneTable = await includeSessionsTime(servers.whole, whole)
  const ratios = await comparePairs('months as partitions; CPU with PostgreSQL', [
    ['partitions', partitions],
    ['one table', oneTable],
  ])
  printTitle('processor time beside one table')
  for (const [name, { cpuMs }] of ratios) printLine(`  ${name}`, [cpuMs.toFixed(2)])
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  await examine(divided)
} finally {
  for (const child of children) child.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit()

async function fill(connection: pg.ClientConfig): Promise<void> {
  const { app, database } = await openApp(connection)
  const account = await createAccount(app, { name: 'besar', plan: 'premium' })
  await fillPayments(connection, app.calendar.zone, [{ accountId: account.id, rows, letter: 'B' }])
  await app[Symbol.asyncDispose]()
  await database.close()
  await executeStatements(connection, fillEvents, fillDeliveries, 'vacuum analyze')
}

/** Returns whether this number of simultaneous requests are answered, except those that meet an ended session. */
async function answersAll({ port, key, invoices }: ReadyMessage): Promise<boolean> {
  const address = `http://127.0.0.1:${port}/api/check-payment?invoice=${invoices[0]}`
  const asked = Array.from({ length: 50 }, () => fetch(address, { headers: { 'x-api-key': key } }))
  return (await Promise.all(asked)).every(answer => answer.ok)
}

/** Runs a file of deploy/; returns the duration of the change itself, from its lock to its end. */
async function run(connection: pg.ClientConfig, name: string): Promise<number> {
  let begunAt = 0
  let tookMs = 0
  await runSqlFile(connection, name, statement => {
    if (statement.startsWith('lock table')) begunAt = performance.now()
    if (statement === 'commit') tookMs = performance.now() - begunAt
  })
  return tookMs
}

/** Checks that the old rows form one partition, and that later months are partitioned by the shop's own ids. */
async function examine(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const partitionsOf = async (table: string, condition: string) => {
    const { rows: plan } = await client.query(`explain select 1 from ${table} where ${condition}`)
    return plan.flatMap(
      line => new RegExp(`on (${table}_(?:before|\\d{6}))\\b`).exec(line['QUERY PLAN'])?.slice(1) ?? [],
    )
  }
  const later = new Date(Date.now() + 100 * dayMs)
  const month = later.toISOString().slice(0, 7).replace('-', '')
  const ids = { old: 'INV-B0000000000000000001', now: generateInvoiceId(new Date()), later: generateInvoiceId(later) }
  let isWrong = false
  for (const [age, id] of Object.entries(ids)) {
    const found = [
      await partitionsOf('payment', `invoice_id = '${id}'`),
      await partitionsOf(
        'event',
        `subject = '${id}' and type = 'payment.paid' and month = '${extractInvoiceMonth(id)}'`,
      ),
      await partitionsOf('delivery', `event_id = gen_random_uuid() and month = '${extractInvoiceMonth(id)}'`),
    ]
    const expected = age === 'later' ? month : 'before'
    printLine(`  read for ${age}`, [found.flat().join(' ')])
    isWrong ||= found.flat().join() !== ['payment', 'event', 'delivery'].map(table => `${table}_${expected}`).join()
  }
  const { rows: unsure } = await client.query(
    'select conname from pg_constraint where conenforced and not convalidated',
  )
  await client.end()
  printTitle(`constraints not validated: ${unsure.length}`)
  if (isWrong || unsure.length > 0) process.exitCode = 1
}
