import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildOpenApiDocument } from '../../src/api/openapi.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { apiParts, endpoints } from '../kit/parts.ts'

let shop: TestShop

beforeAll(async () => {
  // Nine in the evening in this zone is the next morning in Jakarta, and its days may have 23 or 25 hours.
  shop = await createTestShop({ settings: { TIME_ZONE: 'America/New_York' } })
})

afterAll(() => shop.close())

const good = { amount: 10_000, payment_method: 'wallet_direct' }

async function create(body: object = {}): Promise<string> {
  const answer = await shop.api('/create-payment', { body: { ...good, ...body } })
  expect(answer.status).toBe(200)
  return answer.body.data.invoice_id
}

describe('text that cannot be stored is refused by its field, in any position', () => {
  const half = '{"amount":10000,"payment_method":"wallet_direct","description":"half \\ud83d a pair"}'
  test.each([
    ['check-payment', '/check-payment?invoice=%00', {}, 'invoice'],
    ['cancel-payment', '/cancel-payment', { body: { invoice: 'INV-\0' } }, 'invoice'],
    ['msgstore-complete', '/msgstore-complete', { body: { order_number: '\0' } }, 'order_number'],
    ['msgstore-orders', '/msgstore-orders?order_number=%00', {}, 'order_number'],
    ['list-payments', '/list-payments?search=%00', {}, 'search'],
    ['create-payment', '/create-payment', { raw: half }, 'description'],
  ])('%s refuses text that cannot be stored', async (_name, path, request, field) => {
    const answer = await shop.api(path, request)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path: field }] } })
  })

  test('500 emoji are 500 characters', async () => {
    const invoice = await create({ description: '😀'.repeat(500), customer_name: '😀'.repeat(100) })
    const { body } = await shop.api(`/list-payments?search=${invoice}`)
    expect(body.data[0].description).toBe('😀'.repeat(500))
    const longer = await shop.api('/create-payment', { body: { ...good, description: '😀'.repeat(501) } })
    expect(longer).toMatchObject({ status: 400, body: { fields: [{ path: 'description' }] } })
  })
})

describe('an empty query parameter counts as omitted, as documented', () => {
  const { paths = {} } = buildOpenApiDocument('detailed', apiParts, 'http://localhost:3000')
  const parameters = endpoints
    .filter(({ method }) => method === 'GET')
    .flatMap(({ path }) => {
      const given = (paths[`/api${path}`]?.get?.parameters ?? []) as { name: string; allowEmptyValue?: boolean }[]
      return given.map(({ name, allowEmptyValue = false }) => [path, name, allowEmptyValue] as const)
    })

  test.each(parameters)('%s ignores or refuses an empty %s as documented', async (path, name, allowEmptyValue) => {
    const { status, body } = await shop.api(`${path}?${name}=`)
    const without = await shop.api(path)
    expect({ status, fields: body.fields }).toEqual({ status: without.status, fields: without.body.fields })
    const namesIt = body.fields?.some((field: { path: string }) => field.path === name) ?? false
    expect(namesIt).toBe(!allowEmptyValue)
  })
})

