import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { changeSettings } from '../../src/accounts/change-settings.ts'
import { guessName } from '../../src/api/guess-name.ts'
import { findUnknownFields } from '../../src/api/unknown-fields.ts'
import { accountCommands } from '../../src/commands/account-commands.ts'
import { keyCommands } from '../../src/commands/key-commands.ts'
import { listRequests } from '../../src/keys/list-requests.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { endpoints } from '../kit/parts.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const good = { amount: 10_000, payment_method: 'wallet_direct' }
const named = (answer: { headers: Headers }) => answer.headers.get('x-unknown-fields')
const mine = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const create = (more: object, headers: Record<string, string> = {}) =>
  shop.api('/create-payment', { body: { ...good, ...more }, headers })

function form(fields: Record<string, string>): RequestInit {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return { method: 'POST', headers: { 'X-API-Key': shop.keys.demo }, body }
}

describe('unknown fields', () => {
  test('unknown fields of a POST are named in both dialects', async () => {
    for (const variant of ['detailed', 'simple']) {
      const answer = await create({ calback_url: 'https://x.example/rahasia' }, { 'X-API-Variant': variant })
      expect(answer.status).toBe(200)
      expect(named(answer)).toBe('calback_url')
    }
  })

  test('unknown fields of a GET are named, except for the key in the query', async () => {
    const answer = await shop.api(`/list-payments?strat_date=2026-01-01&apiKey=${shop.keys.demo}&__proto__=x`, {
      key: null,
    })
    expect(answer.status).toBe(200)
    expect(named(answer)).toBe('strat_date, __proto__')
  })

  test('fields in the query of a POST, which belong in its body, are named', async () => {
    const invoice = 'INV-00000000000000000000'
    const answer = await shop.api(`/cancel-payment?invoice=${invoice}&nota=x&nota=y&apiKey=${shop.keys.demo}`, {
      key: null,
      body: {},
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path: 'invoice' }] } })
    expect(named(answer)).toBe('invoice, nota')
  })

  test('unknown fields of a multipart form are named, with and without a file', async () => {
    const convert = await fetch(`${shop.url}/api/qris-convert`, form({ nominal: '1000', qris: 'x', nominl: '5' }))
    expect(convert.status).toBe(400)
    expect(named(convert)).toBe('nominl')
    const upload = form({ orginal_name: 'a.pdf' })
    ;(upload.body as FormData).set('file', new File(['%PDF'], 'buku.pdf'))
    const uploaded = await fetch(`${shop.url}/api/upload-file`, upload)
    expect(uploaded.status).toBe(200)
    expect(named(uploaded)).toBe('orginal_name')
  })

  test('unknown fields are named in a request that is refused because the right field is missing', async () => {
    const answer = await shop.api('/check-payment?invoce=INV-1')
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path: 'invoice' }] } })
    expect(named(answer)).toBe('invoce')
  })

  test('unknown fields are named in a response repeated for its Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'unknown-1' }
    const first = await create({ foo: 1 }, headers)
    const again = await create({ foo: 1 }, headers)
    expect(again.body).toEqual(first.body)
    expect(named(again)).toBe('foo')
  })

  test('the header of unknown fields is absent if every field is known, whatever metadata contains', async () => {
    const answer = await create({ metadata: { calback_url: 'x' } })
    expect(answer.status).toBe(200)
    expect(named(answer)).toBeNull()
  })
})

