import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPrivateDoor, requireJson } from '../../src/lib/private-door.ts'
import type { Refusal } from '../../src/lib/refusal.ts'
import { isLocalHost, isOwnAddress, isRemoteAddress, leadsToDoor } from '../../src/lib/this-machine.ts'

let server: http.Server
let port: number
const door = (isPublic: boolean) =>
  createPrivateDoor({ addresses: ['http://shop.test:3000'], isPublic, opens: async key => key === 'wrg_test_mine' })

beforeAll(async () => {
  const guards: Record<string, (request: http.IncomingMessage) => unknown> = {
    '/strangers': request => door(false).refuseStrangers(request),
    '/key': request => door(true).requireKey(request),
    '/no-key': request => door(false).requireKey(request),
    '/json': requireJson,
  }
  server = http.createServer(async (request, response) => {
    try {
      await guards[request.url!]!(request)
      response.end('in')
    } catch (error) {
      response.end((error as Refusal).code)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => new Promise(resolve => server.close(resolve)))

// `fetch` is not used because it sets Host and Origin itself.
function ask(path: string, headers: http.OutgoingHttpHeaders = {}, body = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path, host: '127.0.0.1', method: 'POST', headers }, async response => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve(text)
    })
    request.once('error', reject)
    request.end(body)
  })
}

describe('a private door', () => {
  test.each(['localhost', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'shop.test', 'SHOP.TEST:443'])(
    'a private door is open to the host %s',
    async host => expect(await ask('/strangers', { host })).toBe('in'),
  )

  test.each(['evil.test', 'localhost.evil.test', '127.0.0.1.nip.io', '10.0.0.1', 'localhost@evil.test', 'a b'])(
    'a private door is closed to the host %j, which a web page can point here',
    async host => expect(await ask('/strangers', { host })).toBe('forbidden'),
  )

  test('a private door is closed to pages of other sites, including other ports of this machine', async () => {
    const at = (origin: string) => ask('/strangers', { host: 'localhost:3000', origin })
    expect(await at('http://localhost:3000')).toBe('in')
    expect(await at('http://shop.test:3000')).toBe('in')
    for (const origin of ['https://evil.test', 'null', 'http://localhost:8080', 'https://localhost:3000']) {
      expect(await at(origin), origin).toBe('forbidden')
    }
  })

  test("a private door reachable from the internet requires a key, in a header or the chat page's cookie", async () => {
    expect(await ask('/key')).toBe('unauthorized')
    expect(await ask('/key', { 'x-api-key': 'wrg_test_other' })).toBe('unauthorized')
    expect(await ask('/key', { 'x-api-key': 'wrg_test_mine' })).toBe('in')
    expect(await ask('/key', { cookie: 'a=b; warung_demo_key=wrg_test_mine' })).toBe('in')
    expect(await ask('/no-key')).toBe('in')
  })

  test('a private door accepts only JSON, because pages of other sites can send forms and text', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json']) {
      expect(await ask('/json', { 'content-type': type }, '{}'), type).toBe('invalid_request')
    }
    expect(await ask('/json', {}, '{}')).toBe('invalid_request')
    expect(await ask('/json', { 'content-type': 'application/json; charset=utf-8' }, '{}')).toBe('in')
    expect(await ask('/json')).toBe('in')
  })
})

describe('this machine', () => {
  test('this machine is recognised in every notation of its addresses', () => {
    for (const own of ['127.0.0.1', '127.8.9.1', '::1', '[::1]', '::ffff:127.0.0.1', '0.0.0.0', '::']) {
      expect(isOwnAddress(own), own).toBe(true)
    }
    for (const other of ['8.8.8.8', '10.255.255.254', 'localhost.evil.test', 'shop.test', ''])
      expect(isOwnAddress(other), other).toBe(false)
  })

  test('this machine is not a public host: only localhost, loopback and its private addresses', () => {
    for (const local of ['localhost', '127.0.0.1', '[::1]']) expect(isLocalHost(local), local).toBe(true)
    for (const other of ['shop.test', '203.0.113.9', '10.255.255.254', '0.0.0.0'])
      expect(isLocalHost(other), other).toBe(false)
  })

  test('an address that is neither loopback nor private is remote', () => {
    for (const near of ['127.0.0.1', '::1', '10.1.2.3', '::ffff:192.168.1.1', 'fd00::1'])
      expect(isRemoteAddress(near), near).toBe(false)
    for (const far of ['8.8.8.8', '2001:4860::1', '::ffff:8.8.8.8', undefined])
      expect(isRemoteAddress(far), far).toBe(true)
  })

  test('this machine is reached by its names and numbers on the same port', () => {
    const doors = ['http://localhost:3000', 'https://shop.test/warung']
    for (const url of ['http://127.0.0.1:3000/x', 'http://[::1]:3000', 'http://localhost.:3000', 'https://SHOP.test/a'])
      expect(leadsToDoor(new URL(url), doors), url).toBe(true)
    for (const url of ['http://127.0.0.1:3001/', 'https://other.test/', 'http://shop.test/'])
      expect(leadsToDoor(new URL(url), doors), url).toBe(false)
  })
})
