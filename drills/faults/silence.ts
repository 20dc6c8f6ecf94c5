import { randomInt, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandActor } from '../../src/accounts/audit.ts'
import { createApp } from '../../src/app.ts'
import { importCatalog } from '../../src/catalog/import/import-catalog.ts'
import { readConfig } from '../../src/config.ts'
import { isDatabaseUnavailable } from '../../src/database/insist-on-record.ts'
import { connectDatabase } from '../../src/database/open.ts'
import type { Violation } from '../../src/doctor/find-violations.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import { type MenuOrder, orderFromMenu } from '../../src/modules/menu/order-from-menu.ts'
import type { TestShop } from '../../test/kit/app.ts'
import { createEmptyTestDatabase } from '../../test/kit/database.ts'
import { allEntities } from '../../test/kit/entities.ts'
import { findMongod, howToHaveMongod, startMongod, type TestMongod } from '../../test/kit/mongod/start.ts'
import { openCounter, sellAt } from '../../test/modules/counter/sales-stand.ts'
import { openMenu } from '../../test/modules/menu/stand.ts'
import { auditMoney, countUnfinishedMoney } from './audit.ts'
import { fetchJson, startChatCustomers } from './chat-customers.ts'
import { type DatabaseDoor, openDatabaseDoor } from './door-proxy.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { causeFaults, type HarmOptions, type HarmReport } from './harm.ts'
import { type ProcessorWaits, watchProcessors } from './processor-waits.ts'
import { listCallbacks, type Receiver, startReceiver } from './receiver.ts'

export interface SilenceReport {
  seconds: number
  done: HarmReport['done']
  /** The longest time for which PostgreSQL was unavailable, including its recovery. */
  awayS: number
  /** The longest pause between two events of a kind, in seconds. */
  silence: Record<Kind, number>
  counts: Record<Kind | 'bills' | 'sales' | 'menuOrders', number>
  /** From PostgreSQL's log. */
  deadlocks: string[]
  countedDeadlocks: number
  /**
   * The longest pauses of each kind, with the faults that began in them or shortly before. Each has the share in which
   * a process of the shop waited for a processor.
   */
  gaps: Record<Kind, string[]>
  /** The share of the whole run, from 0 to 1. */
  waitedForProcessor: number
  /** From PostgreSQL's log: the seconds of each start after a stop until it took connections. */
  recoveryS: number[]
  /** Errors of the counter and the menu that no outage explains. */
  complaints: string[]
  deserters: string[]
  /** Lost and duplicated money, stock and callbacks. */
  violations: Violation[]
}

export interface SilenceOptions extends HarmOptions {
  seconds: number
}

/** A kind of work. `money` is what the providers received, without which there is nothing to detect. */
type Kind = 'money' | 'callbacks' | 'events' | 'detection' | 'chat'

const roles = ['api', 'api', 'jobs', 'jobs', 'bot']
// Fewer customers would wait for a single reading of the provider together, and be silent between readings.
const chatCustomers = 12
const chatLookEveryMs = 1_000
// Steady, whatever the machine. A load that sends the next request a moment after each answer takes whatever the
// processors have, so that a backlog would be measured instead of a silence.
const everyMs = { payment: 2_000, bill: 2_000, sale: 3_000, menuOrder: 3_000 }
const gapsShown = 5
const scanMs = 1_000
const payWithinMs = 15_000
const payAgainMs = 100
// The first work of each kind compiles its code and fills caches, in seconds on two cores. Faults begin afterwards.
const warmUpMs = 30_000

/**
 * Runs a shop with all kinds of work while a bank's bridge hangs, a webhook refuses at random, and the processes around
 * it are stopped, killed and frozen (`causeFaults`). Leases have their usual length. Reports how long each kind of work
 * was silent.
 */
