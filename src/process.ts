import { setTimeout as pause } from 'node:timers/promises'
import type Router from '@koa/router'
import { recordSweeps } from './accounts/record-sweeps.ts'
import { createApp, demoFilePath, entities, listModules, selectModules } from './app.ts'
import type { Config } from './config.ts'
import { checkSchema } from './database/check-schema.ts'
import { type Entities, type OpenDatabase, openDatabase } from './database/open.ts'
import { retryStart } from './database/retry-start.ts'
import { withFreshReads } from './database/slow-reads.ts'
import { upgradeDatabase } from './database/upgrade-database.ts'
import {
  describeDemo,
  findDemoAccount,
  isDemoKey,
  prepareDemo,
  readDemoWebhookSecrets,
  writeDemo,
} from './demo/demo.ts'
import { examineBooks } from './doctor/examine-books.ts'
import type { StartingDatabase } from './embedded/embedded-database.ts'
import { type HttpServer, type MountedDoor, serveHttp } from './http/serve-http.ts'
import { openTracing } from './http/tracing.ts'
import { startHeartbeat } from './jobs/heartbeat.ts'
import { createSchedule } from './jobs/schedule.ts'
import { startScheduler } from './jobs/scheduler.ts'
import { openKeyRing } from './keys/key-ring.ts'
import { type Clock, createClock } from './lib/clock.ts'
import { type ClosingOrder, createClosingOrder } from './lib/closing-order.ts'
import { wasDiskFull } from './lib/disk-full.ts'
import { createLog, type Log } from './lib/log.ts'
import { createPrivateDoor, type PrivateDoor } from './lib/private-door.ts'
import { pingSql } from './lib/server-sql.ts'
import { createWake } from './lib/wake.ts'
import type { ModuleAdditions } from './modules/fold.ts'
import { refuseOpenWork } from './modules/refuse-open-work.ts'
import { readWholeDay } from './money/read-whole-day.ts'
import type { App } from './needs.ts'
import { openDoors } from './open-doors.ts'
import { addTestMode } from './sandbox/add-test-mode.ts'
import { hasLiveConnection } from './sandbox/live-connection.ts'
import { openMissingTestConnections } from './sandbox/open-test-connections.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { findHook, findSandboxPayment } from './sandbox/sandbox-payment.ts'
import type { AddBot } from './web/dashboard/bots/add-bot.ts'
import { createMetrics } from './web/operator/metrics.ts'
import { createNotFoundMiddleware } from './web/parts/trouble-pages.ts'

/** The parts that `main.ts` adds, because `src` itself does not import the bot. */
export interface BotDoors {
  /** The bot's own tables. */
  entities: Entities
  /** Creates the bots of this installation (role bot). */
  createBots(app: App, added: ModuleAdditions): BotRole
  /** Opens a local Bot API, for installations without a BOT_TOKEN (role sandbox). */
  openLocalBotApi(app: App, door: PrivateDoor): Promise<MountedDoor & { close(): Promise<void> }>
  /** Registers a shop's bot under the name that Telegram returns. */
  addBot: AddBot
  /** Prepares the demo's bots and their goods; returns their section of the demo file. */
  prepareDemoBots(app: App, demoAccountId: number, apiKey: string): Promise<object>
}

export interface BotRole {
  router: Router
  start(): Promise<void>
  stop(): Promise<void>
}

export interface RunningProcess {
  log: Log
  port: number
  /** An introduction for the person who started it; null in production. */
  introduction: string | null
  stop(): Promise<void>
}

const proxyNoticesMs = 3_000
const closeRequestsMs = 3_500
const drainMs = 2_000

interface Starting {
  signal?: AbortSignal
  embedded?: StartingDatabase | undefined
}

/**
 * Starts the configured roles in this process, and returns when they are ready. If `signal` is aborted it stops, closes
 * what it opened and throws the signal's reason. If the database server is unavailable, it starts over.
 */
export async function startProcess(config: Config, doors: BotDoors, starting: Starting = {}): Promise<RunningProcess> {
  const log = createLog(config.logLevel)
  const start = () => startOnce(config, doors, log, starting)
  return config.databaseUrl === undefined ? start() : retryStart(log, starting.signal, start)
}

