import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeChildEnv } from './kit/child-env.ts'
import { formatDatabaseUrl } from './kit/connection.ts'
import { createEmptyTestDatabase, type TestDatabase } from './kit/database.ts'
import { findFreePort, type ShopProcess, startShop, waitUntil } from './kit/shop-process.ts'

const root = path.join(import.meta.dirname, '..')
const run = promisify(execFile)
// Many starts take their time on a busy machine; the test does not measure it.
const startsMs = 240_000
const withinMs = 30_000

/** A merchant's receiver on this machine, which would otherwise need a tunnel. */
interface Laptop {
  url: string
  received: { headers: http.IncomingHttpHeaders; body: string }[]
  close(): void
}

async function openLaptop(): Promise<Laptop> {
  const received: Laptop['received'] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.end('ok')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return { url, received, close: () => server.close() }
}

interface Method {
  id: string
  available: boolean
}

describe('a shop with NODE_ENV=production and a public address', () => {
  let database: TestDatabase
  let settings: Record<string, string>
  let shop: ShopProcess
  let laptop: Laptop
  let key: string
  let secret: string

  async function warung(...args: string[]): Promise<string> {
    const command = [path.join(root, 'src', 'warung.ts'), ...args]
    const { stdout } = await run(process.execPath, command, { cwd: root, env: { ...makeChildEnv(), ...settings } })
    return stdout.trim()
  }

  async function api(endpoint: string, body?: object) {
    const answer = await fetch(`${shop.url}/api${endpoint}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
    return { status: answer.status, body: (await answer.json()) as any }
  }

  beforeAll(async () => {
    database = await createEmptyTestDatabase()
    laptop = await openLaptop()
    settings = {
      NODE_ENV: 'production',
      ROLES: 'api,jobs',
      PORT: String(await findFreePort()),
      BASE_URL: 'https://pay.example',
      SECRET_KEY: 'a secret of this installation alone',
      DATABASE_URL: formatDatabaseUrl(database.connection),
      DATA_DIR: path.join(root, '.cache', 'test-data', 'production'),
      WARUNG_API_KEY: '',
    }
    shop = await startShop(settings)
    await warung('account', 'add', 'operator', '--operator', '--plan', 'premium')
    await warung('account', 'add', 'toko', '--plan', 'premium')
    key = /wrg_test_\w+/.exec(await warung('key', 'create', '--account', 'toko', '--mode', 'test'))![0]
    secret = /whsec_\S+/.exec(await warung('callback', 'secret', '--account', 'toko'))![0]
  }, startsMs)
  afterAll(async () => {
    shop?.signal('SIGTERM')
    await shop?.ended
    laptop.close()
    await database.drop()
  })

  test('a test key finds every method that needs no approval, without any connection', async () => {
    const { body } = await api('/get-payment-methods')
    const available = body.data.payment_methods
      .filter((method: Method) => method.available)
      .map((method: Method) => method.id)
    expect(available.sort()).toEqual(['qris', 'qris_user', 'wallet_direct', 'wallet_qris'])
  })

  test.each(['qris', 'qris_user', 'wallet_qris', 'wallet_direct'])(
    'a %s payment is created and paid by simulate-payment',
    async payment_method => {
      const { body } = await api('/create-payment', { amount: 20_000, payment_method })
      const { invoice_id } = body.data
      await waitUntil(async () => (await api('/simulate-payment', { invoice: invoice_id })).status === 200, withinMs)
      expect((await api(`/check-payment?invoice=${invoice_id}`)).body).toMatchObject({ status: 'paid' })
    },
  )

  test('a late, wrong or double amount is judged the same as real money', async () => {
    const { body } = await api('/create-payment', { amount: 20_000, payment_method: 'wallet_direct' })
    const { invoice_id } = body.data
    const under = await api('/simulate-payment', { invoice: invoice_id, simulation: 'under' })
    expect(under.body.data?.status ?? under.body.status).not.toBe('paid')
    await api('/simulate-payment', { invoice: invoice_id, simulation: 'twice' })
    const { body: listed } = await api(`/list-transfers?invoice=${invoice_id}`)
    expect(listed.data.map(({ state }: { state: string }) => state).sort()).toEqual(['review', 'review', 'settled'])
  })

  test('qris_platform works under the merchant id that the operator granted', async () => {
    const granted = ['--account', 'toko', '--merchant-id', 'ID1020304050607', '--max-amount', '2000000']
    await warung('platform', 'grant', '--connector', 'interactive', ...granted)
    const { status, body } = await api('/create-payment', { amount: 20_000, payment_method: 'qris_platform' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.qris_string).toContain('SANDBOX')
    expect((await api('/simulate-payment', { invoice: body.data.invoice_id })).status).toBe(200)
  })

  test('a live key finds no available method', async () => {
    const live = /wrg_live_\w+/.exec(await warung('key', 'create', '--account', 'toko', '--mode', 'live'))![0]
    const answer = await fetch(`${shop.url}/api/get-payment-methods`, { headers: { 'x-api-key': live } })
    const { data } = (await answer.json()) as { data: { payment_methods: Method[] } }
    expect(data.payment_methods.filter((method: Method) => method.available)).toEqual([])
    const simulated = await fetch(`${shop.url}/api/simulate-payment`, {
      method: 'POST',
      headers: { 'x-api-key': live, 'content-type': 'application/json' },
      body: JSON.stringify({ invoice: 'INV-0' }),
    })
    expect(simulated.status).toBe(400)
  })

  test('the sandbox, its clock, its receiver and the local Bot API do not exist in production', async () => {
    const doors = [
      ...['/sandbox', '/sandbox/', '/sandbox/transfers', '/sandbox/faults', '/sandbox/clock', '/sandbox/receiver'],
      ...[
        '/sandbox/receiver/log',
        '/sandbox/receiver/answers',
        '/sandbox/wallet/transactions',
        '/sandbox/bank/account',
      ],
      ...['/sandbox/interactive/restapi/qris/show_qris.php', '/sandbox/snap/generic/v1.0/access-token/b2b'],
      ...['/telegram', '/telegram/control/bots', '/telegram/control/chats', '/pay/sandbox-pay'],
      ...[
        '/interactive/restapi/qris/show_qris.php',
        '/wallet/transactions',
        '//sandbox/transfers',
        '/api/sandbox/transfers',
      ],
    ]
    for (const door of doors) {
      for (const method of ['GET', 'POST']) {
        const body = method === 'POST' ? { body: '{"invoice_id":"INV-0"}' } : {}
        const headers = { 'content-type': 'application/json', 'x-api-key': key, host: 'pay.example' }
        const { status } = await fetch(shop.url + door, { method, headers, ...body, redirect: 'manual' })
        expect([door, method, status]).toEqual([door, method, 404])
      }
    }
  })

  test('an address given by a merchant cannot reach an internal provider', async () => {
    const answer = await api('/qris-convert', { nominal: 10_000, image_url: 'http://providers.invalid/wallet/account' })
    expect(answer.status).toBe(400)
    expect(answer.body.code).toMatch(/address_refused|fetch_failed/)
  })

  test(
    "listen forwards the callback of a triggered payment to this machine, signed with the account's secret",
    async () => {
      const remote = ['--base-url', shop.url, '--key', key]
      const args = ['src/warung.ts', 'listen', '--forward-to', laptop.url, '--count', '1', ...remote]
      const startedAt = performance.now()
      const listening: ChildProcess = spawn(process.execPath, args, {
        cwd: root,
        env: makeChildEnv(),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let told = ''
      listening.stdout!.on('data', chunk => (told += chunk))
      listening.stderr!.on('data', chunk => (told += chunk))
      const ended = new Promise(resolve => listening.once('exit', resolve))
      await waitUntil(() => told.includes('go to'), withinMs)
      const triggered = await warung('trigger', 'payment.paid', ...remote)
      expect(await ended, told).toBe(0)
      const tookMs = performance.now() - startedAt
      const [{ headers, body } = { headers: {}, body: '' }] = laptop.received
      const paid = JSON.parse(body)
      expect(triggered).toContain(paid.invoice_id)
      expect(told).toMatch(new RegExp(`payment\\.paid ${paid.invoice_id} 200 \\d+ ms`))
      const text = `${paid.invoice_id}|paid|${paid.final_amount}|${headers['x-webhook-timestamp']}`
      expect(headers['x-webhook-signature']).toBe(createHmac('sha256', secret).update(text).digest('hex'))
      expect(tookMs).toBeLessThan(60_000)
    },
    startsMs,
  )

  test(
    'listen and trigger report mistakes in their input',
    async () => {
      const fails = async (...args: string[]) => (await warung(...args).catch(error => error)).stderr
      expect(await fails('listen', '--forward-to', 'nowhere', '--base-url', shop.url, '--key', key)).toContain(
        '--forward-to',
      )
      expect(await fails('trigger', 'payment.lost', '--base-url', shop.url, '--key', key)).toMatch(
        /is one of payment\.created[\s\S]*Usage: npm run warung -- trigger/,
      )
      expect(await fails('trigger', 'payment.paid', '--base-url', shop.url, '--key', 'wrg_live_x')).toContain(
        'wrg_test_',
      )
      const unknown = await fails('trigger', 'payment.paid', '--base-url', shop.url, '--key', 'wrg_test_x')
      expect(unknown).toContain('API key')
      expect(unknown).not.toContain('Usage')
    },
    startsMs,
  )
})