export async function listenForSilence(options: SilenceOptions): Promise<SilenceReport> {
  await using scene = await openScene()
  const { fleet, merchant } = scene
  await fetchJson(`${fleet.sandboxUrl}/faults`, {
    connector: 'bank',
    operation: 'list',
    mode: 'slow',
    delay_ms: 60_000,
  })
  const end = Date.now() + warmUpMs + options.seconds * 1000
  const counts = { bills: 0, sales: 0, menuOrders: 0 }
  const complaints = new Set<string>()
  const complain = (error: Error) => {
    if (!isDatabaseUnavailable(error)) complaints.add(error.message)
    throw error
  }
  const customers = startChatCustomers(scene.chat)
  await using waits = watchProcessors(() => [fleet.sandbox, ...fleet.members].map(member => member.pid()))
  const loads = [
    ...['wallet_direct', 'wallet_direct', 'qris', 'qris_user'].map(method => payUntil(end, scene, method)),
    repeatUntil(end, everyMs.bill, async () => {
      await api(scene, '/create-bill', { kind: 'once', amount: 20_000 + randomInt(500) * 100, title: 'Iuran' })
      counts.bills++
    }),
    repeatUntil(end, everyMs.sale, async () => {
      await merchant.sell().catch(complain)
      counts.sales++
    }),
    repeatUntil(end, everyMs.menuOrder, async () => {
      await merchant.orderAtTable().catch(complain)
      counts.menuOrders++
    }),
  ]
  await pause(warmUpMs)
  const since = new Date()
  const faults = await causeFaults(options, end, scene)
  await Promise.all(loads)
  const until = new Date()
  await customers.stop()
  await settle(scene)
  const times = await timesOf(scene, since, until)
  return {
    seconds: options.seconds,
    ...faults,
    silence: eachKind(kind => longestPauses([since, ...times[kind], until])[0]!.s),
    gaps: eachKind(kind =>
      longestPauses([since, ...times[kind], until]).map(pause => describePause(pause, faults.done, waits)),
    ),
    waitedForProcessor: waits.shareBetween(since, until),
    recoveryS: recoveriesIn(scene.logFile),
    counts: { ...eachKind(kind => times[kind].length), ...counts },
    deadlocks: deadlocksIn(scene.logFile),
    complaints: [...complaints],
    deserters: fleet.deserters,
    violations: await auditMoney(scene.sql, [listCallbacks(scene.receiver)]),
  }
}

const settleMsMax = 120_000

/** Waits until all received money was reported, including that of the bank that was hanging. */
async function settle({ fleet, sql }: Scene): Promise<void> {
  await fetchJson(`${fleet.sandboxUrl}/faults`, { connector: 'bank', operation: 'list', mode: 'off' })
  await fleet.ready()
  const deadline = Date.now() + settleMsMax
  while (Date.now() < deadline && (await countUnfinishedMoney(sql)) > 0) await pause(500)
}

const kinds: Kind[] = ['money', 'callbacks', 'events', 'detection', 'chat']
const eachKind = <Figure>(figure: (kind: Kind) => Figure) =>
  Object.fromEntries(kinds.map(kind => [kind, figure(kind)])) as Record<Kind, Figure>

interface Pause {
  s: number
  since: Date
  until: Date
}

function longestPauses(times: Date[]): Pause[] {
  const sorted = times.map(time => time.getTime()).sort((one, other) => one - other)
  const pauses = sorted.slice(1).map((time, index) => ({
    s: (time - sorted[index]!) / 1000,
    since: new Date(sorted[index]!),
    until: new Date(time),
  }))
  return pauses.sort((one, other) => other.s - one.s).slice(0, gapsShown)
}

const recoversInMs = 5_000

function describePause({ s, since, until }: Pause, done: HarmReport['done'], waits: ProcessorWaits): string {
  const share = Math.round(100 * waits.shareBetween(since, until))
  const isNear = (time: string) => Date.parse(time) > since.getTime() - recoversInMs && new Date(time) < until
  const faults = Object.entries(done).flatMap(([fault, times]) =>
    times.filter(isNear).map(time => `${fault} after ${(Date.parse(time) - since.getTime()) / 1000} s`),
  )
  return `${s} s from ${since.toISOString()}, ${faults.join(', ') || 'no fault'}, ${share} % of it without a processor`
}

interface Scene extends AsyncDisposable {
  fleet: Fleet
  database: EmbeddedPostgres
  door: DatabaseDoor
  mongod: TestMongod | undefined
  receiver: Receiver
  merchant: Merchant
  apiKey: string
  chat: Parameters<typeof startChatCustomers>[0]
  logFile: string
  /** The times when a provider received money. */
  money: Date[]
  sql: Merchant['app']['sql']
}

