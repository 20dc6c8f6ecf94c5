import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawItems } from './kit/draws/draw-items.ts'
import { endpoints, pages } from './kit/parts.ts'
import { findFreePort, type ShopProcess, startShop } from './kit/shop-process.ts'

const seed = Number(process.env.HOSTILE_SEED ?? 8)
const whole = Number(process.env.HOSTILE_REQUESTS ?? 1_500)
/** The requests of the seed that are sent. One in `cutEvery` is also sent cut off at each of its last bytes. */
const sent = process.env.HOSTILE_REQUESTS ? [...Array(whole).keys()] : drawItems([...Array(whole).keys()], whole / 3)
const howMany = sent.length
const cutEvery = Number(process.env.HOSTILE_CUT_EVERY ?? 1)
const atOnce = 8
// A request to a third party waits for 15 seconds, and a busy machine may take as long again.
const hungMs = 60_000
const grownMbMax = 128

let folder: string
let shop: ShopProcess
let demo: { api_key: string; bots: { shop: string }; merchant: { username: string; password: string } }
/** The cookie of the merchant's browser. */
let session: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-hostile-'))
  const settings = { PORT: String(await findFreePort()), DATA_DIR: folder, LOG_LEVEL: 'error' }
  shop = await startShop({
    ...settings,
    RATE_LIMIT_PER_S: '100000',
    RATE_LIMIT_BURST: '100000',
    RATE_LIMIT_FAILED_KEYS_PER_MIN: '100000',
  })
  demo = JSON.parse(readFileSync(path.join(folder, 'demo.json'), 'utf8'))
  session = await signIn()
}, 400_000)

afterAll(async () => {
  shop.signal('SIGTERM')
  await shop.ended
  await rm(folder, { recursive: true, force: true })
})

const timeoutMs = 120_000 + howMany * 240

