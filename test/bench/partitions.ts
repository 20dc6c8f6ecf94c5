import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createAccount } from '../../src/accounts/create-account.ts'
import { startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import { newInvoiceId } from '../../src/lib/ids.ts'
import { execute, withDatabase } from '../kit/connection.ts'
import { fillPayments } from './fill-payments.ts'
import { openApp } from './open-app.ts'
import { checkWhileCreating, comparePairs } from './pairs.ts'
import { startServer } from './server-process.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `ROWS=2000000 npm run bench:partitions`: deploy/partition-payments.sql beside a shop that creates and checks payments, on a database
 * with so many; then creating and checking there, beside a copy of that database as it was, in turns.
 */
const rows = Number(process.env.ROWS ?? 2_000_000)
const dayMs = 86_400_000

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-partitions-'))
const postgres = await startEmbeddedPostgres({
  dir: folder,
  settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '512MB', max_wal_size: '8GB' },
})
const children: ChildProcess[] = []
try {
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  const whole = withDatabase(postgres.connection, 'whole')
  const divided = withDatabase(postgres.connection, 'divided')
  await execute(postgres.connection, 'create database whole')
  await fill(whole)
  await execute(postgres.connection, 'create database divided template whole')

  const shop = path.join(import.meta.dirname, 'shop.ts')
  const servers = {
    divided: await startServer(children, shop, divided),
    whole: await startServer(children, shop, whole),
  }
  printTitle(`${rows} payments become a partition`)
  printLine('', ['requests/s', 'p50 ms', 'p99 ms'])
  const [longest] = await Promise.all([divide(divided), checkWhileCreating(servers.divided, 50, 50)])
  printLine('  longest statement that keeps payments waiting, ms', [longest.toFixed(0)], 52)
  const ratios = await comparePairs('months as partitions', [
    ['partitions', servers.divided],
    ['one table', servers.whole],
  ])
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  await examine(divided)
  if ([...ratios.values()].some(ratio => ratio < 0.95)) printTitle('slower than one table by more than 5 %')
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
  await execute(connection, 'vacuum analyze')
}

/** Runs the file as psql does, statement by statement; returns how long the change itself took, from its lock to its end. */
async function divide(connection: pg.ClientConfig): Promise<number> {
  const file = path.join(import.meta.dirname, '../../deploy/partition-payments.sql')
  const client = new pg.Client(connection)
  await client.connect()
  let lockedAt = 0
  let tookMs = 0
  for (const statement of statementsIn(await readFile(file, 'utf8'))) {
    if (statement.startsWith('lock table')) lockedAt = performance.now()
    await client.query(statement)
    if (statement === 'commit') tookMs = performance.now() - lockedAt
  }
  await client.end()
  return tookMs
}

function statementsIn(text: string): string[] {
  const statements: string[] = []
  let open = ''
  for (const part of text.replace(/^--.*$/gm, '').split(/;$/m)) {
    open += part
    const isWhole = (open.split('$$').length - 1) % 2 === 0
    if (isWhole && open.trim() !== '') statements.push(open.trim())
    open = isWhole ? '' : `${open};`
  }
  return statements
}

/** What there was is one partition, and the months from the next on are where the shop's own ids say that they are. */
async function examine(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const partitionsOf = async (invoiceId: string) => {
    const { rows: plan } = await client.query(`explain select status from payment where invoice_id = '${invoiceId}'`)
    return plan.flatMap(line => /\b(payment_(?:before|\d{6}))\b(?! payment_)/.exec(line['QUERY PLAN'])?.slice(1) ?? [])
  }
  const later = new Date(Date.now() + 100 * dayMs)
  const month = later.toISOString().slice(0, 7).replace('-', '')
  const found = {
    old: await partitionsOf('INV-B0000000000000000001'),
    now: await partitionsOf(newInvoiceId(new Date())),
    later: await partitionsOf(newInvoiceId(later)),
  }
  const { rows: unsure } = await client.query('select conname from pg_constraint where not convalidated')
  await client.end()
  printTitle(`read for an id: ${JSON.stringify(found)}; constraints not validated: ${unsure.length}`)
  const expected = { old: ['payment_before'], now: ['payment_before'], later: [`payment_${month}`] }
  if (JSON.stringify(found) !== JSON.stringify(expected) || unsure.length > 0) process.exitCode = 1
}
