import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRateLimit } from '../../src/http/rate-limit.ts'
import { generateApiKey } from '../../src/keys/api-key.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

async function countPayments(): Promise<number> {
  const rows = await shop.app.sql.query<{ count: number }>('select count(*) from payment')
  return rows[0]!.count
}

const good = { amount: 10_000, payment_method: 'wallet_direct' }

describe('an invalid request writes nothing, and names the field and the reason', () => {
  const nested = (depth: number) => `{"amount":10000,"description":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const cases: [string, { body?: object; raw?: string; headers?: Record<string, string> }, string, string][] = [
    ['amount as text', { body: { ...good, amount: '10000' } }, 'amount', 'invalid_request'],
    ['amount as a float', { body: { ...good, amount: 10_000.5 } }, 'amount', 'invalid_request'],
    ['amount 999', { body: { ...good, amount: 999 } }, 'amount', 'amount_out_of_range'],
    ['amount 500,001 for qris', { body: { amount: 500_001, payment_method: 'qris' } }, 'amount', 'amount_out_of_range'],
    ['a negative amount', { body: { ...good, amount: -10_000 } }, 'amount', 'amount_out_of_range'],
    ['amount 1e400', { raw: '{"amount":1e400}' }, 'amount', 'invalid_request'],
    ['amount beyond 2^53', { raw: '{"amount":9007199254740993}' }, 'amount', 'invalid_request'],
    ['amount as an array', { body: { ...good, amount: [10_000] } }, 'amount', 'invalid_request'],
    ['no amount', { body: { payment_method: 'qris' } }, 'amount', 'invalid_request'],
    ['amount null', { body: { ...good, amount: null } }, 'amount', 'invalid_request'],
    ['an unknown method', { body: { ...good, payment_method: 'cash' } }, 'payment_method', 'invalid_request'],
    [
      'a method of the other edition',
      { body: { ...good, payment_method: 'all' } },
      'payment_method',
      'invalid_request',
    ],
    [
      'a method without a connection',
      { body: { ...good, payment_method: 'qris_user' } },
      'payment_method',
      'method_unavailable',
    ],
    ['a 65 KiB body', { body: { ...good, description: 'x'.repeat(66_560) } }, 'body', 'invalid_request'],
    ['a body 1,000 levels deep', { raw: nested(1000) }, 'body', 'invalid_request'],
    ['__proto__', { raw: '{"amount":10000,"__proto__":{"isAdmin":true}}' }, '__proto__', 'invalid_request'],
    [
      'a wrong content type',
      { raw: 'amount=10000', headers: { 'content-type': 'text/plain' } },
      'Content-Type',
      'invalid_request',
    ],
    ['broken JSON', { raw: '{"amount":10000' }, 'body', 'invalid_request'],
    ['a JSON array', { raw: '[1]' }, 'body', 'invalid_request'],
    ['a description of 4 KiB', { body: { ...good, description: 'x'.repeat(4096) } }, 'description', 'invalid_request'],
    ['a description with NUL', { body: { ...good, description: 'a\0b' } }, 'description', 'invalid_request'],
    ['a relative callback_url', { body: { ...good, callback_url: '/hook' } }, 'callback_url', 'address_refused'],
    [
      'a callback_url to ftp',
      { body: { ...good, callback_url: 'ftp://shop.example/' } },
      'callback_url',
      'address_refused',
    ],
    [
      'a callback_url to an internal address',
      { body: { ...good, callback_url: 'http://169.254.169.254/' } },
      'callback_url',
      'address_refused',
    ],
    [
      'a callback_url to this host',
      { body: { ...good, callback_url: 'http://127.0.0.1:9/' } },
      'callback_url',
      'address_refused',
    ],
    [
      'a redirect_url with javascript:',
      { body: { ...good, redirect_url: 'javascript:alert(1)' } },
      'redirect_url',
      'invalid_request',
    ],
    [
      'a redirect_url with data:',
      { body: { ...good, redirect_url: 'data:text/html,x' } },
      'redirect_url',
      'invalid_request',
    ],
    [
      'a redirect_url with blob:',
      { body: { ...good, redirect_url: 'BLOB:https://x' } },
      'redirect_url',
      'invalid_request',
    ],
    [
      'a redirect_url to an app that the account has not listed',
      { body: { ...good, redirect_url: 'tokoku://selesai' } },
      'redirect_url',
      'invalid_request',
    ],
    [
      'a redirect_url with about:',
      { body: { ...good, redirect_url: 'about:blank' } },
      'redirect_url',
      'invalid_request',
    ],
    [
      'a redirect_url with file:',
      { body: { ...good, redirect_url: 'file:///etc/x' } },
      'redirect_url',
      'invalid_request',
    ],
    ['a redirect_url //evil', { body: { ...good, redirect_url: '//evil.example' } }, 'redirect_url', 'invalid_request'],
    [
      'a redirect_url with a backslash',
      { body: { ...good, redirect_url: 'http:\\\\evil.example' } },
      'redirect_url',
      'invalid_request',
    ],
    ['an unknown variant', { body: good, headers: { 'x-api-variant': 'fancy' } }, 'X-API-Variant', 'invalid_request'],
    [
      'an Idempotency-Key of 256 characters',
      { body: good, headers: { 'idempotency-key': 'k'.repeat(256) } },
      'Idempotency-Key',
      'invalid_request',
    ],
  ]
  test.each(cases)(
    'create-payment refuses %s, names the field and writes nothing',
    async (_name, request, path, code) => {
      const before = await countPayments()
      const answer = await shop.api('/create-payment', { method: 'POST', ...request })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        success: false,
        code,
        error: expect.any(String),
        request_id: expect.any(String),
      })
      expect(answer.body.fields.map((field: { path: string }) => field.path)).toContain(path)
      expect(await countPayments()).toBe(before)
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    },
  )
})

describe('an invalid or missing key is 401', () => {
  const missing = 'The API key is missing: send it in the header X-API-Key'
  const invalid = 'The API key is not valid'
  const keys: [string, { key?: string | null; path?: string; headers?: Record<string, string> }, string][] = [
    ['missing', { key: null }, missing],
    ['wrong', { key: 'wrong' }, invalid],
    ['well-formed and unknown', { key: generateApiKey('test') }, invalid],
    ['well-formed with a wrong checksum', { key: `wrg_test_${'A'.repeat(49)}` }, invalid],
    ['empty', { key: '' }, missing],
    ['given twice in the query', { key: null, path: '?apiKey=a&apiKey=b' }, invalid],
    ['empty in the query', { key: null, path: '?apiKey=' }, missing],
  ]
  test.each(keys)('a key that is %s is 401', async (_name, { key = null, path = '', headers = {} }, error) => {
    const answer = await shop.api(`/create-payment${path}`, { body: good, key, headers })
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ success: false, code: 'unauthorized', error })
  })

  test('a key works in the query, and the header takes precedence', async () => {
    const inQuery = await shop.api(`/create-payment.php?apiKey=${shop.keys.demo}`, { body: good, key: null })
    expect(inQuery.status).toBe(200)
    const both = await shop.api('/create-payment?apiKey=wrong', { body: good })
    expect(both.status).toBe(200)
  })

  test('a key works only for its scopes, and only until it expires', async () => {
    const accountId = shop.demo.accountId
    const narrow = await createKey(shop.app, { accountId, mode: 'test', label: 'Narrow', scopes: ['orders'] })
    expect(await shop.api('/create-payment', { body: good, key: narrow })).toMatchObject({
      status: 401,
      body: { code: 'forbidden' },
    })
    const expiresAt = new Date(shop.app.now().getTime() + 60_000)
    const old = await createKey(shop.app, { accountId, mode: 'test', label: 'Old', expiresAt })
    shop.advance(61)
    expect(await shop.api('/create-payment', { body: good, key: old })).toMatchObject({
      status: 401,
      body: {
        code: 'unauthorized',
        error: expect.stringMatching(/^This API key ended at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d: /),
      },
    })
  })

  test('the last use of a key is recorded', async () => {
    const used = await shop.app.sql.query('select 1 from api_key where last_used_at is not null')
    expect(used.length).toBeGreaterThan(0)
  })
})

describe('the two dialects', () => {
  test('create-payment returns shape A in the detailed dialect', async () => {
    const { body } = await shop.api('/create-payment', {
      body: { ...good, redirect_url: 'https://shop.example/thanks' },
    })
    expect(Object.keys(body)).toEqual(['success', 'data'])
    expect(body.data).toMatchObject({
      amount: 10_000,
      status: 'pending',
      payment_method: 'wallet_direct',
      redirect_url: 'https://shop.example/thanks',
      has_file: false,
      has_product_image: false,
    })
    expect(body.data.expires_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('create-payment returns shape B in the simple dialect, with shape A beside it', async () => {
    const { body } = await shop.api('/create-payment', { body: good, headers: { 'x-api-variant': 'simple' } })
    expect(Object.keys(body)).toEqual(['success', 'payment', 'payment_url', 'data'])
    expect(Object.keys(body.payment)).toEqual([
      'invoice_id',
      'amount',
      'unique_code',
      'final_amount',
      'payment_method',
      'status',
      'expires_at',
    ])
    expect(body.data.invoice_id).toBe(body.payment.invoice_id)
  })
})

describe('Idempotency-Key', () => {
  test('a repeated Idempotency-Key returns the same payment', async () => {
    const headers = { 'idempotency-key': 'order-1' }
    const first = await shop.api('/create-payment', { body: good, headers })
    const again = await shop.api('/create-payment', { body: good, headers })
    expect(again).toMatchObject({ status: 200, body: first.body })
  })

  test('a repeated Idempotency-Key with another body is refused, and nothing is written', async () => {
    const headers = { 'idempotency-key': 'order-2' }
    await shop.api('/create-payment', { body: good, headers })
    const before = await countPayments()
    const answer = await shop.api('/create-payment', { body: { ...good, amount: 20_000 }, headers })
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    expect(answer.body.fields[0].path).toBe('Idempotency-Key')
    expect(await countPayments()).toBe(before)
  })

  test('20 simultaneous requests with one Idempotency-Key create one payment', async () => {
    const before = await countPayments()
    const request = { body: good, headers: { 'idempotency-key': 'order-3' } }
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.api('/create-payment', request)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map(answer => answer.body.data.invoice_id)).size).toBe(1)
    expect(await countPayments()).toBe(before + 1)
  })

  test('a refused request leaves its Idempotency-Key free', async () => {
    const headers = { 'idempotency-key': 'order-4' }
    const refused = await shop.api('/create-payment', { body: { ...good, amount: 1 }, headers })
    expect(refused.status).toBe(400)
    const mended = await shop.api('/create-payment', { body: good, headers })
    expect(mended.status).toBe(200)
  })
})

describe('other endpoints of the API', () => {
  test('a wrong method is 405 with Allow', async () => {
    const answer = await shop.api('/create-payment.php')
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
    expect(answer.body).toMatchObject({ success: false, code: 'method_not_allowed' })
  })

  test('an unknown path is 404 as JSON', async () => {
    expect(await shop.api('/no-such-thing')).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } })
  })

  test("an unknown invoice, another account's and the other mode's are the same 404", async () => {
    const { body } = await shop.api('/create-payment', { body: good })
    const path = `/check-payment?invoice=${body.data.invoice_id}`
    const answers = [
      await shop.api(path, { key: shop.keys.second }),
      await shop.api(path, { key: shop.keys.live }),
      await shop.api('/check-payment?invoice=INV-00000000000000000000'),
      await shop.api('/check-payment?invoice=%27%20or%201%3D1'),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      const error = answer.body.error.replace('live', 'test')
      expect({ ...answer.body, error, request_id: '' }).toEqual({ ...answers[0]!.body, request_id: '' })
    }
  })

  test.each([
    ['limit=101', 'limit'],
    ['limit=0', 'limit'],
    ['limit=ten', 'limit'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['start_date=2026-02-30', 'start_date'],
    ['start_date=2026-02-02&end_date=2026-02-01', 'end_date'],
    ['cursor=no%20cursor', 'cursor'],
    ['cursor=bm90aGluZw', 'cursor'],
    ['end_date=yesterday', 'end_date'],
    ['status=open', 'status'],
    ['page=1&page=2', 'page'],
    [`search=${'x'.repeat(201)}`, 'search'],
  ])('list-payments refuses %s', async (query, path) => {
    const answer = await shop.api(`/list-payments?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path }] } })
  })
})

