import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connectors } from '../../src/connectors/index.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { createClock } from '../../src/lib/clock.ts'
import type { Database } from '../../src/lib/sql.ts'
import { makeChildEnv } from '../../test/kit/child-env.ts'
import { allEntities } from '../../test/kit/entities.ts'
import { findFreePort, type ShopProcess, startShop } from '../../test/kit/shop-process.ts'
import { auditBooks, countUnfinished } from '../faults/audit.ts'
import { auditChats, countUnfinishedChats } from '../faults/chat-audit.ts'
import { type ChatCustomers, fetchJson, startChatCustomers } from '../faults/chat-customers.ts'
import { type Customers, startCustomers } from '../faults/customers.ts'
import { findAskableInvariants } from './find-askable-invariants.ts'
import { unpackVersion } from './keep-version.ts'

export interface ReplaceOptions {
  version: string
  dir: string
  /** How long each fleet works before the next replacement. */
  secondsOfEach: number
  requestsPerS: number
}

export interface UpgradeReport {
  found: object
  /** The problems; empty for a successful run. */
  problems: string[]
}

const root = path.join(import.meta.dirname, '..', '..')
const roles = ['api', 'api', 'jobs', 'jobs', 'bot', 'bot']
const customersCount = 4
const chatCustomersCount = 4
const settleMsMax = 180_000

