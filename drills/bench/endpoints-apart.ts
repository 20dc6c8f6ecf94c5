import { fork } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSoloSweep } from '../../src/jobs/sweep.ts'
import { createBoundedPool } from '../../src/lib/bounded-pool.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { deliverEvents } from '../../src/modules/webhooks/deliver-events.ts'
import { updateWebhook } from '../../src/modules/webhooks/update-webhook.ts'
import type { App } from '../../src/needs.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { openWallets, type Wallet } from '../../test/money/many-wallets.ts'
import { openFreshApp } from './fresh-app.ts'
import { pickSize } from './length.ts'
import { percentile } from './load.ts'
import { printLine, printTitle } from './table.ts'

const good = 8
const rounds = pickSize(2, 7)
const seconds = pickSize(1, 4)
const eventsPerS = 20
const accountsCount = pickSize(10, 100)
const eventsEach = pickSize(5, 80)
const by = { actor: 'bench' }

interface Receivers extends Disposable {
  /** The ports that accept everything. */
  ports: number[]
  /** The port that accepts requests and never answers. */
  hanging: number
}

async function startReceivers(): Promise<Receivers> {
  const child = fork(path.join(import.meta.dirname, 'receivers.ts'), [String(good)])
  const { ports, dead } = await new Promise<{ ports: number[]; dead: number }>(resolve =>
    child.once('message', message => resolve(message as never)),
  )
  return { ports, hanging: dead, [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

/** Delivers to endpoints like the role jobs: with its sweep, hints and bounds. */
function startDelivering(app: App): Disposable {
  const callers = createBoundedPool(200)
  const run = () => callers.start(room => deliverEvents(app, room))
  const sweep = createSoloSweep({ name: 'deliver-events', everyMs: 1000, run }, silentLog)
  const off = app.wake.on('endpoints', sweep.soon)
  const hurried = app.wake.on('more-events', sweep.hurry)
  const ticks = setInterval(sweep.soon, 1000)
  sweep.soon()
  return {
    [Symbol.dispose]() {
      off()
      hurried()
      clearInterval(ticks)
      void sweep.close()
    },
  }
}

const at = (port: number) => `http://127.0.0.1:${port}/events`
const ownerOf = ({ standing }: Wallet) => ({ accountId: standing.accountId, mode: 'test' as const })
// Port 9 refuses connections.
const refusing = 9
const created = { types: ['payment.created'] }
const create = (app: App, wallet: Wallet, n: number) =>
  createPayment(app, wallet.standing, { amount: 10_000 + n * 1_000, paymentMethod: 'wallet_direct' })

/**
 * Measures eight working endpoints of an account, alone and together with one that refuses connections and one that
 * hangs, in turns. The result is the time from the event until their receiver has answered.
 */
export async function measureIsolation(): Promise<void> {
  using receivers = await startReceivers()
  const allowed = [...receivers.ports, receivers.hanging, refusing].map(port => `127.0.0.1:${port}`).join(',')
  await using fresh = await openFreshApp({ OUTBOUND_ALLOW: allowed })
  const { app } = fresh
  const [wallet] = (await openWallets(app, 1)) as [Wallet]
  const owner = ownerOf(wallet)
  for (const port of receivers.ports) await createWebhook(app, owner, { url: at(port), ...created }, by)
  const bad: string[] = []
  for (const port of [receivers.hanging, refusing]) {
    bad.push((await createWebhook(app, owner, { url: at(port), ...created, enabled: false }, by)).endpoint.id)
  }
  using _delivering = startDelivering(app)
  const happening = { app, wallet, bad, made: 0 }
  await waits(happening)
  const pairs: { alone: Waits; beside: Waits }[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await waits(happening)
    // Enabling resets their breakers: each round has its own first failures and hanging requests.
    for (const endpointId of bad) await updateWebhook(app, owner, { endpointId, change: { enabled: true }, by })
    const beside = await waits(happening)
    for (const endpointId of bad) await updateWebhook(app, owner, { endpointId, change: { enabled: false }, by })
    pairs.push({ alone, beside })
  }
  printTitle(`${good} endpoints at ${eventsPerS} events a second, median of ${rounds} rounds`)
  printLine('', ['p50 ms', 'p99 ms'])
  const medianOf = (figure: (pair: (typeof pairs)[number]) => number) =>
    percentile(
      pairs.map(figure).sort((one, other) => one - other),
      0.5,
    )
  for (const [name, of] of [
    ['  alone', 'alone'],
    ['  beside one that is dead and one that hangs', 'beside'],
  ] as const) {
    printLine(name, [medianOf(pair => pair[of].p50Ms).toFixed(0), medianOf(pair => pair[of].p99Ms).toFixed(0)], 46)
  }
  const ratio = medianOf(({ alone, beside }) => beside.p99Ms / alone.p99Ms)
  printLine('  p99 beside them to p99 alone: less than 2', [ratio.toFixed(2)], 46)
}

interface Happening {
  app: App
  wallet: Wallet
  bad: string[]
  made: number
}

interface Waits {
  p50Ms: number
  p99Ms: number
}

async function waits(happening: Happening): Promise<Waits> {
  const { app, wallet, bad } = happening
  const since = app.now()
  const startedAt = performance.now()
  for (let turn = 1; turn <= seconds * eventsPerS; turn++) {
    await create(app, wallet, happening.made++)
    await pause(Math.max(0, startedAt + (turn * 1000) / eventsPerS - performance.now()))
  }
  const undelivered = () =>
    app.sql.query(
      `select from owed_event union all
       select from endpoint_delivery where state = 'pending' and not (endpoint_id = any($1::text[])) limit 1`,
      [bad],
    )
  while ((await undelivered()).length > 0) await pause(20)
  const rows = await app.sql.query<{ wait: number }>(
    `select extract(epoch from t.attempted_at - d.created_at)::float8 * 1000 as wait
     from endpoint_delivery d join endpoint_attempt t on t.delivery_id = d.id
     where d.created_at >= $1 and not (d.endpoint_id = any($2::text[]))`,
    [since, bad],
  )
  if (rows.length !== seconds * eventsPerS * good) throw new Error(`${rows.length} deliveries`)
  const sorted = rows.map(({ wait }) => wait).sort((one, other) => one - other)
  return { p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) }
}

/** Measures deliveries per second from a backlog: an endpoint for each account, then a single endpoint. */
export async function measureBacklog(): Promise<void> {
  await measureBacklogOf(accountsCount, eventsEach)
  await measureBacklogOf(1, accountsCount * eventsEach)
}

async function measureBacklogOf(accountsCount: number, eventsEach: number): Promise<void> {
  using receivers = await startReceivers()
  await using fresh = await openFreshApp({
    OUTBOUND_ALLOW: receivers.ports.map(port => `127.0.0.1:${port}`).join(','),
  })
  const { app } = fresh
  const wallets = await openWallets(app, accountsCount)
  for (const [n, wallet] of wallets.entries()) {
    const url = at(receivers.ports[n % receivers.ports.length]!)
    const { endpoint } = await createWebhook(app, ownerOf(wallet), { url, ...created }, by)
    await owe(app, wallet, endpoint.id, eventsEach)
  }
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  using _delivering = startDelivering(app)
  const waiting = () =>
    app.sql.query("select from owed_event union all select from endpoint_delivery where state <> 'delivered' limit 1")
  while ((await waiting()).length > 0) await pause(20)
  const tookS = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  const count = accountsCount * eventsEach
  printTitle(`${count} events from a backlog, an endpoint for each of ${accountsCount} account(s)`)
  printLine('  delivered a second', [(count / tookS).toFixed(0)])
  printLine('  a second of processor time', [(count / ((user + system) / 1e6)).toFixed(0)])
}

/** Creates events that are written but not yet passed to endpoints. */
async function owe(app: App, { standing: { accountId } }: Wallet, endpointId: string, count: number): Promise<void> {
  await app.sql.write(
    `insert into owed_event (event_id, account_id, mode, type, object, sequence, endpoints, body, created_at)
     select gen_random_uuid(), $1, 'test', 'payment.created', 'payment ' || n, 1, array[$2], repeat('x', 900), now()
     from generate_series(1, $3::integer) n`,
    [accountId, endpointId, count],
  )
}