describe('an invented cursor is refused', () => {
  const uuid = '0198c1d2-0000-7000-8000-000000000000'
  const times = ['', 'x', '1.5', '1e3', '0x10', '-1', '-8640000000000000', '8640000000000000', '99999999999999999']
  const invented: [path: string, place: string][] = [
    ...times.flatMap((time): [string, string][] => [
      ['/events', `${time}|${uuid}`],
      ['/list-payments', `${time}|INV-00000000000000000000`],
    ]),
    ['/events', '1|x'],
    ['/list-payments', '1|INV-1'],
  ]

  test.each(invented)('%s refuses the cursor %s', async (path, place) => {
    const answer = await shop.api(`${path}?cursor=${Buffer.from(place).toString('base64url')}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', fields: [{ path: 'cursor' }] } })
  })
})

describe('days in list-payments', () => {
  test.each(['0000-01-01', '0001-01-01', '0999-12-31', '1899-12-31', '9999-12-31'])(
    'list-payments accepts the day %s',
    async day => {
      for (const bound of ['start_date', 'end_date']) {
        const answer = await shop.api(`/list-payments?${bound}=${day}`)
        expect(answer).toMatchObject({ status: 200, body: { success: true } })
      }
    },
  )

  test('the day on which clocks go back is complete, and the day on which they go forward is shorter', async () => {
    const invoice = await create()
    const listed = async (at: string, day: string) => {
      await shop.app.sql.write('update payment set created_at = $2 where invoice_id = $1', [invoice, at])
      const { body } = await shop.api(`/list-payments?start_date=${day}&end_date=${day}&search=${invoice}`)
      return body.pagination.total
    }
    // 1 November 2026 has 25 hours in New York, 8 March 2026 has 23.
    expect(await listed('2026-11-02T04:59:59Z', '2026-11-01')).toBe(1)
    expect(await listed('2026-11-02T05:00:00Z', '2026-11-01')).toBe(0)
    expect(await listed('2026-03-09T03:59:59Z', '2026-03-08')).toBe(1)
    expect(await listed('2026-03-09T04:00:00Z', '2026-03-08')).toBe(0)
  })
})

describe('forms of HTTP', () => {
  const json = { 'content-type': 'application/json' }
  const text = JSON.stringify(good)
  const post = (headers: Record<string, string>, body: string | Buffer) =>
    fetch(`${shop.url}/api/create-payment`, {
      method: 'POST',
      headers: { 'x-api-key': shop.keys.demo, ...headers },
      body: body as never,
    })

  test.each([
    ['a byte order mark', json, `\ufeff${text}`],
    ['gzip', { ...json, 'content-encoding': 'gzip' }, zlib.gzipSync(text)],
    ['another case and a charset', { 'content-type': 'Application/JSON; Charset=UTF-8' }, text],
    ['a number with an exponent', json, '{"amount":1e4,"payment_method":"wallet_direct"}'],
  ])('a body with %s is read', async (_name, headers, body) => {
    const answer = await post(headers, body)
    expect(await answer.json()).toMatchObject({ success: true, data: { amount: 10_000 } })
  })

  test.each([
    ['another JSON type', { 'content-type': 'application/vnd.shop+json' }, text, 'Content-Type'],
    ['text/json', { 'content-type': 'text/json' }, text, 'Content-Type'],
    ['broken gzip', { ...json, 'content-encoding': 'gzip' }, text, 'body'],
    ['an unknown encoding', { ...json, 'content-encoding': 'rot13' }, text, 'body'],
    ['200 MB of spaces in gzip', { ...json, 'content-encoding': 'gzip' }, zlib.gzipSync(Buffer.alloc(2e8, 32)), 'body'],
    ['null', json, 'null', 'body'],
    ['no body', json, '', 'amount'],
  ])('a body with %s is refused', async (_name, headers, body, path) => {
    const answer = await post(headers, body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ path }] })
  })

  test('a missing amount is reported as missing', async () => {
    const { body } = await shop.api('/create-payment', { body: { payment_method: 'qris' } })
    expect(body.fields).toEqual([{ path: 'amount', error: 'is required' }])
  })

  test.each(['OPTIONS', 'PUT', 'DELETE', 'PATCH', 'HEAD'])('%s on a POST endpoint is 405 with Allow', async method => {
    const answer = await fetch(`${shop.url}/api/create-payment`, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('HEAD on a GET endpoint answers like GET, without the body', async () => {
    const invoice = await create()
    const answer = await fetch(`${shop.url}/api/check-payment?invoice=${invoice}`, {
      method: 'HEAD',
      headers: { 'x-api-key': shop.keys.demo },
    })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100)
  })

  test.each(['check-payment', 'check-payment/', 'check-payment.php', 'check-payment.php/', 'Check-Payment.PHP'])(
    '/api/%s reaches the endpoint',
    async path => {
      const { status, body } = await shop.api(`/${path}?invoice=${await create()}`)
      expect([status, body.status]).toEqual([200, 'pending'])
    },
  )

  test.each(['/api', '/api/', '/api/nothing', '/api/%E0%A4%A', '/api//check-payment', '/api/check-payment//'])(
    'GET %s is 404 as JSON',
    async path => {
      expect(JSON.parse((await rawGet(path)).split('\r\n\r\n')[1]!)).toMatchObject({
        success: false,
        code: 'not_found',
      })
    },
  )
})

// Sends the path unchanged, because `fetch` would normalise it.
function rawGet(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = net.connect(Number(new URL(shop.url).port), '127.0.0.1')
    socket.on('data', data => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`)
  })
}

describe('a body refused before its end', () => {
  const chunked = { 'transfer-encoding': 'chunked' }
  const long = `{"description":"${'x'.repeat(1_000_000)}"}`
  test.each([
    ['too long', { 'content-length': String(long.length) }],
    ['too long, in chunks', chunked],
    ['not gzip', { ...chunked, 'content-encoding': 'gzip' }],
    ['no key', { ...chunked, 'x-api-key': 'none' }],
  ])('after a refused body (%s) the next request on the same connection is answered', async (_name, headers) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (method: string, path: string, extra: object, body?: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = http.request(
          `${shop.url}/api${path}`,
          { method, agent, headers: { 'x-api-key': shop.keys.demo, ...extra } },
          answer => answer.resume().on('end', () => resolve(answer.statusCode)),
        )
        asked.on('error', reject).end(body)
      })
    const refused = await ask('POST', '/create-payment', { 'content-type': 'application/json', ...headers }, long)
    expect([400, 401]).toContain(refused)
    expect(await ask('GET', '/list-payments', {})).toBe(200)
    agent.destroy()
  })
})

