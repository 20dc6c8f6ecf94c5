import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import type pg from 'pg'
import { expect } from 'vitest'
import { createApiRouter } from '../../src/api/endpoint.ts'
import { createApp } from '../../src/app.ts'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import type { Config } from '../../src/config.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { createHooksRouter } from '../../src/hooks/hooks.ts'
import { drainBody } from '../../src/http/drain-body.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { createStandingMemory, findStandingByAccount, type Standing } from '../../src/keys/standing.ts'
import { findWebhookSecrets } from '../../src/keys/webhook-secret.ts'
import { type Log, silentLog } from '../../src/lib/log.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createLocalWake, type Wake } from '../../src/lib/wake.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { findHook, findSandboxPayment } from '../../src/sandbox/sandbox-payment.ts'
import { createQrPictureRouter } from '../../src/web/pay/qr-picture.ts'
import { createTestConfig } from './config.ts'
import { createTestDatabase } from './database.ts'
import { demoAccounts, makeAccountAt } from './demo-accounts.ts'
import { createLocalDoor } from './local-door.ts'
import { addNeighbours } from './neighbours.ts'
import { endpoints } from './parts.ts'
import { patientServerOptions } from './patient.ts'

/** A whole shop with its own database, real HTTP and the sandbox. The test controls its time and its work. */
export interface TestShop {
  app: App
  /** The connection to its database, for other processes. */
  connection: pg.ClientConfig
  url: string
  sandboxUrl: string
  demo: Standing
  second: Standing
  operator: Standing
  keys: { demo: string; live: string; second: string }
  secret: string
  /** Moves business time. */
  advance(seconds: number): void
  /** Runs all recurring work on money once, and waits until it has ended. */
  work(): Promise<void>
  /** Makes work due at once that is due only in real time (polling intervals, pauses after failures). */
  hurry(): Promise<void>
  /** Makes the next request of a key see changes made in the database: the shop caches keys for almost a second. */
  forgetKeys(): void
  api(path: string, options?: ApiRequest): Promise<ApiAnswer>
  sandbox(path: string, body?: unknown, method?: string): Promise<ApiAnswer>
  close(): Promise<void>
}

export interface ApiRequest {
  method?: string
  key?: string | null
  headers?: Record<string, string>
  body?: unknown
  /** Sent unchanged, instead of `body`. */
  raw?: string
}

export interface ApiAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  body: any
}

export interface TestShopOptions {
  settings?: Record<string, string>
  log?: Log
  parts?: Partial<App>
  /** Whether the demo account has its own codes, at a bank and a merchant wallet. */
  ownCodes?: boolean
  /** Leaves out the neighbours that shops have in the tests of these rooms, for a test that counts all rows. */
  isAlone?: boolean
  /** Moves business time only by `advance`, for a test that compares times to the second. */
  isClockStopped?: boolean
}

