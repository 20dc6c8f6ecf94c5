import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../packages/embedded-postgres/src/process-alive.ts'
import { formatDatabaseUrl } from './kit/connection.ts'
import { createEmptyTestDatabase, type TestDatabase } from './kit/database.ts'
import { findMongod, startMongod, type TestMongod } from './kit/mongod/start.ts'
import { findFreePort, type ShopProcess, spawnShop, startShop, waitUntil } from './kit/shop-process.ts'

const detectedWithinMs = 20_000
// Five processes take their time on a busy machine; the test does not measure it.
const manyStartsMs = 180_000

describe('npm start on embedded defaults', () => {
  let folder: string
  let settings: Record<string, string>
  let shop: ShopProcess

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'warung-shop-'))
    settings = { PORT: String(await findFreePort()), DATA_DIR: folder }
    shop = await startShop(settings)
  })
  afterAll(async () => {
    shop.signal('SIGTERM')
    await shop.ended
    await rm(folder, { recursive: true, force: true })
  })

  test('npm start writes the demo file for its owner only, before it reports ready', () => {
    expect(statSync(path.join(folder, 'demo.json')).mode & 0o777).toBe(0o600)
    expect(readDemo(folder)).toMatchObject({
      base_url: `http://localhost:${settings.PORT}`,
      api_key: expect.stringMatching(/^wrg_test_/),
      live_api_key: expect.stringMatching(/^wrg_live_/),
      webhook_secret: expect.stringMatching(/^whsec_/),
      second: { api_key: expect.stringMatching(/^wrg_test_/) },
      bots: { shop: expect.any(String), platform: expect.any(String) },
    })
  })

  test('npm start answers /healthz and /readyz', async () => {
    expect(await (await fetch(`${shop.url}/healthz`)).json()).toEqual({ status: 'ok' })
    const ready = await (await fetch(`${shop.url}/readyz`)).json()
    expect(ready).toMatchObject({ ready: true, checks: { database: 'ok', scheduler: 'ok' } })
  })

  test('a payment is created, paid in the sandbox, detected, and its signed callback arrives', async () => {
    await payOne(shop.url, readDemo(folder), 'wallet_direct')
    await payOne(shop.url, readDemo(folder), 'qris')
  })

  test('the demo account has everything that get-account-status reports', async () => {
    const headers = { 'x-api-key': readDemo(folder).api_key }
    const answer = await fetch(`${shop.url}/api/get-account-status`, { headers })
    const { data } = (await answer.json()) as { data: Record<string, Record<string, unknown>> }
    expect(data.account!.email).toContain('@')
    expect(data.integrations).toMatchObject({
      wallet_direct: { connected: true, phone: expect.stringMatching(/^\d+\*+\d+$/) },
      bank_qris_user: { configured: true, mid: expect.any(String) },
      wallet_merchant: { connected: true, outlet_name: expect.any(String), outlet_id: expect.any(String) },
    })
  })

  test('live mode has only connections that a person made, without the sandbox', async () => {
    const answer = await fetch(`${shop.url}/api/create-payment`, {
      method: 'POST',
      headers: { 'x-api-key': readDemo(folder).live_api_key, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 20_000, payment_method: 'wallet_direct' }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'method_unavailable' })
  })

  test('a second start on the same folder is refused, changes nothing, and leaves the first running', async () => {
    const second = spawnShop({ ...settings, PORT: String(await findFreePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`is in use by process ${shop.pid}`)
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  })

  test('kill -9 of all processes loses nothing, and the keys stay the same', async () => {
    const demo = readDemo(folder)
    const created = await create(shop.url, demo.api_key, 'wallet_direct')
    const postmaster = Number(
      readFileSync(path.join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    shop.signal('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await shop.ended

    shop = await startShop(settings)
    expect(readDemo(folder)).toEqual(demo)
    expect((await check(shop.url, demo.api_key, created.invoice_id)).status).toBe('pending')
  })

  test('SIGTERM ends npm start within ten seconds, and no process remains', async () => {
    const pidFile = path.join(folder, 'postgres', 'data', 'postmaster.pid')
    const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
    const watching = await fetch(
      `${shop.url}/pay/events?invoice=${(await create(shop.url, readDemo(folder).api_key, 'wallet_direct')).invoice_id}`,
    )
    const signalledAt = performance.now()
    shop.signal('SIGTERM')
    expect(await shop.ended).toBe(0)
    expect(performance.now() - signalledAt).toBeLessThan(10_000)
    expect(isAlive(postmaster)).toBe(false)
    await watching.body?.cancel().catch(() => {})
    shop = await startShop(settings)
  })

  test('a start refused because of its MODULES leaves no database running', async () => {
    shop.signal('SIGTERM')
    await shop.ended
    const refused = spawnShop({ ...settings, MODULES: 'telepathy' })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('not "telepathy"')
    expect(existsSync(path.join(folder, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
    shop = await startShop(settings)
  })
})

test('a start stopped while its database is created ends, and leaves no database running', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-cut-off-'))
  const postgres = path.join(folder, 'postgres')
  const shop = spawnShop({ PORT: String(await findFreePort()), DATA_DIR: folder })
  await waitUntil(() => readdirSync(postgres).some(name => name.startsWith('data.draft-')), 30_000)
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
  expect(existsSync(path.join(postgres, 'data', 'postmaster.pid'))).toBe(false)
  await rm(folder, { recursive: true, force: true })
})

test('a signal to npm ends the shop that npm started', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-npm-'))
  const settings = { PORT: String(await findFreePort()), DATA_DIR: folder }
  const npm = await startShop(settings, ['npm', 'start', '--silent'])
  npm.signal('SIGTERM')
  const pidFile = path.join(folder, 'postgres', 'data', 'postmaster.pid')
  await waitUntil(() => !existsSync(pidFile), 10_000)
  await rm(folder, { recursive: true, force: true })
})

test(
  'a demo reachable from the internet requires a key from demo.json for its controls',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-public-'))
    const port = String(await findFreePort())
    const at = `http://localhost:${port}`
    const shop = await startShop({
      PORT: port,
      DATA_DIR: folder,
      BASE_URL: 'http://shop.test',
      SANDBOX_URL: `${at}/sandbox`,
      BOT_API_URL: `${at}/telegram`,
      ROLES: 'api,jobs,bot,sandbox',
    })
    const { api_key, second } = readDemo(folder)
    const ask = async (path: string, key?: string) =>
      (await fetch(at + path, { headers: key ? { 'x-api-key': key } : {} })).status
    for (const path of [
      '/sandbox/clock',
      '/sandbox/receiver/log',
      '/telegram/control/bots',
      '/telegram/control/chats',
    ]) {
      expect(await ask(path), path).toBe(401)
      expect(await ask(path, 'wrg_test_nobody'), path).toBe(401)
    }
    expect(await ask('/sandbox/clock', api_key)).toBe(200)
    expect(await ask('/telegram/control/bots', second.api_key)).toBe(200)
    const typed = await fetch(`${at}/telegram/control/key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: api_key }),
    })
    const cookie = typed.headers.get('set-cookie')!
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
    const answer = await fetch(`${at}/telegram/control/bots`, { headers: { cookie: cookie.split(';')[0]! } })
    expect(answer.status).toBe(200)
    shop.signal('SIGTERM')
    await shop.ended
    await rm(folder, { recursive: true, force: true })
  },
  manyStartsMs,
)

test('a stopping process in production reports it at /readyz, and serves until its proxy has asked', async () => {
  const database = await createEmptyTestDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-stop-'))
  const shop = await startShop({
    NODE_ENV: 'production',
    PORT: String(await findFreePort()),
    DATA_DIR: folder,
    SECRET_KEY: 'a secret for tests, 32 characters and more',
    DATABASE_URL: formatDatabaseUrl(database.connection),
    ROLES: 'api,jobs',
  })
  const signalledAt = performance.now()
  shop.signal('SIGTERM')
  await waitUntil(async () => (await fetch(`${shop.url}/readyz`)).status === 503, 2_000)
  // Without its wait the process would have ended by now, or would refuse the connection.
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
  expect(await shop.ended).toBe(0)
  const stoppedAfterMs = performance.now() - signalledAt
  expect(stoppedAfterMs).toBeGreaterThan(3_000)
  expect(stoppedAfterMs).toBeLessThan(10_000)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('roles in separate processes', () => {
  let database: TestDatabase
  let folder: string
  let mongod: TestMongod | undefined
  const shops: ShopProcess[] = []

  beforeAll(async () => {
    database = await createEmptyTestDatabase()
    folder = await mkdtemp(path.join(os.tmpdir(), 'warung-split-'))
    const binary = findMongod()
    if (binary) mongod = await startMongod(binary, database.connection)
  })
  afterAll(async () => {
    for (const shop of shops) shop.signal('SIGTERM')
    await Promise.all(shops.map(shop => shop.ended))
    await mongod?.kill()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  // The processes described in docker-compose.yml, with a sandbox for payments.
  test(
    'two api, jobs, bot and sandbox processes work together on one database and one job store',
    async () => {
      const ports = await Promise.all(Array.from({ length: 5 }, findFreePort))
      const [sandboxPort = 0, firstPort = 0, secondPort = 0, jobsPort = 0, botPort = 0] = ports
      const common = {
        DATABASE_URL: formatDatabaseUrl(database.connection),
        // It must not be named like PostgreSQL's role: the MongoDB simulator uses it as a schema, in which PostgreSQL
        // would then look up the shop's own tables.
        ...(mongod ? { MONGODB_URL: `${mongod.url}scheduler` } : {}),
        BASE_URL: `http://127.0.0.1:${firstPort}`,
        SANDBOX_URL: `http://127.0.0.1:${sandboxPort}/sandbox`,
        SECRET_KEY: 'one secret for all of these processes',
        DATA_DIR: folder,
      }
      const start = async (ROLES: string, PORT: number) => {
        const shop = await startShop({ ...common, ROLES, PORT: String(PORT) })
        shops.push(shop)
        return shop
      }
      await start('sandbox', sandboxPort)
      const [first, second] = await Promise.all([
        start('api', firstPort),
        start('api', secondPort),
        start('jobs', jobsPort),
        start('bot', botPort),
      ])
      const demo = readDemo(folder)
      await payOne(first.url, demo, 'qris', second.url)
      await payOne(second.url, demo, 'wallet_direct', first.url)

      // A wrong guess at one process counts at the others.
      const keys = await Promise.all(Array.from({ length: 40 }, (_, n) => guessKey(n % 2 ? first.url : second.url)))
      expect(keys.filter(status => status === 401)).toHaveLength(20)
      expect(keys.filter(status => status === 429)).toHaveLength(20)
      const answers: string[] = []
      for (let n = 0; n < 12; n++) answers.push(await guessPassword(n % 2 ? first.url : second.url, first.url))
      expect(answers.map(answer => answer.includes('Terlalu banyak percobaan'))).toEqual([
        ...Array.from({ length: 10 }, () => false),
        ...[true, true],
      ])
    },
    manyStartsMs,
  )
})

interface Demo {
  api_key: string
  live_api_key: string
  second: { api_key: string }
  sandbox_url: string
}

function readDemo(folder: string): Demo {
  return JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'))
}

async function create(url: string, key: string, method: string): Promise<{ invoice_id: string }> {
  const answer = await fetch(`${url}/api/create-payment`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 20_000, payment_method: method }),
  })
  return ((await answer.json()) as { data: { invoice_id: string } }).data
}