describe('a form', () => {
  const postForm = async (body: FormData | string | Buffer, type?: string) => {
    const answer = await fetch(`${shop.url}/api/qris-convert`, {
      method: 'POST',
      headers: { 'x-api-key': shop.keys.demo, ...(type === undefined ? {} : { 'content-type': type }) },
      body: body as never,
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test('an invalid form never touches the disk', async () => {
    const ways = [vi.spyOn(fs, 'createWriteStream'), vi.spyOn(fs, 'open'), vi.spyOn(fs.promises, 'open')]
    try {
      const file = (bytes = 100_000) => new Blob([Buffer.alloc(bytes, 7)])
      const post = async (...parts: [string, string | Blob][]) => {
        const form = new FormData()
        for (const [name, value] of parts) form.append(name, value as string)
        expect((await postForm(form)).status).toBe(400)
      }
      await post(['nominal', '1000'], ['image', file()])
      await post(['nominal', '1000'], ['image', file()], ['image', file()])
      await post(['nominal', '1000'], ['image', file()], ['constructor', 'x'])
      await post(['nominal', '1000'], ['image', file()], ['__proto__', 'x'])
      await post(['nominal', '1000'], ['image', file(6_000_000)])
      await post(['image', file()], ...Array.from({ length: 30 }, (_, field): [string, string] => [`f${field}`, '1']))
      await post(['nominal', '1000'], ['other', file()])
      await post(['nominal', '1000'], ['nominal', '1000'], ['image', file()])
      for (const way of ways) expect(way).not.toHaveBeenCalled()
    } finally {
      vi.restoreAllMocks()
    }
  })

  const part = (headers: string, content = 'x') =>
    `--b\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`
  test.each([
    ['no boundary', 'multipart/form-data', part('name="image"')],
    ['no end', 'multipart/form-data; boundary=b', part('name="image"; filename="a.png"')],
    ['an end inside an unexpected part', 'multipart/form-data; boundary=b', '--b\r\nX: y\r\n\r\nabc'],
    ['a part without a name', 'multipart/form-data; boundary=b', `${part('filename="a"')}--b--\r\n`],
    [
      'a header of 100,000 file names',
      'multipart/form-data; boundary=b',
      `${part(`name="image"; ${'filename="'.repeat(100_000)}x`)}--b--\r\n`,
    ],
    ['a header without end', 'multipart/form-data; boundary=b', `--b\r\nX: ${'a'.repeat(2_000_000)}`],
    [
      'an unknown charset',
      'multipart/form-data; boundary=b',
      `${part('name="nominal"\r\nContent-Type: text/plain; charset=none')}--b--\r\n`,
    ],
    ['nothing', 'multipart/form-data; boundary=b', ''],
  ])('a form with %s is refused immediately', async (_name, type, body) => {
    const startedAt = process.cpuUsage()
    expect((await postForm(body, type)).status).toBe(400)
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(1_500)
  })

  test('a file of exactly the maximum size is read, and one byte more is refused', async () => {
    const post = (bytes: number) => {
      const form = new FormData()
      form.set('nominal', '1000')
      form.set('image', new Blob([Buffer.alloc(bytes, 7)]))
      return postForm(form)
    }
    expect(await post(5_242_880)).toMatchObject({ status: 400, body: { code: 'invalid_image' } })
    expect(await post(5_242_881)).toMatchObject({
      status: 400,
      body: { code: 'image_too_large', fields: [{ path: 'image', error: 'has 5242880 bytes at most' }] },
    })
  })
})

describe('wrong keys are counted per address', () => {
  test('an IPv6 client is counted by its /64, in any notation', async () => {
    const { findCallerAddress: callerAddress } = await import('../../src/http/caller-address.ts')
    const of = (ip: string) => callerAddress({ ip } as never)
    expect(of('2001:db8::1')).toBe(of('2001:db8:0:0:ffff::2'))
    expect(of('2001:db8:0:1::1')).not.toBe(of('2001:db8::1'))
    expect(of('::ffff:10.0.0.1')).toBe('10.0.0.1')
  })
})

describe('a locked row', () => {
  test('a locked row is 503 without an Idempotency-Key, not a conflict', async () => {
    const { answerError } = await import('../../src/http/errors.ts')
    const held = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    const answerTo = (headers: Record<string, string>) => {
      const ctx = { get: (name: string) => headers[name] ?? '', set() {}, state: {}, status: 0 }
      answerError(ctx as never, held, shop.app.log)
      return ctx.status
    }
    expect(answerTo({})).toBe(503)
    expect(answerTo({ 'Idempotency-Key': 'order-1' })).toBe(409)
  })
})
