import type http from 'node:http'
import net from 'node:net'
import { Readable } from 'node:stream'
import type Koa from 'koa'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { createApiRouter } from '../../src/api/endpoint.ts'
import { type BatchQuery, createBatcher } from '../../src/database/batcher.ts'
import type { HttpParts } from '../../src/http/serve-http.ts'
import type { Log } from '../../src/lib/log.ts'
import { createTestShop } from '../kit/app.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import { endpoints } from '../kit/parts.ts'
import { serveRouters } from '../kit/serve-routers.ts'

const reason = 'connect ECONNREFUSED 10.0.0.5:5432'

async function withServer(parts: Partial<HttpParts>, ask: (url: string, logged: object[]) => Promise<void>) {
  const logged: object[] = []
  const note = (fields: object) => void logged.push(fields)
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const server = await serveRouters({ readiness: async () => ({ database: reason, process: 'ok' }), log, ...parts })
  try {
    await ask(`http://127.0.0.1:${server.port}`, logged)
  } finally {
    await server.close(1_000)
  }
}

test('/readyz publicly returns one word per part, and logs the reason', () =>
  withServer({}, async (url, logged) => {
    const answer = await fetch(`${url}/readyz`)
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { ready: false, checks: { database: 'failing', process: 'ok' } },
    ])
    expect(JSON.stringify(logged)).toContain(reason)
  }))

test('/readyz gives the reason outside production', () =>
  withServer({ tellsReasons: true }, async url => {
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
      ready: false,
      checks: { database: reason, process: 'ok' },
    })
  }))

test('/healthz returns the running version', () =>
  withServer({}, async url => {
    expect((await fetch(`${url}/healthz`)).headers.get('x-warung-version')).toBe(packageJson.version)
  }))

test('a request to upgrade the protocol is answered normally, and ends its connection', () =>
  withServer({}, async url => {
    const asked = 'GET /healthz HTTP/1.1\r\nHost: shop\r\n'
    const socket = net.connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`${asked}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n${asked}\r\n`)
    const answered = Buffer.concat(await socket.toArray()).toString()
    expect(answered.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
    expect(answered).toMatch(/\r\nConnection: close\r\n/)
  }))

test('a shop reached by https requires it permanently, and another one does not', async () => {
  const header = async (baseUrl: string) => {
    let value: string | null = null
    await withServer({ baseUrl }, async url => {
      value = (await fetch(`${url}/healthz`)).headers.get('strict-transport-security')
    })
    return value
  }
  expect(await header('https://shop.example')).toBe('max-age=31536000')
  expect(await header('http://localhost:3000')).toBeNull()
})

test('only the beginning of a path is logged', () =>
  withServer({}, async (url, logged) => {
    await fetch(`${url}/${'1'.repeat(15_000)}`)
    expect(JSON.stringify(logged).length).toBeLessThan(500)
  }))

test('a response that breaks off is logged, and one whose client left is not', () => {
  const ends = [new Error('the disk is gone'), Object.assign(new Error('left'), { code: 'ECONNRESET' })]
  const breaks: Koa.Middleware = async ctx => {
    const error = ends.shift()!
    ctx.body = new Readable({
      read() {
        this.push('a beginning')
        this.destroy(error)
      },
    })
  }
  return withServer({ middleware: [breaks] }, async (url, logged) => {
    for (const _ of [...ends]) await expect(fetch(`${url}/`).then(answer => answer.text())).rejects.toThrow()
    const broken = logged.filter(fields => 'err' in fields)
    expect(broken).toMatchObject([{ err: { message: 'the disk is gone' }, request_id: expect.any(String) }])
  })
})

test('the log line of a request contains the number of other requests in its statement, if any', async () => {
  const shop = await createTestShop()
  const count = 20
  let arrived = 0
  const all = Promise.withResolvers<void>()
  // The running statements end once all requests have arrived.
  const after = (text: string) => (/insert into payment /.test(text) ? all.promise : Promise.resolve())
  const together = createBatcher(interceptSql(shop.app.sql, { after }))
  const ask: BatchQuery = (many, asked, waiter) => {
    arrived++
    const answer = together(many, asked, waiter)
    if (arrived === count) all.resolve()
    return answer
  }
  try {
    await withServer({ routers: [createApiRouter({ ...shop.app, ask }, endpoints)] }, async (url, logged) => {
      const create = (_: unknown, n: number) =>
        fetch(`${url}/api/create-payment`, {
          method: 'POST',
          headers: { 'x-api-key': shop.keys.demo, 'content-type': 'application/json' },
          body: JSON.stringify({ amount: 30_000 + n * 1_000, payment_method: 'wallet_direct' }),
        })
      const answers = await Promise.all(Array.from({ length: count }, create))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      const shared = logged.filter(line => 'shared_with' in line)
      expect(shared.length).toBeGreaterThan(0)
      expect(shared).toContainEqual(
        expect.objectContaining({ shared_with: expect.any(Number), waited_ms: expect.any(Number) }),
      )
      expect((await create(null, count)).status).toBe(200)
      expect(logged.at(-1)).not.toHaveProperty('shared_with')
    })
  } finally {
    await shop.close()
  }
})

// https://github.com/telegraf/telegraf, src/core/network/client.ts: new URL(`./bot${token}/${method}`, apiRoot).
test("a bot's calls arrive under an API root with or without a trailing slash", () => {
  const heard: (string | undefined)[] = []
  const handle = (request: http.IncomingMessage, response: http.ServerResponse) => {
    heard.push(request.url)
    response.end('{}')
  }
  const mounted = [{ prefix: '/telegram', ownPaths: /^\/(?:file\/)?bot\d+(?::|%3a)[\w-]+\//i, handle }]
  return withServer({ mounted }, async url => {
    for (const root of [`${url}/telegram`, `${url}/telegram/`]) {
      await fetch(new URL('./bot17:tOken_-1/getMe', root))
      await fetch(`${root.replace(/\/$/, '')}/bot17:tOken_-1/getMe`)
    }
    expect(heard).toEqual(Array.from({ length: 4 }, () => '/bot17:tOken_-1/getMe'))
    for (const other of ['/bot', '/bottle/1', '/bot17/getMe', '/a/bot17:x/getMe']) await fetch(url + other)
    expect(heard.length).toBe(4)
  })
})
