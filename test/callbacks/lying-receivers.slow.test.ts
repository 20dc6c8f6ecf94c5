import { readFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { listCallbacks } from '../../src/callbacks/list-callbacks.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { impatient } from '../payments/scenario.ts'
import { deliver, deliveryOf, paidPayment } from './receiver.ts'

const keyAndCertificate = (name: string) => readFileSync(path.join(import.meta.dirname, name))

// All are self-signed: for shop.example; for 127.0.0.1, valid in January 2020 only; for 127.0.0.1, valid until 2120.
const stranger = keyAndCertificate('stranger.pem')
const expired = keyAndCertificate('expired.pem')
const known = keyAndCertificate('known.pem')

let shop: TestShop
let server: http.Server | https.Server
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await new Promise(resolve => server.close(resolve))
  await shop.close()
})

/** Sends one attempt to this server as the receiver; returns its result. */
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

test('a response of 1 GB is abandoned after its first bytes, and its 200 counts', async () => {
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
])('a receiver that hangs %s is a failure', async (_where, begin) => {
  const hanging = http.createServer((request, response) => request.resume().on('end', () => begin(response)))
  expect(await deliverTo(hanging, 'http', 500)).toMatchObject({
    state: 'pending',
    attempts: 1,
    error: expect.stringContaining('took too long'),
  })
})

// strangerstudios/paid-memberships-pro#1830: PHP that answers at once and goes on working.
test('a receiver that answers 200 and then hangs in its body has accepted the callback', async () => {
  const early = http.createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-length': 10 }).write('x'))
  })
  expect(await deliverTo(early)).toMatchObject({ state: 'delivered', attempts: 1, error: null })
})

describe('the certificate of a receiver', () => {
  const authorities = getCACertificates('default')

  afterEach(() => setDefaultCACertificates(authorities))

  async function deliverToCertificate(pem: Buffer) {
    let requests = 0
    const receiver = https.createServer({ key: pem, cert: pem }, (_request, response) => {
      requests++
      response.end('ok')
    })
    const delivery = await deliverTo(receiver, 'https')
    return { ...delivery, requests }
  }

  test.each([
    ['is self-signed', stranger, false, 'its TLS certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)'],
    ['is for the wrong host', stranger, true, 'its TLS certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)'],
    ['has expired', expired, true, 'its TLS certificate has expired (CERT_HAS_EXPIRED)'],
  ])(
    'a receiver whose certificate %s gets nothing, and the log of deliveries says so',
    async (_what, pem, isVouchedFor, words) => {
      if (isVouchedFor) setDefaultCACertificates([...authorities, certificateIn(pem)])
      const { requests, ...delivery } = await deliverToCertificate(pem)
      expect(delivery).toMatchObject({ state: 'pending', attempts: 1, error: expect.stringContaining(words) })
      expect(requests).toBe(0)
      const [listed] = await listCallbacks(shop.app, shop.demo)
      expect(listed!.attempts.at(-1)).toMatchObject({ status: null, error: expect.stringContaining(words) })
    },
  )

  test('a receiver with a valid certificate gets its callback', async () => {
    setDefaultCACertificates([...authorities, certificateIn(known)])
    expect(await deliverToCertificate(known)).toMatchObject({ state: 'delivered', attempts: 1, requests: 1 })
  })
})

const certificateIn = (pem: Buffer) => pem.toString().slice(pem.indexOf('-----BEGIN CERTIFICATE-----'))

test('a receiver that speaks http at an https address gets nothing', async () => {
  let requests = 0
  const lying = http.createServer((_request, response) => {
    requests++
    response.end('ok')
  })
  expect(await deliverTo(lying, 'https')).toMatchObject({
    state: 'pending',
    attempts: 1,
    error: expect.stringContaining('it does not speak TLS'),
  })
  expect(requests).toBe(0)
})
