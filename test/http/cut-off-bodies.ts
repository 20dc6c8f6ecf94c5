import net from 'node:net'
import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiRouter } from '../../src/api/endpoint.ts'
import { createHooksRouter } from '../../src/hooks/hooks.ts'
import type { HttpServer } from '../../src/http/serve-http.ts'
import type { Log } from '../../src/lib/log.ts'
import { createPagesRouter } from '../../src/web/parts/pages-router.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { endpoints, pages } from '../kit/parts.ts'
import { serveRouters } from '../kit/serve-routers.ts'

let shop: TestShop
let server: HttpServer
const errors: object[] = []
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

const form = 'multipart/form-data; boundary=b'
const part = (name: string, content = 'x', file = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n${content}\r\n`
const end = '--b--\r\n'
const bodies: Record<string, [type: string, body: string | Buffer, encoding?: string]> = {
  'a field, then a file of the same name': [form, part('image') + part('image', 'picture', 'a.png') + end],
  'a file, then a field of the same name': [form, part('image', 'picture', 'a.png') + part('image') + end],
  'two files': [form, part('image', 'picture', 'a.png') + part('other', 'picture', 'a.png') + end],
  'three files': [form, part('image', 'x', 'a.png') + part('other', 'x', 'a.png') + part('more', 'x', 'a.png') + end],
  'a field twice, then a file': [form, part('image') + part('image') + part('other', 'picture', 'a.png') + end],
  'too many fields and a file': [form, part('f').repeat(12) + part('image', 'picture', 'a.png') + end],
  'too many parts': [form, Array.from({ length: 14 }, (_, nth) => part(`f${nth}`)).join('') + end],
  'a part without a name': [form, `--b\r\nContent-Disposition: form-data; filename="a"\r\n\r\nx\r\n${end}`],
  'a part of another kind': [form, `--b\r\nContent-Disposition: attachment\r\n\r\nx\r\n${end}`],
  'an unknown charset': [form, part('nominal"\r\nContent-Type: text/plain; charset="none') + end],
  'a file of the name of a prototype': [form, part('__proto__', 'picture', 'a.png') + end],
  'broken JSON': ['application/json', '{"image":"AAAA","image":}'],
  'broken gzip': ['application/json', zlib.gzipSync('{"nominal":1000}').fill(7, 12), 'gzip'],
  'a form of text': ['application/x-www-form-urlencoded', 'act=sign-in&email=a%40b.example&password=x'],
}
const doors: Record<string, (key: string) => string> = {
  '/api/qris-info': key => `X-API-Key: ${key}\r\n`,
  '/api/upload-image': key => `X-API-Key: ${key}\r\n`,
  '/api/create-payment': () => 'X-API-Key: wrg_test_nobody\r\n',
  // An invented session: the database is asked before the body is read.
  '/sign-in': () => `Cookie: warung-merchant=${'a'.repeat(43)}\r\nSec-Fetch-Site: same-origin\r\n`,
  '/dashboard/goods': () => 'Sec-Fetch-Site: same-origin\r\n',
  '/hooks/snap/1': () => '',
}
const two = ['/api/qris-info', '/sign-in']
const lastBytes = 70

/**
 * Sends each of the bodies cut off at every `everyNth` of its last bytes, to all doors or to two of them, and checks
 * that the process survives.
 */
export function testCutOffBodies({ everyNth, everyDoor }: { everyNth: number; everyDoor: boolean }): void {
  beforeAll(async () => {
    const many = '100000'
    const limits = { RATE_LIMIT_PER_S: many, RATE_LIMIT_BURST: many, RATE_LIMIT_FAILED_KEYS_PER_MIN: many }
    shop = await createTestShop({ settings: limits })
    const log: Log = { debug() {}, info() {}, warn() {}, error: fields => void errors.push(fields) }
    const app = { ...shop.app, log }
    const routers = [createApiRouter(app, endpoints), createHooksRouter(app), createPagesRouter(app, pages)]
    server = await serveRouters({ routers, log })
    process.on('uncaughtException', note)
  })
  afterAll(async () => {
    process.off('uncaughtException', note)
    await server.close(1_000)
    await shop.close()
  })

  const paths = everyDoor ? Object.keys(doors) : two
  describe(`a body that is cut off, at byte after byte of its end, by ${everyNth}`, () => {
    test.each(Object.keys(bodies))(
      'a body cut off near its end is answered or closed properly: %s',
      { timeout: 480_000 },
      async name => {
        const [type, whole, encoding] = bodies[name]!
        const body = Buffer.from(whole as string)
        const bad: string[] = []
        for (let at = Math.max(0, body.length - lastBytes); at <= body.length; at += everyNth) {
          const sent = paths.map(async path => {
            const headersOf = doors[path]!
            const encoded = encoding ? `Content-Encoding: ${encoding}\r\n` : ''
            const headers = `Content-Type: ${type}\r\n${encoded}${headersOf(shop.keys.demo)}`
            const head = `POST ${path} HTTP/1.1\r\nHost: shop\r\n${headers}`
            await hangUp(`${head}Content-Length: ${body.length + 1}\r\n\r\n`, body.subarray(0, at))
            const answers = await askTwice(`${head}Content-Length: ${at}\r\n\r\n`, body.subarray(0, at))
            const isRight = /^[234]\d\d$/.test(answers[0] ?? '') && answers[1] === '200'
            if (!isRight) bad.push(`${path} cut at ${at} of ${body.length}: ${answers}`)
          })
          await Promise.all(sent)
        }
        expect(bad).toEqual([])
        expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200)
        expect(uncaught.splice(0)).toEqual([])
        expect(errors.splice(0)).toEqual([])
      },
    )
  })
}

/** Sends the beginning of a request and hangs up. */
function hangUp(head: string, body: Buffer): Promise<void> {
  return new Promise(resolve => {
    const socket = net.connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.write(Buffer.concat([Buffer.from(head), body]), () => setImmediate(() => socket.destroy()))
  })
}

/** Sends the request and, on the same connection, a health check. Returns the statuses of both answers. */
function askTwice(head: string, body: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(server.port, '127.0.0.1')
    let answered = ''
    socket.setTimeout(10_000, () => socket.destroy(new Error(`hung after ${JSON.stringify(answered.slice(0, 300))}`)))
    socket.on('error', reject)
    socket.on('data', data => {
      answered += data
    })
    socket.on('close', () => resolve([...answered.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!)))
    socket.write(Buffer.concat([Buffer.from(head), body]))
    socket.write('GET /healthz HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
  })
}