export async function createTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const database = await createTestDatabase()
  const server = http.createServer(patientServerOptions)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = createTestConfig({ BASE_URL: url, ...options.settings })
  const time = { offsetMs: 0 }
  const stoppedAt = options.isClockStopped ? Date.now() : null
  const now = () => new Date((stoppedAt ?? Date.now()) + time.offsetMs)
  const log = options.log ?? silentLog
  const keyRing = await openKeyRing({ database, ...config })
  const built = createApp({ config, database, keyRing, wake: options.parts?.wake ?? createTestWake(log), log, now })
  const app: App = { ...built, ...options.parts }

  const people = await openAccounts(app, config, options.ownCodes ?? false)
  const isAlone = options.isAlone ?? !haveNeighbours.test(expect.getState().testPath ?? '')
  if (!isAlone) await addNeighbours(app, people.demo.accountId, config.sandboxUrl)
  const sandbox = await createSandbox({
    sql: app.sql,
    clock: { now, refresh: async () => {} },
    realNow: () => new Date(),
    log,
    url: config.sandboxUrl,
    door: createLocalDoor(config.sandboxUrl),
    hasLiveConnection: async () => false,
    webhookSecrets: () => findWebhookSecrets(app, people.demo.accountId),
    findPayment: invoiceId => findSandboxPayment(app, invoiceId),
    findHook: qris => findHook(app, qris),
  })
  const product = new Koa({ silent: true } as never)
  product.use(async (ctx, next) => {
    ctx.state.requestId = 'test'
    await next()
  })
  const standings = createStandingMemory()
  product.use(createApiRouter(app, endpoints, standings).routes())
  product.use(createHooksRouter(app).routes())
  product.use(createQrPictureRouter(app).routes())
  const handleProduct = product.callback()
  server.on('request', (request, response) => {
    drainBody(request, response)
    if (!request.url!.startsWith('/sandbox')) return handleProduct(request, response)
    request.url = request.url!.slice('/sandbox'.length)
    return sandbox.handle(request, response)
  })

  const ask = async (address: string, init: RequestInit): Promise<ApiAnswer> => {
    const answer = await fetch(address, init)
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text === '' ? null : parse(text) }
  }
  return {
    app,
    connection: database.connection,
    url,
    sandboxUrl: config.sandboxUrl,
    ...people,
    advance: seconds => {
      time.offsetMs += seconds * 1000
    },
    work: () => runAllWorkOnce(app),
    async hurry() {
      await app.sql.write(
        "update reading set due_at = now(), whole_day_at = now(), quiet_until = '-infinity', asked_until = '-infinity', asking_failures = 0",
      )
      await app.sql.write('update charge set ask_at = now()')
      await app.sql.write("update transfer set retry_at = now() where state = 'unsettled'")
    },
    forgetKeys: () => standings.forget(),
    api(path, { method, key = people.keys.demo, headers = {}, body, raw } = {}) {
      return ask(`${url}/api${path}`, {
        method: method ?? (body === undefined && raw === undefined ? 'GET' : 'POST'),
        headers: {
          ...(key === null ? {} : { 'x-api-key': key }),
          ...(body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(raw === undefined ? (body === undefined ? {} : { body: JSON.stringify(body) }) : { body: raw }),
      })
    },
    sandbox: (path, body, method) =>
      ask(config.sandboxUrl + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async close() {
      sandbox.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await built[Symbol.asyncDispose]()
      await database.drop()
    },
  }
}

/** Runs all recurring work on money once. */
export async function runAllWorkOnce(app: App): Promise<void> {
  await waitUntilFinished(chargePayments(app, 1000))
  await waitUntilFinished(pollCharges(app, 1000))
  await waitUntilFinished(readTransfers(app, 100))
  await expirePayments(app)
  await waitUntilFinished(deliverCallbacks(app, 1000))
}

/** Tests of the rooms whose statements read money and orders; doors and pages show whatever they receive. */
const haveNeighbours = /[\\/]test[\\/](payments|money|methods|books|callbacks|orders)[\\/]/

// A hint of the next read would arrive in the middle of another test.
const createTestWake = (log: Log): Wake => ({ ...createLocalWake(log), notifyLater() {} })

async function openAccounts(app: App, config: Config, ownCodes: boolean) {
  const operator = await createAccount(app, { name: 'operator', isOperator: true, isVerified: true, plan: 'premium' })
  const demo = await createAccount(app, { name: 'demo', displayName: 'Warung Kopi', isVerified: true, plan: 'premium' })
  const second = await createAccount(app, { name: 'second', isVerified: true, plan: 'premium' })
  await app.sql.write('update account set default_callback_url = $2 where id = $1', [
    demo.id,
    `${config.sandboxUrl}/receiver`,
  ])
  const connect = (accountId: number, connector: string, credentials: object, staticQris: string | null = null) =>
    createConnection(app, {
      accountId,
      connector,
      mode: 'test',
      label: 'Sandbox',
      credentials,
      window: sandboxWindow,
      staticQris,
    })
  await connect(operator.id, 'interactive', makeInteractiveCredentials(config.sandboxUrl, 'WARUNG'))
  await connect(demo.id, 'wallet', makeBridgedCredentials(config.sandboxUrl, 'wallet', '081200000001'))
  for (const connector of ownCodes ? (['bank', 'merchant-wallet'] as const) : []) {
    const number = demoAccounts[connector]
    const credentials = makeBridgedCredentials(config.sandboxUrl, connector, number)
    await connect(demo.id, connector, credentials, makeAccountAt(connector, number).qris)
  }
  await connect(second.id, 'wallet', makeBridgedCredentials(config.sandboxUrl, 'wallet', '081200000002'))
  const key = (accountId: number, mode: 'live' | 'test') =>
    createKey(app, { accountId, mode, label: 'Test', isRateLimited: false })
  return {
    operator: (await findStandingByAccount(app, operator.id, 'test'))!,
    demo: (await findStandingByAccount(app, demo.id, 'test'))!,
    second: (await findStandingByAccount(app, second.id, 'test'))!,
    keys: {
      demo: await key(demo.id, 'test'),
      live: await key(demo.id, 'live'),
      second: await key(second.id, 'test'),
    },
    secret: (await findWebhookSecrets(app, demo.id))[0]!,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
