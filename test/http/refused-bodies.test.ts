import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drainBody } from '../../src/http/drain-body.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

let shop: WebShop
let port: number

beforeAll(async () => {
  shop = await createWebShop()
  port = Number(new URL(shop.pagesUrl).port)
})
afterAll(() => shop.close())

const picture = 'x'.repeat(300_000)
const part = (name: string, content: string, file = 'a.png') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n${content}\r\n`
const twoFiles = `${part('image', 'x')}${part('other', picture)}--b--\r\n`
const form = 'Content-Type: multipart/form-data; boundary=b\r\n'
const guest = 'Sec-Fetch-Site: same-origin\r\n'
const json = 'Content-Type: application/json\r\n'

const text = 'Content-Type: application/x-www-form-urlencoded\r\n'
const demoKey = () => `X-API-Key: ${shop.keys.demo}\r\n`

const refusals: [string, path: string, headers: () => string, body: string, method?: string][] = [
  ['a second file', '/sign-in', () => form + guest, twoFiles],
  ['a second file at the API', '/api/qris-info', () => form + demoKey(), twoFiles],
  ['a form that is too large', '/sign-in', () => form + guest, `${part('image', picture)}--b--\r\n`],
  ['a form from another site', '/sign-in', () => `${form}Sec-Fetch-Site: cross-site\r\n`, twoFiles],
  ['a form of text that is too large', '/sign-in', () => text + guest, `email=${picture}`],
  ['a form without a session', '/dashboard/goods', () => form + guest, twoFiles],
  ['a body that is not a form', '/sign-in', () => json + guest, picture],
  ['a form to a page without forms', '/pay', () => form + guest, twoFiles],
  ['a wrong key', '/api/create-payment', () => `${json}X-API-Key: none\r\n`, picture],
  ['JSON that is too large', '/api/create-payment', () => json + demoKey(), picture],
  ['another method', '/api/create-payment', () => json, picture, 'PUT'],
]

const request = (path: string, headers: string, body: string, method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: shop\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`

test.each(refusals)(
  "%s is refused, and the next request on the connection, possibly another client's, is answered",
  async (_name, path, headersOf, body, method) => {
    const connection = connect(port)
    connection.write(request(path, headersOf(), body, method))
    expect(await connection.status()).toMatch(/^[34]\d\d$/)
    connection.write('GET /sign-in HTTP/1.1\r\nHost: shop\r\n\r\n')
    expect(await connection.status()).toBe('200')
    connection.end()
  },
)

test.each(refusals)('%s is refused before its body has ended', async (_name, path, headersOf, body, method) => {
  const connection = connect(port)
  connection.write(request(path, headersOf(), body, method).slice(0, -1))
  expect(await connection.status()).toMatch(/^[34]\d\d$/)
  connection.end()
})

test.each(refusals)(
  'a client that closes the connection and reads after sending everything receives the refusal of %s',
  async (_name, path, headersOf, body, method) => {
    const connection = connect(port)
    const headers = `Connection: close\r\n${headersOf()}`
    await connection.writeFirst(request(path, headers, body + picture.repeat(20), method))
    expect(await connection.status()).toMatch(/^[34]\d\d$/)
    await connection.closed
  },
)

test('an unfinished refused body, and an endless one, close their connection', async () => {
  const server = http.createServer((asked, response) => {
    drainBody(asked, response, { bytesMax: 100_000, msMax: 100 })
    response.writeHead(400, { 'Content-Length': 2 }).end('no')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port: here } = server.address() as AddressInfo
  try {
    const stalled = connect(here)
    stalled.write(request('/', '', 'x'.repeat(1_000)).slice(0, -1))
    expect(await stalled.status()).toBe('400')
    await stalled.closed

    const endless = connect(here)
    endless.write('POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n')
    expect(await endless.status()).toBe('400')
    const flood = setInterval(() => endless.write(`4000\r\n${'x'.repeat(0x4000)}\r\n`), 1)
    await endless.closed
    clearInterval(flood)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

/** Opens a connection like the one that a proxy keeps for all its clients. */
function connect(to: number) {
  const socket = net.connect(to, '127.0.0.1')
  let answered = ''
  let heard = () => {}
  const hear = () => heard()
  socket.on('data', data => {
    answered += data.toString('latin1')
    hear()
  })
  socket.on('error', hear)
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve(hear())))
  return {
    closed,
    write: (data: string) => void socket.write(data),
    /** Writes everything before it starts to read. */
    async writeFirst(data: string) {
      socket.pause()
      await new Promise<void>(resolve => socket.write(data, () => resolve()))
      socket.resume()
    },
    end: () => socket.destroy(),
    /** Returns the status of the next answer once the answer is complete; rejects on an error. */
    async status(): Promise<string> {
      for (;;) {
        const [head, status] = /^HTTP\/1\.1 (\d+).*?\r\n\r\n/s.exec(answered) ?? []
        const length = head === undefined ? 0 : head.length + Number(/^Content-Length: (\d+)/im.exec(head)?.[1] ?? 0)
        if (head !== undefined && answered.length >= length) {
          answered = answered.slice(length)
          return status!
        }
        if (socket.destroyed) return `closed after ${JSON.stringify(answered.slice(0, 200))}`
        await new Promise<void>(resolve => {
          heard = resolve
        })
      }
    },
  }
}
