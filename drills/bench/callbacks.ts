import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createApp } from '../../src/app.ts'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { connectors } from '../../src/connectors/index.ts'
import { migrateSchema } from '../../src/database/migrate.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { createSoloSweep } from '../../src/jobs/sweep.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { createBoundedPool } from '../../src/lib/bounded-pool.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import type { App } from '../../src/needs.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createTestConfig } from '../../test/kit/config.ts'
import { allEntities } from '../../test/kit/entities.ts'
import { pickSize } from './length.ts'
import { measureSessions } from './processor-time.ts'

/*
 * `npm run -w drills bench:callbacks`: one process delivers callbacks from a backlog of 100 accounts, and from a
 * backlog of one account with 20 endpoints. Then callbacks arrive steadily, without and with one endpoint that never
 * answers. Then money is pushed, and the time until its callback leaves is measured. PostgreSQL with fsync and
 * synchronous_commit on; receivers in a separate process. `-- --only backlog`: the backlogs alone; `ROUNDS=3` of them
 * in turns.
 */
const { values: asked } = parseArgs({ options: { only: { type: 'string' } } })
const isWhole = asked.only !== 'backlog'
const backlogRounds = Number(process.env.ROUNDS ?? 1)
const accountsCount = pickSize(10, 100)
const endpointsCount = 20
const steadyS = pickSize(1, 4)
const steadyRounds = pickSize(1, 9)
const settleMs = 500
const pushes = pickSize(20, 600)
let told = 0

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-bench-'))
const postgres = await startEmbeddedPostgres({
  dir: folder,
  settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB' },
})
const receivers = fork(path.join(import.meta.dirname, 'receivers.ts'), [String(endpointsCount)])
const { ports, dead } = await new Promise<{ ports: number[]; dead: number }>(resolve =>
  receivers.once('message', message => resolve(message as never)),
)
const { app, close } = await openDeliverer()
try {
  const accounts: number[] = []
  for (let n = 0; n < accountsCount; n++)
    accounts.push((await createAccount(app, { name: `kopi${n}`, plan: 'paid' })).id)
  const one = accounts.map(accountId => ({ accountId, port: ports[0]! }))
  const many = ports.map(port => ({ accountId: accounts[0]!, port }))

  await backlog(one, 5)
  for (let round = 0; round < backlogRounds; round++) {
    print(`deliveries over ${accountsCount} accounts`, await backlog(one, pickSize(5, 80)))
    print('deliveries to one account with 20 endpoints', await backlog(many, pickSize(5, 120)))
  }
  if (isWhole) await steady(one)
} finally {
  await close()
  receivers.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function steady(one: Endpoint[]): Promise<void> {
  // They run in turns, and the median of the pairs counts, so that other load on this machine is not blamed on the
  // endpoint.
  const rounds: { without: number; beside: number }[] = []
  for (let round = 0; round < steadyRounds; round++) {
    rounds.push({ without: await steadyP95(one, false), beside: await steadyP95(one, true) })
  }
  const medianOf = (figure: (round: { without: number; beside: number }) => number) =>
    percentile(rounds.map(figure), 0.5)
  const change = (medianOf(({ without, beside }) => beside / without) - 1) * 100
  print('p95 of 100 a second, ms', medianOf(({ without }) => without).toFixed(1))
  print(
    'p95 of the others beside a dead endpoint, ms',
    `${medianOf(({ beside }) => beside).toFixed(1)} (${change.toFixed(0)} %)`,
  )
  const waits = await pushToSent(one[1]!.accountId)
  print('push to callback sent, p50 and p99, ms', waits.map(ms => ms.toFixed(0)).join(', '))
}

/** Delivers callbacks like the role jobs: with its sweep, hints and bounds. */
async function openDeliverer(): Promise<{ app: App; close(): Promise<void> }> {
  const config = createTestConfig({ OUTBOUND_ALLOW: [...ports, dead].map(port => `127.0.0.1:${port}`).join(',') })
  await migrateSchema(postgres.connection)
  const database = await connectDatabase(postgres.connection, {
    poolMax: config.databasePoolMax,
    entities: allEntities,
  })
  const keyRing = await openKeyRing({ database, ...config })
  const app = createApp({
    config,
    database,
    keyRing,
    wake: createLocalWake(silentLog),
    log: silentLog,
    now: () => new Date(),
  })
  const callers = createBoundedPool(200)
  const sweep = createSoloSweep(
    { name: 'deliver-callbacks', everyMs: 1000, run: () => callers.start(room => deliverCallbacks(app, room)) },
    silentLog,
  )
  const offs = [app.wake.on('callbacks', sweep.soon), app.wake.on('more-callbacks', sweep.hurry)]
  const ticks = setInterval(sweep.soon, 1000)
  return {
    app,
    async close() {
      for (const off of offs) off()
      clearInterval(ticks)
      // Cuts off a request to the dead endpoint, without waiting for it.
      void sweep.close()
      await app[Symbol.asyncDispose]()
      await callers.drain(2_000)
      await database.close()
    },
  }
}

interface Endpoint {
  accountId: number
  port: number
}

async function plan(endpoints: Endpoint[], each: number): Promise<void> {
  const payload = {
    invoiceId: 'INV-BENCH',
    mode: 'test',
    paymentMethod: 'qris',
    paidVia: 'qris',
    amount: 15_000,
    uniqueCode: 123,
    finalAmount: 15_123,
    paidAmount: 15_123,
    paidAt: new Date().toISOString(),
    paidReffNum: 'R',
  }
  told++
  await app.sql.write(
    `with told as (
       insert into event (id, account_id, type, subject, payload, created_at)
       select gen_random_uuid(), p.account_id, 'payment.paid', 'INV-' || $4::text || '-' || p.place || '-' || n,
         $3::jsonb, now()
       from unnest($1::bigint[]) with ordinality as p(account_id, place), generate_series(1, $5::integer) n
       returning id, account_id, subject)
     insert into delivery (event_id, account_id, mode, invoice_id, url, next_at, created_at)
     select id, account_id, 'test', subject,
       'http://127.0.0.1:' || ($2::integer[])[split_part(subject, '-', 3)::integer] || '/hook',
       now(), clock_timestamp()
     from told`,
    [
      endpoints.map(endpoint => endpoint.accountId),
      endpoints.map(endpoint => endpoint.port),
      JSON.stringify(payload),
      told,
      each,
    ],
  )
}

/**
 * Returns whether any are left, apart from those of the dead endpoint. It reads the indexes of the queue, because its
 * time is measured as well.
 */
async function isLeft(): Promise<boolean> {
  const of = ['attempts = 0 and lease_token is null', 'attempts > 0 and lease_token is null', 'lease_token is not null']
  const left = of.map(which => `(select from delivery where state = 'pending' and ${which} and origin <> $1 limit 1)`)
  const rows = await app.sql.query(left.join(' union all '), [`http://127.0.0.1:${dead}`])
  return rows.length > 0
}

/**
 * Measures deliveries per second from a backlog, and the processor time of each, which is meaningful on a busy machine
 * too.
 */
async function backlog(endpoints: Endpoint[], each: number): Promise<string> {
  await using sessions = await measureSessions(postgres.connection)
  await plan(endpoints, each)
  const startedAt = performance.now()
  const cpuBefore = process.cpuUsage()
  const before = await sessions.ms()
  app.wake.notify('callbacks')
  while (await isLeft()) await pause(50)
  const { user, system } = process.cpuUsage(cpuBefore)
  const count = endpoints.length * each
  const own = (user + system) / 1000 / count
  const perS = count / ((performance.now() - startedAt) / 1000)
  const all = own + ((await sessions.ms()) - before) / count
  return `${perS.toFixed(0)} a second, CPU ms each: own ${own.toFixed(2)}, with PostgreSQL ${all.toFixed(2)}`
}

/** Returns the 95th percentile of the time from planning to sending, in ms, at 100 a second over 100 accounts. */
async function steadyP95(endpoints: Endpoint[], isBesideDead: boolean): Promise<number> {
  const hanging = { accountId: endpoints[0]!.accountId, port: dead }
  if (isBesideDead) {
    await plan([hanging], 50)
    app.wake.notify('callbacks')
  }
  // Its backlog exists before the clock starts: planning it is a statement of the benchmark, and must not delay the
  // others.
  await pause(settleMs)
  const since = new Date()
  const startedAt = performance.now()
  for (let turn = 0; turn < steadyS * 10; turn++) {
    const at = (turn * 10) % endpoints.length
    await plan([...endpoints.slice(at, at + 10), ...(isBesideDead && turn % 5 === 0 ? [hanging] : [])], 1)
    app.wake.notify('callbacks')
    await pause(Math.max(0, startedAt + (turn + 1) * 100 - performance.now()))
  }
  while (await isLeft()) await pause(20)
  await app.sql.write('delete from delivery where origin = $1', [`http://127.0.0.1:${dead}`])
  const rows = await app.sql.query<{ wait: number }>(
    `select extract(epoch from t.attempted_at - d.created_at)::float8 * 1000 - t.duration_ms as wait
     from delivery_attempt t join delivery d on d.id = t.delivery_id where d.created_at >= $1 and t.status = 200`,
    [since],
  )
  return percentile(
    rows.map(({ wait }) => wait),
    0.95,
  )
}

async function pushToSent(accountId: number): Promise<number[]> {
  const credentials = makeBridgedCredentials('http://127.0.0.1:9/sandbox', 'wallet', '081299999999')
  await createConnection(app, { accountId, connector: 'wallet', mode: 'test', label: 'Bench', credentials })
  const standing = (await findStandingByAccount(app, accountId, 'test'))!
  const wallet = standing.connections.find(({ connector }) => connector === 'wallet')!
  const source = {
    connectionId: wallet.id,
    accountId,
    receivingAccountId: wallet.receivingAccountId,
    window: connectors.wallet!.window,
  }
  const pushedAt = new Map<string, number>()
  for (let n = 0; n < pushes; n++) {
    const callbackUrl = `http://127.0.0.1:${ports[n % ports.length]}/hook`
    const asked = { amount: 20_000 + n * 1000, paymentMethod: 'wallet_direct', callbackUrl }
    const payment = await createPayment(app, standing, asked)
    pushedAt.set(payment.invoiceId, Date.now())
    const transfer = { reference: payment.invoiceId, amount: payment.finalAmount, occurredAt: new Date() }
    await settleTransfer(app, source, { ...transfer, payerName: null, payerApp: null })
    await pause(5)
  }
  while (await isLeft()) await pause(20)
  const rows = await app.sql.query<{ invoiceId: string; sentAt: number }>(
    `select d.invoice_id as "invoiceId", extract(epoch from t.attempted_at)::float8 * 1000 - t.duration_ms as "sentAt"
     from delivery_attempt t join delivery d on d.id = t.delivery_id where d.invoice_id = any($1)`,
    [[...pushedAt.keys()]],
  )
  const waits = rows.map(row => row.sentAt - pushedAt.get(row.invoiceId)!)
  return [0.5, 0.99].map(part => percentile(waits, part))
}

function percentile(values: number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)]!
}

function print(name: string, figure: string): void {
  process.stdout.write(`${name.padEnd(50)}${figure}\n`)
}