test(`${howMany} hostile requests to every endpoint cause no 5xx, no hanging and no memory growth`, {
  timeout: timeoutMs,
}, async () => {
  const sample = fc.sample(hostileRequest(), { numRuns: whole, seed })
  const requests = sent.map(index => sample[index]!)
  const bad: string[] = []
  const seen = new Map<number, number>()
  let next = 0
  let cuts = 0
  let settledMb = 0
  const judge = async (request: Hostile) => {
    const { status, retryAfter } = await send(request)
    const isRight = status < 500 || (status === 503 && retryAfter !== undefined)
    if (!isRight) bad.push(`${status} ${JSON.stringify(request).slice(0, 400)}`)
    return status
  }
  const work = async () => {
    while (next < requests.length) {
      const at = next++
      // The maximum of the first half: an engine that warms up allocates memory too, and frees it in steps.
      if (at < howMany / 2 && at % 100 === 0) settledMb = Math.max(settledMb, residentMb(shop.pid))
      const whole = await judge(requests[at]!)
      seen.set(whole, (seen.get(whole) ?? 0) + 1)
      if (at % cutEvery > 0) continue
      for (const cut of cutOff(requests[at]!, at)) {
        await judge(cut)
        cuts++
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  process.stderr.write(
    `${howMany} requests, seed ${seed}, and ${cuts} cut off; ${JSON.stringify(Object.fromEntries(seen))}\n`,
  )
  expect(bad).toEqual([])
  // Most requests reach a door that judges them; otherwise this would test nothing.
  expect((seen.get(0) ?? 0) / howMany).toBeLessThan(0.2)
  expect((seen.get(200) ?? 0) / howMany).toBeGreaterThan(0.02)
  expect((seen.get(400) ?? 0) / howMany).toBeGreaterThan(0.2)
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  expect(residentMb(shop.pid) - settledMb).toBeLessThan(grownMbMax)
  expect(shop.output()).not.toMatch(/"level":"error"/)
})

interface Hostile {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** Hangs up after this number of characters of the body. */
  cutAt: number | null
}

/** Yields the request cut off at each of its last bytes, and once as if its sender believed it was complete. */
function* cutOff(request: Hostile, nth: number): Generator<Hostile> {
  const { body } = request
  const length = Math.min(body.length, endBytes)
  for (let left = 1; left <= length; left++) yield { ...request, cutAt: body.length - left }
  if (length > 0) yield { ...request, cutAt: null, body: body.slice(0, -1 - (nth % length)) }
}

/** Returns the last boundary of a form with the lines around it. */
const endBytes = 9

function hostileRequest(): fc.Arbitrary<Hostile> {
  return fc
    .record({
      method: fc.oneof({ weight: 9, arbitrary: fc.constant('its own') }, methods),
      door: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...doors()) }, fc.constantFrom(...pageDoors())),
      tail: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, fc.constantFrom(...oddTails)),
      query: fc.dictionary(fieldName, oddText, { maxKeys: 4 }),
      key: fc.oneof({ weight: 9, arbitrary: fc.constant('good') }, fc.constantFrom('none', 'odd', 'query')),
      type: fc.oneof({ weight: 4, arbitrary: fc.constant('application/json') }, fc.constantFrom(...types)),
      encoding: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, fc.constantFrom('gzip', 'br', 'rot13', 'deflate')),
      extra: fc.dictionary(fc.constantFrom(...headerNames), fc.constantFrom(...headerValues), { maxKeys: 1 }),
      body: fc.oneof({ weight: 3, arbitrary: jsonBody }, form, fc.constantFrom(...oddBodies)),
      cutAt: fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, fc.nat(50)),
    })
    .map(({ method: asked, door: [own, door], tail, query, key, type, encoding, extra, body, cutAt }) => {
      const method = asked === 'its own' ? own : asked
      const sent = asForm(door, type, body)
      const given = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${escaped(value)}`)
      if (key === 'query') given.push(`apiKey=${demo.api_key}`)
      return {
        method,
        path: withQuery(`${door}`, tail, given),
        headers: {
          ...credentials(key),
          'sec-fetch-site': 'same-origin',
          'content-type': sent.type,
          ...(encoding === '' ? {} : { 'content-encoding': encoding }),
          ...extra,
        },
        body: method === 'GET' || method === 'HEAD' ? '' : sent.body,
        cutAt,
      }
    })
}

function credentials(key: string): Record<string, string> {
  if (key === 'good') return { 'x-api-key': demo.api_key, cookie: session }
  return key === 'odd' ? { 'x-api-key': 'wrg_test_\u00ff' } : {}
}

function doors(): [method: string, path: string][] {
  const invoice = 'INV-00000000000000000000'
  const bot = `/telegram/bot${demo.bots.shop}`
  const get = [
    ...['/', '/healthz', '/readyz', '/pay', `/pay?invoice=${invoice}`, '/pay/qr.png', '/pay/status', '/pay/events'],
    ...[
      '/qr/AAAA.AAAAAAAAAAAAAAAA.png',
      '/assets/page.css',
      '/api',
      '/nothing',
      '/openapi.json',
      '/sandbox',
      '/telegram',
    ],
    ...['/sandbox/interactive/restapi/qris/show_qris.php', '/sandbox/interactive/restapi/qris/checkpaid_qris.php'],
    ...['/sandbox/wallet/transactions', '/sandbox/clock', '/sandbox/receiver/log', '/telegram/file/bot1:x/a'],
    ...['bots', 'people', 'chats', 'chat', 'messages', 'files/1'].map(name => `/telegram/control/${name}`),
    ...['/telegram/bot1:x/getMe', `${bot}/getMe`, `${bot}/getChat`],
  ]
  const post = [
    ...['transfers', 'faults', 'clock', 'receiver', 'receiver/answers'].map(name => `/sandbox/${name}`),
    ...['bots', 'tokens', 'people', 'messages', 'presses', 'updates', 'faults', 'blocks', 'deactivations'].map(
      name => `/telegram/control/${name}`,
    ),
    ...[
      'sendMessage',
      'sendPhoto',
      'sendDocument',
      'editMessageText',
      'answerCallbackQuery',
      'setWebhook',
      'getFile',
    ].map(name => `${bot}/${name}`),
    ...['/pay/sandbox-pay', '/telegram/updates/x', '/hooks/snap'],
  ]
  return [
    ...endpoints.flatMap(({ method, path }): [string, string][] => [
      [method, `/api${path}`],
      [method, `/api${path}.php`],
    ]),
    ...get.map((path): [string, string] => ['GET', path]),
    ...post.map((path): [string, string] => ['POST', path]),
  ]
}

// Pages only read forms: converts JSON to a form, with the act that its address names.
function asForm(door: string, type: string, body: string): { type: string; body: string } {
  const act = /[?]act=(.*)/.exec(door)?.[1]
  if (act === undefined || type !== 'application/json') return { type, body }
  if (body.startsWith('--b')) {
    const part = `--b\r\nContent-Disposition: form-data; name="act"\r\n\r\n${act}\r\n`
    return { type: 'multipart/form-data; boundary=b', body: part + body }
  }
  const fields = body.startsWith('{"') && body.endsWith('}') ? entriesOf(body) : []
  const text = [['act', act], ...fields].map(([name, value]) => `${escaped(name!)}=${escaped(value!)}`).join('&')
  return { type: 'application/x-www-form-urlencoded', body: text }
}

function entriesOf(json: string): string[][] {
  try {
    return Object.entries(JSON.parse(json)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
  } catch {
    return [['body', json]]
  }
}

function withQuery(door: string, tail: string, given: string[]): string {
  const [at, act] = door.split('?')
  const query = [...(act === undefined ? [] : [act]), ...given].join('&')
  return `${at}${tail}${query === '' ? '' : `?${query}`}`
}

/** Returns every page with each of its forms, except those that would end the session or change whose it is. */
function pageDoors(): [method: string, path: string][] {
  const shown = pages.filter(({ path: at }) => !/sign-out|\/place$/.test(at))
  return shown.flatMap(({ path: at, act = {} }): [string, string][] => {
    const here = at.replace(/:\w+/g, '1')
    return [['GET', here], ...Object.keys(act).map((name): [string, string] => ['POST', `${here}?act=${name}`])]
  })
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${shop.url}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ act: 'in', ...demo.merchant }),
  })
  return answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

const methods = fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND')
const oddTails = [
  '/',
  '//',
  '/..',
  '/%2e%2e%2f',
  '/%00',
  '/%E0%A4%A',
  '.php',
  ';a=b',
  '/constructor',
  '/__proto__',
  `/${'1'.repeat(4_000)}`,
]
const types = [
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'multipart/form-data; boundary="',
  'application/json; charset=utf-16',
  'application/json; charset=none',
]
const headerNames = [
  'accept-language',
  'origin',
  'x-forwarded-for',
  'range',
  'x-api-variant',
  'idempotency-key',
  'expect',
  'if-none-match',
  'cookie',
  'accept',
]
const headerValues = [
  '',
  ',',
  '\u00ff\u00fe',
  'null',
  'bytes=0-',
  'simple',
  `${'a,'.repeat(2_000)}`,
  '*/*;q=1e999',
  'text/html',
  '127.0.0.1, ::1',
]
const fieldNames = [
  ...['act', 'file', 'file_name', 'title', 'body', 'kind', 'id', 'on', 'lines', 'confirmed', 'password_again'],
  ...[
    'amount',
    'payment_method',
    'invoice',
    'invoice_id',
    'qris',
    'image',
    'image_url',
    'nominal',
    'callback_url',
    'redirect_url',
    'status',
    'page',
  ],
  ...[
    'limit',
    'search',
    'start_date',
    'end_date',
    'order_number',
    'description',
    'customer_name',
    'file_id',
    'chat_id',
    'text',
    'bot',
    'person',
  ],
  ...[
    'data',
    'message_id',
    'photo',
    'document',
    'reply_markup',
    'offset',
    'url',
    'name',
    'advance_s',
    'reference',
    'provider',
    'count',
    'lang',
  ],
  ...[
    'username',
    'first_name',
    'parse_mode',
    'entities',
    'account',
    'since',
    'apikey',
    'do',
    'cliTrxNumber',
    'mID',
    'trxvalue',
    'trxdate',
  ],
  ...['__proto__', 'constructor', 'toString', ''],
]
const fieldName = fc.constantFrom(...fieldNames)
const oddTexts = [
  ...[
    '\0',
    'a\0b',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '%',
    '../../etc/passwd',
    '/dev/zero',
    'INV-\n',
    '[object Object]',
    '{{7*7}}',
    '-1',
    '1e400',
    'NaN',
  ],
  ...[
    '9007199254740993',
    '99999999999999999999',
    '0x10',
    '2026-02-30',
    '0000-00-00',
    '275760-09-14',
    '🏴'.repeat(50),
    'http://169.254.169.254/',
  ],
  ...[
    'http://[::1]:1/',
    'data:image/png;base64,AAAA',
    'attach://x',
    '<b',
    '<a href="',
    '&#0;',
    '_*[`',
    'a'.repeat(5_000),
  ],
]
const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer().map(String),
)
const oddValue = fc.oneof(
  oddText,
  fc.constantFrom(
    null,
    true,
    0,
    -0,
    -1,
    1.5,
    1e308,
    2 ** 53,
    10_000,
    [],
    {},
    [[]],
    [null],
    { filePath: '/etc/passwd' },
    { $gt: '' },
  ),
  fc.jsonValue({ maxDepth: 3 }),
)
const jsonBody = fc.dictionary(fieldName, oddValue, { maxKeys: 6 }).map(fields => JSON.stringify(fields))
const form = fc
  .array(fc.tuple(fieldName, oddText, fc.boolean()), { maxLength: 5 })
  .map(parts =>
    [
      ...parts.map(
        ([name, value, isFile]) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a.png"' : ''}\r\n\r\n${value}\r\n`,
      ),
      '--b--\r\n',
    ].join(''),
  )
