import { fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { setCallbackUrl } from '../../src/callbacks/set-callback-url.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { foldStatistics } from '../../src/payments/statistics/fold-statistics.ts'
import { listingProvider, moneyFor, openPayments, openWallets } from '../../test/money/many-wallets.ts'
import { openFreshApp } from './fresh-app.ts'
import { pickSize } from './length.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `npm run -w drills bench:capacity` (Linux). Measures what a paid payment costs from its creation to its callback, as
 * docs/scale.md multiplies it: bytes on disk of each table with its indexes, bytes of write-ahead log, and processor
 * time of PostgreSQL and of this process, without a server and HTTP. Processor time, unlike elapsed time, hardly
 * depends on the machine's other work.
 */
const walletsCount = pickSize(4, 40)
const paymentsEach = pickSize(25, 250)
const payments = walletsCount * paymentsEach
const delivering = 200
const ticksPerS = 100

const receivers = fork(path.join(import.meta.dirname, 'receivers.ts'), ['4'])
const { ports } = await new Promise<{ ports: number[] }>(resolve => receivers.once('message', resolve as never))
await using fresh = await openFreshApp({ OUTBOUND_ALLOW: ports.map(port => `127.0.0.1:${port}`).join(',') })
const provider = listingProvider()
const app: App = { ...fresh.app, connectors: provider.connectors }
const server = await serverPid()
const wallets = await openWallets(app, walletsCount)
for (const [n, { standing }] of wallets.entries()) {
  await setCallbackUrl(app, standing.accountId, `http://127.0.0.1:${ports[n % ports.length]}/callback`)
}

printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
const before = await sizes()
// A checkpoint makes the log contain whole pages, once each: between two checkpoints they would dominate the
// measurement.
await app.sql.write('checkpoint')
printLine(`each of ${payments} payments`, ['WAL bytes', 'server ms', 'Node ms'])
const made = await costOf('created', () => openPayments(app, wallets, paymentsEach))
await costOf('found and settled', settleAll)
await costOf('callback delivered', deliverAll)
await costOf('statistics folded', () => foldStatistics(app))
await app.sql.write('vacuum')
const after = await sizes()

printTitle('bytes on disk of each payment, indexes included')
const grown = [...after].map(([table, bytes]): [string, number] => [
  table,
  (bytes - (before.get(table) ?? 0)) / payments,
])
for (const [table, bytes] of grown.sort((one, other) => other[1] - one[1])) {
  if (bytes >= 10) printLine(`  ${table}`, [bytes.toFixed(0)])
}
printLine('  all of them', [grown.reduce((sum, [, bytes]) => sum + bytes, 0).toFixed(0)])
receivers.kill('SIGKILL')

async function settleAll(): Promise<void> {
  for (const [{ number }, own] of made) {
    provider.lists.set(
      number,
      own.map(payment => moneyFor(payment, app.now())),
    )
  }
  await app.sql.write('update reading set due_at = now()')
  await waitUntilFinished(readTransfers(app, walletsCount))
  const paid = await count("payment where status = 'paid'")
  if (paid !== payments) throw new Error(`${paid} of ${payments} payments were paid`)
}

async function deliverAll(): Promise<void> {
  while ((await count("delivery where state = 'pending'")) > 0)
    await waitUntilFinished(deliverCallbacks(app, delivering))
  const delivered = await count("delivery where state = 'delivered'")
  if (delivered !== payments) throw new Error(`${delivered} of ${payments} callbacks were delivered`)
}

async function costOf<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const start = { lsn: await position(), server: serverMs(), own: process.cpuUsage() }
  const result = await work()
  const { user, system } = process.cpuUsage(start.own)
  const perPayment = [(await position()) - start.lsn, serverMs() - start.server, (user + system) / 1000].map(
    cost => cost / payments,
  )
  printLine(`  ${name}`, [perPayment[0]!.toFixed(0), perPayment[1]!.toFixed(2), perPayment[2]!.toFixed(2)])
  return result
}

async function position(): Promise<number> {
  const [row] = await app.sql.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes",
  )
  return row!.bytes
}

async function count(rows: string): Promise<number> {
  const [row] = await app.sql.query<{ count: number }>(`select count(*) from ${rows}`)
  return row!.count
}

async function sizes(): Promise<Map<string, number>> {
  const rows = await app.sql.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

async function serverPid(): Promise<number> {
  const [row] = await app.sql.query<{ folder: string }>("select current_setting('data_directory') as folder")
  return Number(readFileSync(path.join(row!.folder, 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Returns the processor time of the postmaster, of its children, and of those that have ended. */
function serverMs(): number {
  const all = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return all.reduce((sum, pid) => sum + timeOf(Number(pid)), 0)
}

function timeOf(pid: number): number {
  try {
    // The text before the last bracket is the name of the program, which may contain any character.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(n => fields[n])
    const ticks = pid === server ? user + system + endedUser + endedSystem : parent === server ? user + system : 0
    return (ticks * 1000) / ticksPerS
  } catch {
    return 0
  }
}