/** Returns the server with the filled database, for more drills. */
export async function replaceUnderLoad(
  options: ReplaceOptions,
): Promise<{ server: EmbeddedPostgres; report: UpgradeReport }> {
  const server = await startEmbeddedPostgres({ dir: path.join(options.dir, 'postgres'), maxConnections: 300 })
  try {
    return { server, report: await replaceOn(server, options) }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function replaceOn(server: EmbeddedPostgres, options: ReplaceOptions): Promise<UpgradeReport> {
  await using scene = await openScene(server, options)
  const { fleet, sql, crowd, chats, load } = scene
  const problems: string[] = []
  const pausing = () => pause(options.secondsOfEach * 1000)
  await pausing()
  const before = await violations(sql)
  for (const to of [root, scene.old, root]) {
    await fleet.replaceAll(to)
    await pausing()
  }
  await load.stop()
  await Promise.all([crowd.stop(), chats.stop()])
  await settle(sql, crowd)
  const money = await auditBooks(sql, crowd.ledger)
  const chatting = await auditChats(sql, chats, 0)
  const answers = crowd.ledger.answers
  for (const { sentence, rows } of [...before, ...money.violations, ...chatting.violations]) {
    problems.push(`${sentence}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  problems.push(...crowd.ledger.complaints, ...chats.ledger.complaints, ...load.failures, ...fleet.deserters)
  for (const status of [0, 503, 429]) {
    if (answers[status]) problems.push(`customers were answered ${status}, ${answers[status]} times`)
  }
  const left = (await countUnfinished(sql)) + (await countUnfinishedChats(sql))
  if (left > 0) problems.push(`${left} things are still under way`)
  return {
    found: {
      requests: load.answered(),
      requestsPerS: load.rate(),
      failed: load.failed(),
      replaced: fleet.replaced(),
      created: money.created,
      paid: money.paid,
      callbacks: money.callbacks,
      orders: chatting.orders,
      paidOrders: chatting.paid,
      answers,
    },
    problems,
  }
}

interface Scene extends AsyncDisposable {
  /** The folder of the previous version. */
  old: string
  fleet: Fleet
  sql: Database
  crowd: Customers
  chats: ChatCustomers
  load: Load
}

// The last thing that was opened is closed first.
async function openScene(server: EmbeddedPostgres, { version, dir, requestsPerS }: ReplaceOptions): Promise<Scene> {
  await using opening = new AsyncDisposableStack()
  const old = unpackVersion(version, dir)
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(old, 'node_modules'))
  const { host, port, user, database: name } = server.connection
  const databaseUrl = `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: path.join(dir, 'data') }
  const world = await openWorld(old, settings)
  opening.defer(async () => void (await end(world.process)))
  const fleet = await openFleet(old, { ...settings, ...world.settings })
  opening.defer(() => fleet.stop())
  const open = await connectDatabase({ connectionString: databaseUrl }, { poolMax: 4, entities: allEntities })
  opening.defer(() => open.close())
  // The sandbox's receiver forgets all but its last ten thousand callbacks, while the audit checks each.
  await open.sql.write('create rule forget_nothing as on delete to sandbox.received do instead nothing')
  await sellKeys(old, settings, dir)
  const [product] = await open.sql.query<{ id: string }>(`select public_id as id from product where key = 'kunci'`)
  const demo = JSON.parse(fs.readFileSync(path.join(dir, 'data', 'demo.json'), 'utf8'))
  const sandboxUrl = world.settings.SANDBOX_URL
  const shop = { apiUrls: fleet.apiUrls, apiKey: demo.api_key, sandboxUrl }
  const crowd = startCustomers({ ...shop, count: customersCount })
  opening.defer(() => crowd.stop())
  const chats = startChatCustomers({
    count: chatCustomersCount,
    botApiUrl: demo.bot_api_url,
    bringMoney: (invoiceId, reference) => bringMoney(sandboxUrl, invoiceId, reference),
    bot: demo.bots.shop,
    productId: product!.id,
  })
  opening.defer(() => chats.stop())
  const load = startLoad({ ...shop, requestsPerS, crowd })
  opening.defer(() => load.stop())
  const opened = opening.move()
  return { old, fleet, sql: open.sql, crowd, chats, load, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Providers, receivers and the Bot API simulate the outside world, which is not upgraded. */
async function openWorld(old: string, settings: Record<string, string>) {
  const port = String(await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const places = { BASE_URL: url, SANDBOX_URL: `${url}/sandbox` }
  const env = { ...settings, ...places, ...limits, ROLES: 'sandbox', PORT: port }
  return { process: await startShop(env, [process.execPath, path.join(old, 'src', 'main.ts')]), settings: places }
}

const limits = { RATE_LIMIT_PER_S: '100000', RATE_LIMIT_BURST: '100000', DATABASE_POOL_MAX: '8' }

interface Fleet {
  /** The addresses to which a proxy would send requests now. */
  apiUrls: string[]
  /** Replaces one process after another, so that all others keep working. */
  replaceAll(checkout: string): Promise<void>
  replaced(): number
  /** The processes that ended unexpectedly. */
  deserters: string[]
  stop(): Promise<void>
}

const underWayMs = 300

async function openFleet(old: string, settings: Record<string, string>): Promise<Fleet> {
  const apiUrls: string[] = []
  const deserters: string[] = []
  const posts: { role: string; process: ShopProcess }[] = []
  let replaced = 0
  const start = async (role: string, checkout: string) => {
    const env = { ...settings, ...limits, ROLES: role, PORT: String(await findFreePort()) }
    return startShop(env, [process.execPath, path.join(checkout, 'src', 'main.ts')])
  }
  for (const role of roles) {
    posts.push({ role, process: await start(role, old) })
    if (role === 'api') apiUrls.push(posts.at(-1)!.process.url)
  }
  return {
    apiUrls,
    deserters,
    replaced: () => replaced,
    async replaceAll(checkout) {
      for (const post of posts) {
        const before = post.process
        post.process = await start(post.role, checkout)
        const place = apiUrls.indexOf(before.url)
        if (place !== -1) apiUrls[place] = post.process.url
        // A message that was on its way to the old process still arrives.
        await pause(underWayMs)
        const ended = await end(before)
        if (ended !== 0) deserters.push(`${post.role} ended with ${ended}: ${before.output().slice(-500)}`)
        replaced++
      }
    },
    async stop() {
      await Promise.all(posts.map(({ process }) => end(process)))
    },
  }
}

async function end(shop: ShopProcess): Promise<number | NodeJS.Signals | null> {
  shop.signal('SIGTERM')
  return shop.ended
}

/** Sends money like a customer's bank. */
export async function bringMoney(sandboxUrl: string, invoiceId: string, reference: string): Promise<void> {
  await fetchJson(`${sandboxUrl}/transfers`, { invoice_id: invoiceId, reference })
}

/** Sells keys through the commands of a merchant, beside a running shop. */
export async function sellKeys(old: string, settings: Record<string, string>, dir: string): Promise<void> {
  const file = path.join(dir, 'catalog.yaml')
  const keys = Array.from({ length: 3_000 }, (_, at) => `KEY-${100_000 + at}`)
  const product = { key: 'kunci', kind: 'digital', name: 'Kunci', price: 25_000, stock: { serials: keys } }
  // JSON is YAML.
  fs.writeFileSync(file, JSON.stringify({ products: [product] }))
  const command = [path.join(old, 'src', 'warung.ts'), 'catalog', 'import', file, '--account', 'demo', '--mode', 'test']
  await promisify(execFile)(process.execPath, command, { env: { ...makeChildEnv(), ...settings } })
}

interface Load {
  /** The first failures. */
  failures: string[]
  failed(): number
  answered(): number
  rate(): number
  stop(): Promise<void>
}

interface LoadNeeds {
  apiUrls: string[]
  apiKey: string
  requestsPerS: number
  crowd: Customers
}

const tickMs = 50
const patienceMs = 15_000
const failuresShown = 20
/** Lists of one account take turns, so a fleet on two cores would refuse a load that a merchant's pages never cause. */
const listEach = 40

/** Sends this number of requests a second, however slow the answers: the load of shops with waiting customers. */
function startLoad({ apiUrls, apiKey, requestsPerS, crowd }: LoadNeeds): Load {
  const failures: string[] = []
  const underWay = new Set<Promise<void>>()
  let asked = 0
  let answered = 0
  let failed = 0
  const began = performance.now()
  let seconds = 0
  const fail = (why: string) => {
    failed++
    if (failures.length < failuresShown) failures.push(why)
  }
  const ask = async (address: string) => {
    const since = performance.now()
    try {
      const answer = await fetch(address, {
        headers: { 'x-api-key': apiKey },
        signal: AbortSignal.timeout(patienceMs),
      })
      const body = await answer.text()
      if (answer.status === 200) answered++
      else fail(`${answer.status} of ${address}: ${body.slice(0, 200)}`)
    } catch (error) {
      const { message, cause } = error as Error
      const after = `${Math.round(performance.now() - since)} ms`
      fail(`no answer of ${address} in ${after}: ${message} ${cause ?? ''}`)
    }
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * requestsPerS) - asked
    const invoices = [...crowd.ledger.created.values()]
    for (let at = 0; at < due; at++) {
      asked++
      const invoice = invoices[randomInt(Math.max(1, invoices.length))]?.invoiceId
      const isList = !invoice || asked % listEach === 0
      const question = isList ? '/list-payments?limit=5' : `/check-payment?invoice=${invoice}`
      const asking = ask(`${apiUrls[randomInt(apiUrls.length)]}/api${question}`).finally(() => underWay.delete(asking))
      underWay.add(asking)
    }
  }, tickMs)
  return {
    failures,
    failed: () => failed,
    answered: () => answered,
    rate: () => Math.round(answered / seconds),
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
      seconds ||= (performance.now() - began) / 1000
    },
  }
}

async function violations(sql: Database) {
  const clock = createClock({ sql, shared: true })
  await clock.refresh()
  const app = { sql, now: clock.now, connectors }
  return findViolations(app, await findAskableInvariants(app))
}

const lifetimeS = 1_860

async function settle(sql: Database, crowd: Customers): Promise<void> {
  await crowd.payRest()
  await crowd.advanceClock(lifetimeS)
  await crowd.payLate()
  const deadline = Date.now() + settleMsMax
  while (Date.now() < deadline) {
    if ((await countUnfinished(sql)) + (await countUnfinishedChats(sql)) === 0) return
    await pause(500)
  }
}