describe('rate limits', () => {
  test('a key has 100 requests a second with bursts of 200', () => {
    const { requestsPerS, requestsBurst } = shop.app.config.limits
    let now = 0
    const limit = createRateLimit(requestsPerS, requestsBurst, () => now)
    const take = (times: number) => Array.from({ length: times }, () => limit.take('key')).filter(({ ok }) => ok).length
    expect(take(400)).toBe(200)
    now += 1000
    expect(take(400)).toBe(100)
    now += 60_000
    expect(take(400)).toBe(200)
  })

  test("an account's own limit is shared among its keys, while other accounts keep the usual rate", () => {
    let now = 0
    const limit = createRateLimit(100, 200, () => now)
    const own = { perS: 2, burst: 4 }
    const take = (times: number, name: string, speed?: typeof own) =>
      Array.from({ length: times }, () => limit.take(name, speed)).filter(({ ok }) => ok).length
    expect(take(50, 'account 1', own)).toBe(4)
    expect(take(50, 'key')).toBe(50)
    now += 1000
    expect(take(50, 'account 1', own)).toBe(2)
  })

  test('a caller over its limit gets 429, and headers that say when to retry', async () => {
    const slow = await createTestShop({ settings: { RATE_LIMIT_PER_S: '1', RATE_LIMIT_BURST: '3' } })
    try {
      const key = await createKey(slow.app, { accountId: slow.demo.accountId, mode: 'test', label: 'Limited' })
      const ask = () => slow.api('/check-payment?invoice=INV-00000000000000000000', { key })
      const answers = await Promise.all(Array.from({ length: 20 }, ask))
      const limited = answers.filter(answer => answer.status === 429)
      expect(answers.filter(answer => answer.status === 404).length).toBeGreaterThanOrEqual(3)
      expect(limited.length).toBeGreaterThan(0)
      expect(limited[0]!.headers.get('retry-after')).toBe('1')
      expect(limited[0]!.headers.get('ratelimit-limit')).toBe('3')
      expect(limited[0]!.headers.get('ratelimit-remaining')).toBe('0')
      expect(limited[0]!.body).toMatchObject({ code: 'rate_limited' })
    } finally {
      await slow.close()
    }
  })

  test('an address that tries 20 wrong keys a minute has to wait, while the right key still works', async () => {
    const wrong = () => shop.api('/list-payments', { key: 'wrg_test_wrong' })
    const answers = await Promise.all(Array.from({ length: 40 }, wrong))
    const statuses = new Set(answers.map(answer => answer.status))
    expect(statuses).toEqual(new Set([401, 429]))
    expect((await shop.api('/list-payments')).status).toBe(200)
  })
})