// The last thing that was opened is closed first.
async function openScene(): Promise<Scene> {
  await using opening = new AsyncDisposableStack()
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-silence-'))
  opening.defer(() => fs.rmSync(dir, { recursive: true, force: true }))
  const database = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), maxConnections: 200 })
  opening.defer(() => database.stop())
  const { host, port, user, database: name } = database.connection
  const door = opening.use(await openDatabaseDoor(`${host}/.s.PGSQL.${port}`))
  const databaseUrl = `postgres://${user}@127.0.0.1:${door.port}/${name}`
  const receiver = opening.use(await startReceiver())
  const entry = path.join(import.meta.dirname, 'chat-shop.ts')
  const mongod = await openMongod(opening)
  const settings = { OUTBOUND_ALLOW: receiver.host, ...(mongod && { MONGODB_URL: `${mongod.url}jobs` }) }
  const fleet = await startFleet({ entry, roles, databaseUrl, dir, settings })
  opening.defer(() => fleet.stop())
  await fleet.ready()
  const demo = JSON.parse(fs.readFileSync(path.join(dir, 'demo.json'), 'utf8'))
  const merchant = opening.use(await openMerchant(dir, database))
  const opened = opening.move()
  const scene: Scene = {
    fleet,
    database,
    door,
    mongod,
    receiver,
    merchant,
    apiKey: demo.api_key,
    sql: merchant.app.sql,
    logFile: path.join(dir, 'postgres', 'postgres.log'),
    money: [],
    chat: {
      count: chatCustomers,
      lookEveryMs: chatLookEveryMs,
      botApiUrl: demo.bot_api_url,
      bringMoney: async (invoiceId, reference) =>
        void (await fetchJson(`${fleet.sandboxUrl}/transfers`, { invoice_id: invoiceId, reference })),
      bot: demo.bots.shop,
      productId: await merchant.productInChat(),
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
  for (const at of ['takes', 'refuses']) await api(scene, '/create-endpoint', { url: `${receiver.url}/${at}` })
  return scene
}

/** Starts Agenda's store, if this machine has one: its data are on another server than the shop's. */
async function openMongod(opening: AsyncDisposableStack): Promise<TestMongod | undefined> {
  const binary = findMongod()
  if (!binary) {
    process.stderr.write(`Left out: Agenda on MongoDB. To have it: ${howToHaveMongod}\n`)
    return undefined
  }
  const data = await createEmptyTestDatabase()
  opening.defer(() => data.drop())
  const mongod = await startMongod(binary, data.connection)
  opening.defer(() => mongod.kill())
  return mongod
}

interface Merchant extends AsyncDisposable {
  app: ReturnType<typeof createApp>
  sell(): Promise<unknown>
  orderAtTable(): Promise<unknown>
  productInChat(): Promise<string>
}

// An hour sells 3,000.
const keysInStock = 10_000

// JSON is YAML.
const catalog = JSON.stringify({
  products: [
    {
      key: 'kunci',
      kind: 'digital',
      name: 'Kunci',
      price: 25_000,
      stock: { serials: Array.from({ length: keysInStock }, (_, index) => `KEY-${100_000 + index}`) },
    },
  ],
})

/** Opens the counter and the menu of the demo account, directly on the database. */
async function openMerchant(dir: string, { connection }: EmbeddedPostgres): Promise<Merchant> {
  await using opening = new AsyncDisposableStack()
  const config = readConfig({ DATA_DIR: dir })
  const database = await connectDatabase(connection, { poolMax: 4, entities: allEntities })
  opening.defer(() => database.close())
  const keyRing = await openKeyRing({ database, ...config })
  const now = () => new Date()
  const app = opening.use(
    createApp({ config, database, keyRing, wake: createLocalWake(silentLog), log: silentLog, now }),
  )
  const [{ id }] = (await app.sql.query('select id from account where name = $1', ['demo'])) as [{ id: number }]
  const shop = { app, demo: (await findStandingByAccount(app, id, 'test'))! } as unknown as TestShop
  await openMenu(shop, 'demo')
  await importCatalog(app, { accountId: id, mode: 'test', ...commandActor }, catalog, dir)
  await app.sql.write(
    "insert into shop_rules (account_id, delivers, tables, pickup_place) values ($1, false, 4, 'Kasir') " +
      'on conflict (account_id) do update set tables = 4',
    [id],
  )
  const counter = await openCounter(shop)
  const [coffee] = await app.sql.query<{ id: string }>(
    `select v.public_id as id from variant v join product p on p.id = v.product_id
     where p.key = 'kopi-susu' and v.key = 'reguler'`,
  )
  await app.sql.write('update stock set available = 100000 where available is not null')
  const opened = opening.move()
  return {
    app,
    sell: () => sellAt(shop, counter),
    orderAtTable: () => orderFromMenu(app, guest(id), coffeeFor(coffee!.id)),
    productInChat: async () => {
      const [product] = await app.sql.query<{ id: string }>("select public_id as id from product where key = 'kunci'")
      return product!.id
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const guest = (accountId: number) => ({
  accountId,
  mode: 'test' as const,
  browser: randomUUID(),
  address: `10.${randomInt(250)}.${randomInt(250)}.1`,
  name: 'Sari',
  language: 'id' as const,
})

const coffeeFor = (variantId: string): MenuOrder => ({
  units: [{ variantId, quantity: 1, choices: [] }],
  receiving: 'dine_in',
  table: 2,
  expectedTotal: 18_000,
  once: randomUUID(),
})

async function repeatUntil(end: number, periodMs: number, act: () => Promise<unknown>): Promise<void> {
  await pause(randomInt(periodMs))
  while (Date.now() < end) {
    const next = Date.now() + periodMs
    // PostgreSQL is unavailable now and then.
    await act().catch(() => {})
    await pause(Math.max(0, next - Date.now()))
  }
}

/** Creates payments, each of which its payer pays a moment later. */
async function payUntil(end: number, scene: Scene, method: string): Promise<void> {
  const payers: Promise<void>[] = []
  await repeatUntil(end, everyMs.payment, async () => {
    // Payments to the hanging bank stay open. With one amount, the wallet would soon run out of codes.
    const asked = {
      amount: 20_000 + randomInt(4_000) * 100,
      payment_method: method,
      callback_url: `${scene.receiver.url}/callback`,
    }
    const { data } = await api(scene, '/create-payment', asked)
    payers.push(payCode(scene, data.invoice_id))
  })
  await Promise.all(payers)
}

/**
 * Pays a code after a person's time for it. A real provider takes money while the shop's database is away; the
 * simulated one shares that database, so its money arrives as soon as it is back.
 */
async function payCode({ fleet, money }: Scene, invoiceId: string): Promise<void> {
  await pause(scanMs + randomInt(scanMs))
  const transfer = { invoice_id: invoiceId, reference: randomUUID() }
  const deadline = Date.now() + payWithinMs
  while (Date.now() < deadline) {
    try {
      await fetchJson(`${fleet.sandboxUrl}/transfers`, transfer)
      money.push(new Date())
      return
    } catch {
      // A code that does not exist yet cannot be paid.
      await pause(payAgainMs)
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the load reads the few fields that the spec names
async function api({ fleet, apiKey }: Scene, where: string, body: object): Promise<any> {
  const doors = fleet.members.filter(({ role }) => role === 'api')
  const answer = await fetch(`http://127.0.0.1:${doors[randomInt(doors.length)]!.port}/api${where}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  })
  if (answer.status !== 200) throw new Error(`${where} answered ${answer.status}`)
  return answer.json()
}

async function timesOf({ sql, receiver, money }: Scene, since: Date, until: Date): Promise<Record<Kind, Date[]>> {
  // A message knows only its last edit, so the answers to presses count as well.
  const rows = await sql.query<{ kind: 'detection' | 'chat'; at: Date }>(
    `select 'detection' as kind, created_at as at from event
     where type = 'payment.paid' and created_at between $1 and $2
     union all
     select 'chat', at from local_bot_api.message, unnest(array[sent_at, edited_at]) at
     where by_bot and at between $1 and $2
     union all
     select 'chat', answered_at from local_bot_api.callback_query where answered_at between $1 and $2`,
    [since, until],
  )
  const of = (kind: string) => rows.filter(row => row.kind === kind).map(({ at }) => at)
  const at = (place: string) =>
    receiver.arrived.filter(({ path: asked, at }) => asked === place && at >= since && at <= until).map(({ at }) => at)
  return {
    money: money.filter(time => time >= since && time <= until),
    callbacks: at('/callback'),
    events: at('/takes'),
    detection: of('detection'),
    chat: of('chat'),
  }
}

function deadlocksIn(logFile: string): string[] {
  const log = fs.readFileSync(logFile, 'utf8').split('\n')
  return log.flatMap((line, index) =>
    line.includes('deadlock detected') ? [log.slice(index, index + 8).join('\n')] : [],
  )
}

function recoveriesIn(logFile: string): number[] {
  const log = fs.readFileSync(logFile, 'utf8').split('\n')
  const timesOf = (words: string) =>
    log.flatMap(line => (line.includes(words) ? [Date.parse(`${line.slice(0, 23)}Z`)] : []))
  const ready = timesOf('database system is ready to accept connections')
  const [, ...starts] = timesOf('starting PostgreSQL')
  return starts.map(start => ((ready.find(time => time > start) ?? Number.NaN) - start) / 1000)
}