const oddBodies = [
  ...[
    '',
    'null',
    '[]',
    '"text"',
    '{',
    '{"a":',
    '\ufeff{}',
    '\0',
    '{"amount":1,"amount":2}',
    '--b\r\n',
    '--b\r\nX: y\r\n\r\nabc',
    '--b--',
  ],
  ...[
    '['.repeat(50_000),
    '{"a":'.repeat(20_000),
    '"'.repeat(60_000),
    `{"image":"data:${';a'.repeat(100_000)}"}`,
    'a=b&'.repeat(10_000),
  ],
]

// `encodeURIComponent` throws on half a surrogate pair.
function escaped(text: string): string {
  return [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

function send({ method, path, headers, body, cutAt }: Hostile): Promise<{ status: number; retryAfter: unknown }> {
  return new Promise((resolve, reject) => {
    const length = Buffer.byteLength(body)
    const request = http.request(`${shop.url}/`, {
      method,
      path,
      agent: false,
      headers: { ...headers, ...(length > 0 ? { 'content-length': length } : {}) },
    })
    const hung = setTimeout(() => request.destroy(new Error(`hung: ${method} ${path.slice(0, 200)}`)), hungMs)
    const end = (status: number, retryAfter?: unknown) => {
      clearTimeout(hung)
      request.destroy()
      resolve({ status, retryAfter })
    }
    request.on('response', answer => end(answer.statusCode!, answer.headers['retry-after']))
    request.on('continue', () => {})
    request.on('error', error => {
      clearTimeout(hung)
      // The connection of a rejected body may be reset before its answer is read; the end of the test checks that the
      // server runs.
      if (error.message.startsWith('hung')) reject(error)
      else resolve({ status: 0, retryAfter: undefined })
    })
    if (cutAt === null) return request.end(body)
    request.write(body.slice(0, cutAt), () => end(0))
  })
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}