describe('hostile field names', () => {
  test('of 150 unknown fields ten are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_none, at) => [`f${at}`, 'secret']))
    const answer = await create(many)
    expect(answer.status).toBe(200)
    expect(named(answer)).toBe('f0, f1, f2, f3, f4, f5, f6, f7, f8, f9')
  })

  test('a thousand unknown fields in a body are too many, and in a query ten of them are named', async () => {
    const many = Array.from({ length: 1000 }, (_none, at) => `f${at}`)
    const body = await create(Object.fromEntries(many.map(name => [name, 1])))
    expect(body).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path: 'body' }] } })
    const query = await shop.api(`/list-payments?${many.map(name => `${name}=1`).join('&')}`)
    expect(query.status).toBe(200)
    expect(named(query)!.split(', ')).toHaveLength(10)
  })

  test.each([
    ['a line feed', 'a\r\nSet-Cookie: x=1', 'a%0D%0ASet-Cookie%3A%20x%3D1'],
    ['a comma and a percent sign', 'a,b%', 'a%2Cb%25'],
    ['other scripts', 'nama_é中😀', 'nama_%C3%A9%E4%B8%AD%F0%9F%98%80'],
    ['an empty name', '', '%22%22'],
    ['a zero', '\0', '%00'],
  ])('field names with %s are percent-encoded', async (_what, name, encoded) => {
    const answer = await create({ [name]: 'v' })
    expect(answer.status).toBe(200)
    expect(named(answer)).toBe(encoded)
  })

  test('half of a surrogate pair in a field name breaks nothing', async () => {
    const raw = `{"amount":10000,"payment_method":"wallet_direct","\\ud83d":1}`
    expect(named(await shop.api('/create-payment', { raw }))).toBe('%EF%BF%BD')
  })

  test('field names of ten thousand letters are shortened, and together never exceed 512 bytes', async () => {
    const long = Object.fromEntries(['x', 'é', '😀', 'y', 'z'].map(letter => [letter.repeat(2500), 1]))
    const header = named(await create(long))!
    expect(header.length).toBeLessThanOrEqual(512)
    expect(header.split(', ').length).toBeGreaterThan(2)
    expect(decodeURIComponent(header)).toMatch(/^x+…, é+…, 😀+…/u)
    expect(named(await create({ ['k'.repeat(10_240)]: 1 }))).toMatch(/^k{128}%E2%80%A6$/)
  })

  test('field names that refer to the prototype are still refused', async () => {
    const raw = '{"amount":10000,"payment_method":"wallet_direct","__proto__":{"a":1}}'
    expect(await shop.api('/create-payment', { raw })).toMatchObject({
      status: 400,
      body: { fields: [{ path: '__proto__' }] },
    })
    expect(named(await create({ toString: 'x', hasOwnProperty: 'y' }))).toBe('toString, hasOwnProperty')
  })
})

test('fields of nested objects and lists are named with their path', () => {
  const line = z.object({ sku: z.string(), note: z.string().optional() })
  const schema = z.object({
    buyer: z.preprocess(given => given, z.object({ phone: z.string() }).optional()),
    lines: z.array(line).default([]),
    free: z.record(z.string(), z.string()).optional(),
  })
  const given = { buyer: { phne: '1' }, lines: [{ sku: 'a' }, { sku: 'b', nota: '' }], free: { x: 'y' }, lins: [] }
  expect(findUnknownFields(schema, given)).toMatchObject([
    { name: 'buyer.phne', guess: 'buyer.phone' },
    { name: 'lines.1.nota', guess: 'lines.1.note' },
    { name: 'lins', guess: null },
  ])
})

const withInner = endpoints.flatMap(({ path, input }) => {
  const fields = Object.entries((input as z.ZodObject).shape ?? {})
  return fields.map(([field]) => [path, field, input] as const)
})

test.each(withInner)('in %s a %s of the wrong type has no unknown fields', (_path, field, schema) => {
  for (const odd of [{}, { a: { b: 1 } }, [[1]], [{ a: 1 }], 'x', 1, true, null]) {
    const names = findUnknownFields(schema, { [field]: odd }).map(({ name }) => name)
    expect(names.filter(name => !name.startsWith(`${field}.`))).toEqual([])
  }
})

test.each([
  ['calback_url', 'callback_url'],
  ['callbackUrl', 'callback_url'],
  ['Redirect-URL', 'redirect_url'],
  ['ammount', 'amount'],
  ['amuont', 'amount'],
  ['phone', 'customer_phone'],
  ['desc', 'description'],
  ['url', null],
  ['zzz', null],
  ['customer', null],
  ['', null],
])('%s is guessed as %s', (written, meant) => {
  const { input } = endpoints.find(({ path }) => path === '/create-payment')!
  expect(guessName(written, Object.keys((input as z.ZodObject).shape))).toBe(meant)
})