async function startOnce(
  config: Config,
  doors: BotDoors,
  log: Log,
  { signal, embedded }: Starting,
): Promise<RunningProcess> {
  const closing = createClosingOrder(log, signal)
  try {
    const database = await openDatabase(config, [...entities, ...doors.entities], embedded)
    closing.add('database', () => database.close())
    // Throws for an invalid MODULES while the embedded database is already running: only the parts in `closing` are
    // stopped.
    const added = selectModules(config)
    const { app, clock } = await openApp(config, database, log, closing)
    await refuseOpenWork(app, listModules(config))
    const started = await startRoles({ app, database, clock, doors, closing, added })
    return { log, ...started, stop: closing.run }
  } catch (error) {
    await closing.run()
    throw error
  }
}

async function openApp(
  config: Config,
  database: OpenDatabase,
  log: Log,
  closing: ClosingOrder,
): Promise<{ app: App; clock: Clock }> {
  const upgraded = await upgradeDatabase(config, database, line => log.warn({}, line))
  await checkSchema(database)
  const clock = createClock({ sql: database.sql, shared: !config.production })
  await clock.refresh()
  clock.start()
  closing.add('clock', () => clock.stop())
  const keyRing = await openKeyRing({ database, ...config })
  keyRing.start()
  closing.add('key ring', () => keyRing.stop())
  const wake = await createWake({ connection: database.connection, log })
  closing.add('wake', () => wake.stop())
  const built = createApp({ config, database, keyRing, wake, log, now: clock.now })
  closing.add('app', () => built[Symbol.asyncDispose]())
  const app = await addTestMode(built)
  if (upgraded?.backup) await reportBooks(app, upgraded.backup)
  if (config.production) await openMissingTestConnections(app)
  const heartbeat = await startHeartbeat(app)
  closing.add('heartbeat', () => heartbeat.stop())
  return { app, clock }
}

/** Ends an upgrade with a check of the invariants. A shop whose books were already inconsistent continues, too. */
async function reportBooks(app: App, backup: string): Promise<void> {
  for (const { state, sentence, advice } of await examineBooks(app)) {
    if (state === 'well') app.log.warn({ backup }, `the database is upgraded: ${sentence}`)
    else app.log.error({ backup, advice }, `after the upgrade: ${sentence}`)
  }
}

interface RoleParts {
  app: App
  database: OpenDatabase
  clock: Clock
  doors: BotDoors
  closing: ClosingOrder
  /** The additions of the enabled modules. */
  added: ModuleAdditions
}

async function startRoles({
  app,
  database,
  clock,
  doors,
  closing,
  added,
}: RoleParts): Promise<Pick<RunningProcess, 'port' | 'introduction'>> {
  const { config, log } = app
  const checks: Checks = { database: () => databaseAnswers(app) }
  checks.disk = () => (wasDiskFull() ? 'the disk is full' : 'ok')
  const state = { ready: false }
  checks.process = () => (state.ready ? 'ok' : 'starting or stopping')

  const startJobs = prepareJobs({ app, database, closing, added }, checks)
  // Registered before the parts that hold requests open, so that it is closed after them: it waits for these requests.
  let server: HttpServer | undefined
  closing.add('requests', () => server?.close(closeRequestsMs))
  // A chat immediately shows the changes of its last press.
  const bots = config.roles.has('bot') ? doors.createBots(withFreshReads(app), added) : undefined
  const mounted = config.roles.has('sandbox') ? await openSandbox(app, clock, doors, closing) : []

  const metrics = createMetrics(app)
  server = await serveHttp(
    {
      middleware: [...(await openTraces(app, closing)), metrics.middleware, createNotFoundMiddleware(app)],
      routers: [
        metrics.router,
        ...(config.roles.has('api') ? openDoors({ app, addBot: doors.addBot, closing, added }) : []),
        ...(bots ? [bots.router] : []),
      ],
      mounted,
      readiness: () => answerChecks(checks),
      baseUrl: config.baseUrl,
      tellsReasons: !config.production,
      trustedProxies: config.trustedProxies,
      log,
    },
    { port: config.port, host: config.host },
  )

  const introduction = config.roles.has('sandbox') ? await introduceDemo(app, doors) : null
  if (bots) {
    await bots.start()
    closing.add('bots', () => bots.stop())
  }
  // Last, because the first sweeps would slow down the start.
  await startJobs()
  closing.add('readiness', async () => {
    state.ready = false
    // A proxy continues sending requests here until it has polled /readyz again.
    if (config.production) await pause(proxyNoticesMs)
  })
  state.ready = true
  log.info({ roles: [...config.roles], port: server.port, base_url: config.baseUrl }, 'ready')
  return { port: server.port, introduction }
}