async function check(url: string, key: string, invoice: string): Promise<{ status: string }> {
  const answer = await fetch(`${url}/api/check-payment?invoice=${invoice}`, { headers: { 'x-api-key': key } })
  return (await answer.json()) as { status: string }
}

async function guessKey(url: string): Promise<number> {
  return (await fetch(`${url}/api/list-payments`, { headers: { 'x-api-key': 'wrg_test_guessed' } })).status
}

async function guessPassword(url: string, origin: string): Promise<string> {
  const headers = { origin, 'accept-language': 'id' }
  const body = new URLSearchParams({ act: 'in', username: 'merchant', password: 'a guess' })
  return (await fetch(`${url}/sign-in`, { method: 'POST', headers, body })).text()
}

async function payOne(url: string, demo: Demo, method: string, checkedAt = url): Promise<void> {
  const { invoice_id } = await create(url, demo.api_key, method)
  await waitUntil(async () => {
    const paid = await fetch(`${demo.sandbox_url}/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invoice_id }),
    })
    return paid.ok
  }, detectedWithinMs)
  await waitUntil(async () => (await check(checkedAt, demo.api_key, invoice_id)).status === 'paid', detectedWithinMs)
  await waitUntil(async () => {
    const log = (await (await fetch(`${demo.sandbox_url}/receiver/log`)).json()) as {
      body: string
      signature_ok: boolean
    }[]
    return log.some(entry => entry.signature_ok && JSON.parse(entry.body).invoice_id === invoice_id)
  }, detectedWithinMs)
}