test('a field name of a thousand letters is not compared with known ones', () => {
  expect(guessName('callback_url'.repeat(100), ['callback_url'])).toBeNull()
})

describe('the request log of a key', () => {
  test('the request log lists unknown names with the probable ones, and never a value', async () => {
    await shop.api('/create-payment', {
      body: { ...good, callbackurl: 'https://rahasia.example', 'evil\u202e\n\0name': 'rahasia', ['k'.repeat(999)]: 1 },
    })
    await create({})
    const logged = await vi.waitFor(
      async () => {
        const [last, before] = await listRequests(shop.app, mine())
        expect(before?.unknownFields).toHaveLength(3)
        return { last, before }
      },
      { timeout: 60_000 },
    )
    expect(logged.last!.unknownFields).toBeNull()
    expect(logged.before!.unknownFields).toEqual([
      { name: 'callbackurl', guess: 'callback_url' },
      { name: 'evil name', guess: null },
      { name: `${'k'.repeat(64)}…`, guess: null },
    ])
    const lines = await keyCommands['key log'].run(shop.app, {
      words: [],
      options: { account: shop.demo.name, mode: 'test' },
    })
    expect(lines[1]).toContain('unknown: callbackurl (did you mean callback_url?), evil name, kkk')
    expect(lines.join()).not.toContain('rahasia')
  })
})

describe('an account that refuses unknown fields', () => {
  const turn = async (isOn: boolean) => {
    const words = [shop.demo.name, isOn ? 'on' : 'off']
    await accountCommands['account strict-fields'].run(shop.app, { words, options: {} })
    shop.forgetKeys()
  }
  beforeEach(() => turn(true))

  test('refused unknown fields are 400 with every name and its guess, and create nothing', async () => {
    const count = async () => (await shop.api('/list-payments')).body.pagination.total
    const before = await count()
    const answer = await create({ calback_url: 'https://x.example', zzz: 1 }, { 'Idempotency-Key': 'strict-1' })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        success: false,
        code: 'unknown_field',
        error: 'calback_url: is not a field here; did you mean callback_url?',
        fields: [
          { path: 'calback_url', error: 'is not a field here; did you mean callback_url?' },
          { path: 'zzz', error: 'is not a field here' },
        ],
      },
    })
    expect(named(answer)).toBe('calback_url, zzz')
    expect(await count()).toBe(before)
    expect(await shop.api('/list-payments?strat_date=2026-01-01')).toMatchObject({
      status: 400,
      body: { code: 'unknown_field', fields: [{ path: 'strat_date' }] },
    })
  })

  test('the error for a field in the query of a POST names its proper place', async () => {
    const answer = await shop.api('/cancel-payment?invoice=INV-1&invoce=INV-2', { body: { invoice: 'INV-1' } })
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'unknown_field',
        fields: [
          { path: '?invoice', error: 'is not a field here; did you mean invoice in the body?' },
          { path: '?invoce', error: 'is not a field here; did you mean invoice in the body?' },
        ],
      },
    })
  })

  test('an account that refuses unknown fields accepts known ones, and another account accepts all', async () => {
    expect((await create({ metadata: { any: 'thing' } }, { 'Idempotency-Key': 'strict-1' })).status).toBe(200)
    const other = await shop.api('/list-payments?strat_date=2026-01-01', { key: shop.keys.second })
    expect(other.status).toBe(200)
  })

  test('unknown fields are accepted again once their refusal is switched off', async () => {
    await changeSettings(shop.app, shop.demo.accountId, { refusesUnknownFields: false })
    shop.forgetKeys()
    expect((await create({ foo: 1 })).status).toBe(200)
    const wrong = accountCommands['account strict-fields'].run(shop.app, { words: [shop.demo.name, 'x'], options: {} })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
