import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { impatient } from '../payments/scenario.ts'
import { deliver, deliveryOf, paidPayment } from './receiver.ts'

// Signed by nobody, for shop.example, for a hundred years.
const stranger = readFileSync(path.join(import.meta.dirname, 'stranger.pem'))

let shop: TestShop
let server: http.Server | https.Server
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise(resolve => server.close(resolve))
  await shop.close()
})

/** One attempt at a receiver that this server is; returns what became of it. */
async function deliverTo(receiver: http.Server | https.Server, protocol = 'http', patienceMs = 15_000) {
  server = receiver
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  shop = await createTestShop({ settings: { OUTBOUND_ALLOW: host } })
  const invoiceId = await paidPayment(shop, `${protocol}://${host}/hook`)
  Object.assign(shop.app, { outbound: impatient([host], patienceMs) })
  await deliver(shop)
  return deliveryOf(shop, invoiceId)
}

const gigabyte = 1_000_000_000

test('a receiver that answers 1 GB is left after its first pieces, and its 200 counts', async () => {
  let sent = 0
  const piece = Buffer.alloc(65_536, 'x')
  const delivery = await deliverTo(
    http.createServer((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-length': gigabyte })
      const pour = () => {
        while (sent < gigabyte && !response.destroyed) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', pour)
        }
      }
      pour()
    }),
  )
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 })
  expect(sent, 'what fits into the buffers of both ends').toBeLessThan(gigabyte / 10)
})

test.each([
  ['before its status', (response: http.ServerResponse) => response.socket!.write('HTTP/1.1 ')],
  ['among its headers', (response: http.ServerResponse) => response.socket!.write('HTTP/1.1 200 OK\r\nX-Slow: ')],
  [
    'in the middle of its body',
    (response: http.ServerResponse) => response.writeHead(200, { 'content-length': 10 }).write('x'),
  ],
])('a receiver that hangs %s is a failure', async (_where, begin) => {
  const hanging = http.createServer((request, response) => request.resume().on('end', () => begin(response)))
  expect(await deliverTo(hanging, 'http', 500)).toMatchObject({
    state: 'pending',
    attempts: 1,
    error: expect.stringContaining('took too long'),
  })
})

test('a receiver whose certificate nobody vouches for is told nothing', async () => {
  let requests = 0
  const lying = https.createServer({ key: stranger, cert: stranger }, (_request, response) => {
    requests++
    response.end('ok')
  })
  expect(await deliverTo(lying, 'https')).toMatchObject({
    state: 'pending',
    attempts: 1,
    error: expect.stringMatching(/CERT|SELF_SIGNED|ALTNAME/),
  })
  expect(requests).toBe(0)
})

test('a receiver that says https and speaks http is told nothing', async () => {
  let requests = 0
  const lying = http.createServer((_request, response) => {
    requests++
    response.end('ok')
  })
  expect(await deliverTo(lying, 'https')).toMatchObject({ state: 'pending', attempts: 1, error: expect.any(String) })
  expect(requests).toBe(0)
})