async function openTraces({ config }: App, closing: ClosingOrder) {
  const tracing = await openTracing(config.traces.endpoint, config.traces.serviceName)
  if (!tracing) return []
  closing.add('traces', () => tracing.stop())
  return [tracing.middleware]
}

/**
 * Returns a function that starts the jobs of this process. They are stopped after all parts that are added to `closing`
 * later, even if those are opened before.
 */
function prepareJobs(
  { app, database, closing, added }: Pick<RoleParts, 'app' | 'database' | 'closing' | 'added'>,
  checks: Checks,
): () => Promise<void> {
  let stop: (() => Promise<unknown>) | undefined
  closing.add('jobs', () => stop?.())
  return async () => {
    if (!app.config.roles.has('jobs')) return
    await readWholeDay(app)
    const { sweeps, findDue, drain } = createSchedule(app, added.sweeps)
    const scheduler = await startScheduler({
      sweeps,
      findDue,
      mongodbUrl: app.config.mongodbUrl,
      postgres: database.connection,
      wake: app.wake,
      log: app.log,
      note: sweeps => recordSweeps(app, sweeps),
    })
    stop = () => Promise.all([scheduler.stop({ patienceMs: drainMs }), drain(drainMs)])
    checks.scheduler = scheduler.healthy
  }
}

async function openSandbox(app: App, clock: Clock, doors: BotDoors, closing: ClosingOrder): Promise<MountedDoor[]> {
  const { sandboxUrl, botApiUrl, baseUrl, demoIsPublic, botToken } = app.config
  const door = createPrivateDoor({
    addresses: [baseUrl, sandboxUrl, botApiUrl],
    isPublic: demoIsPublic,
    opens: key => isDemoKey(app, key),
  })
  // Side by side, because each has tables of its own to create in a new database.
  const opened = await Promise.allSettled([
    openProviders(app, { clock, door, closing }),
    ...(botToken ? [] : [openLocalBotApi(app, { doors, door, closing })]),
  ])
  return opened.map(one => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

async function openProviders(
  app: App,
  { clock, door, closing }: { clock: Clock; door: PrivateDoor; closing: ClosingOrder },
): Promise<MountedDoor> {
  const { sandboxUrl } = app.config
  const sandbox = await createSandbox({
    sql: app.sql,
    clock,
    realNow: () => new Date(),
    log: app.log,
    url: sandboxUrl,
    door,
    hasLiveConnection: () => hasLiveConnection(app),
    webhookSecrets: () => readDemoWebhookSecrets(app),
    findPayment: invoiceId => findSandboxPayment(app, invoiceId),
    findHook: qris => findHook(app, qris),
  })
  closing.add('sandbox', () => sandbox.close())
  return { prefix: readUrlPath(sandboxUrl), handle: sandbox.handle }
}

async function openLocalBotApi(
  app: App,
  { doors, door, closing }: { doors: BotDoors; door: PrivateDoor; closing: ClosingOrder },
): Promise<MountedDoor> {
  const localBotApi = await doors.openLocalBotApi(app, door)
  closing.add('local Bot API', () => localBotApi.close())
  return localBotApi
}

async function introduceDemo(app: App, doors: BotDoors): Promise<string> {
  const file = demoFilePath(app.config)
  const demo = await prepareDemo(app, file)
  const accountId = await findDemoAccount(app)
  const bots = app.config.botToken ? {} : { bots: await doors.prepareDemoBots(app, accountId!, demo.api_key) }
  writeDemo(file, { ...demo, ...bots })
  return describeDemo(demo, file)
}

function readUrlPath(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '')
}

async function databaseAnswers(app: App): Promise<string> {
  await app.sql.query(pingSql)
  return 'ok'
}

type Checks = Record<string, () => string | Promise<string>>

async function answerChecks(checks: Checks): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const [name, check] of Object.entries(checks)) {
    try {
      answers[name] = await check()
    } catch (error) {
      answers[name] = (error as Error).message
    }
  }
  return answers
}
