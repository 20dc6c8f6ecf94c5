import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDatabaseUrl } from './kit/connection.ts'
import { createEmptyTestDatabase, type TestDatabase } from './kit/database.ts'
import { drawItems } from './kit/draws/draw-items.ts'
import { findFreePort, type ShopProcess, startShop, waitUntil } from './kit/shop-process.ts'

const main = path.join(import.meta.dirname, '..', 'src', 'main.ts')
const throwing = path.join(import.meta.dirname, 'throwing-process.ts')

let database: TestDatabase
let folder: string
const created: string[] = []

beforeAll(async () => {
  database = await createEmptyTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-uncaught-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}): Promise<ShopProcess> {
  const own = {
    PORT: String(await findFreePort()),
    DATA_DIR: folder,
    DATABASE_URL: formatDatabaseUrl(database.connection),
  }
  const secret = { SECRET_KEY: 'a secret for tests, 32 characters and more' }
  const command = [process.execPath, '--import', throwing, main]
  return startShop({ ...own, ...secret, ROLES: 'api,jobs,sandbox', ...settings }, command)
}

const key = () => (JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8')) as { api_key: string }).api_key
const asked = { amount: 20_000, payment_method: 'wallet_direct' }
const form = { 'content-type': 'multipart/form-data; boundary=b', 'sec-fetch-site': 'same-origin' }
const file = '--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nxyz\r\n--b--\r\n'

const throws: [where: string, path: string, headers?: Record<string, string>, body?: string][] = [
  ['the body of a request', '/sign-in', form, file],
  ['the end of a request', '/sign-in', form, file],
  ['an answer', '/healthz'],
  ['an answer that is streamed', '/pay/events?invoice='],
  ['the connection of a client', '/healthz'],
  ['a connection to the database', '/pay?invoice='],
  ['a stream that unpacks', '/healthz'],
  ['a timer', '/healthz'],
  ['an emitter that nobody listens to', '/healthz'],
  ['a promise that nobody awaits', '/healthz'],
]

const thrownNow = drawItems(throws, 4)

test.each(thrownNow)(
  'an error in %s is reported with its cause, and costs one restart but no work',
  { timeout: 240_000 },
  async (where, at, headers = {}, body) => {
    const shop = await start()
    const underWay = await beginToCreate(shop)
    const before = await createOne(shop)
    // The request in which it happens may be lost, and fails only when the process ends.
    const thrown = underWay.throwIn(where, at.replace('invoice=', `invoice=${before}`), headers, body).catch(() => {})
    await waitUntil(() => shop.output().includes('stopping because of an error that nobody caught'), 20_000)

    const paid = await underWay.finish()
    expect(paid.status).toBe(200)
    expect(await shop.ended).toBe(1)
    await thrown
    expect(shop.output()).toContain('"an error that nobody caught"')
    expect(shop.output()).toMatch(/"origin":"(uncaughtException|unhandledRejection)"/)

    created.push(before, paid.invoice)
  },
)

test('data created before and during the restart exists afterwards', {
  timeout: 240_000,
}, async () => {
  expect(created.length).toBe(2 * thrownNow.length)
  const shop = await start()
  for (const invoice of created) {
    const answer = await fetch(`${shop.url}/api/check-payment?invoice=${invoice}`, { headers: { 'x-api-key': key() } })
    expect(await answer.json()).toMatchObject({ success: true, invoice_id: invoice })
  }
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('in production the balancer learns from /readyz that the process is ending, and requests are answered', {
  timeout: 240_000,
}, async () => {
  const shop = await start({ NODE_ENV: 'production', ROLES: 'api,jobs' })
  await fetch(`${shop.url}/healthz`, { headers: { 'x-throw': 'a timer' } })
  await waitUntil(async () => (await fetch(`${shop.url}/readyz`)).status === 503, 3_000)
  expect((await fetch(`${shop.url}/sign-in`)).status).toBe(200)
  expect(await shop.ended).toBe(1)
})

test.each([
  ['an error in the file of a form', 400],
  ['a file of a form', 500],
])('%s that fails during reading fails only its own request', { timeout: 240_000 }, async (where, status) => {
  const shop = await start()
  const answer = await fetch(`${shop.url}/api/qris-info`, {
    method: 'POST',
    headers: { ...form, 'x-api-key': key(), 'x-throw': where },
    body: file,
  })
  expect(answer.status).toBe(status)
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
})

async function createOne(shop: ShopProcess): Promise<string> {
  const answer = await fetch(`${shop.url}/api/create-payment`, {
    method: 'POST',
    headers: { 'x-api-key': key(), 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  return ((await answer.json()) as { data: { invoice_id: string } }).data.invoice_id
}

/** Sends half of a request for a payment, which is open while the shop throws. */
async function beginToCreate(shop: ShopProcess) {
  const body = JSON.stringify(asked)
  const headers = { 'x-api-key': key(), 'content-type': 'application/json', 'content-length': body.length }
  const request = http.request(`${shop.url}/api/create-payment`, { method: 'POST', headers })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  )
  await new Promise<void>(resolve => request.write(body.slice(0, 10), () => resolve()))
  return {
    async throwIn(where: string, at: string, headers: Record<string, string>, sent?: string) {
      const answer = await fetch(shop.url + at, {
        ...(sent === undefined ? {} : { method: 'POST', body: sent }),
        headers: { ...headers, 'x-api-key': key(), 'x-throw': where, connection: 'close' },
      })
      await answer.body?.cancel().catch(() => {})
      return answer
    },
    async finish() {
      request.end(body.slice(10))
      const answer = await answered
      const { data } = JSON.parse(String(Buffer.concat(await answer.toArray()))) as { data: { invoice_id: string } }
      return { status: answer.statusCode!, invoice: data.invoice_id }
    },
  }
}
