import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChargeStatus, Connector } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { createOutbound, type Outbound } from '../../src/lib/outbound.ts'
import { patientServerOptions } from '../kit/patient.ts'

// Proxies, load balancers and providers produce these HTTP responses around an answer that says "paid".
const paidByProvider = {
  midtrans: {
    id: 'T-1',
    keys: { server_key: 'Mid-server-odd' },
    paid: {
      status_code: '200',
      transaction_id: 'T-1',
      order_id: 'INV-1',
      gross_amount: '25036.00',
      transaction_status: 'settlement',
      fraud_status: 'accept',
    },
    // Midtrans sends this with HTTP 200 as well.
    refusal: { status_code: '404', status_message: "Transaction doesn't exist." },
  },
  xendit: {
    id: 'pr-1',
    keys: { secret_key: 'xnd_production_odd' },
    paid: {
      payment_request_id: 'pr-1',
      reference_id: 'INV-1',
      status: 'SUCCEEDED',
      request_amount: 25_036,
      currency: 'IDR',
    },
    refusal: { error_code: 'DATA_NOT_FOUND', message: 'not found' },
  },
  duitku: {
    id: 'D1',
    keys: { merchant_code: 'D1234', api_key: 'odd' },
    paid: { merchantOrderId: 'INV-1', reference: 'D1', amount: '25036', statusCode: '00', statusMessage: 'SUCCESS' },
    refusal: { Message: 'Transaction not found' },
  },
  tripay: {
    id: 'T1',
    keys: { merchant_code: 'T1234', api_key: 'odd', private_key: 'odder' },
    paid: { success: true, data: { reference: 'T1', merchant_ref: 'INV-1', amount: 25_036, status: 'PAID' } },
    refusal: { success: false, message: 'Transaction not found' },
  },
  ipaymu: {
    id: '1',
    keys: { va: '1179001234567890', api_key: 'odd' },
    paid: { Status: 200, Data: { TransactionId: 1, ReferenceId: 'INV-1', Amount: 25_036, Status: 1 } },
    refusal: { Status: 404, Message: 'Transaction not found' },
  },
} as const

let handle: RequestListener
let asked: string[] = []
const server = createServer(patientServerOptions, (request, response) => {
  asked.push(request.url!)
  request.resume()
  handle(request, response)
})
let url: string
let outbound: Outbound & { close(): Promise<void> }
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url = `http://${host}`
  outbound = createOutbound({ allow: [host] })
})
afterAll(async () => {
  await outbound.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})
beforeEach(() => {
  asked = []
})

describe.each(Object.entries(paidByProvider))('%s', (name, { id, keys, paid, refusal }) => {
  const requestDate = new Date('2026-11-22T10:00:00Z')
  const later = (minutes: number) => new Date(requestDate.getTime() + minutes * 60_000)
  const ask = (timeoutMs?: number): Promise<ChargeStatus> => {
    const connector: Connector = connectors[name as keyof typeof paidByProvider]
    const impatient: Outbound = {
      fetch: (address, options) => outbound.fetch(address, { ...options, ...(timeoutMs ? { timeoutMs } : {}) }),
    }
    const call = {
      credentials: connector.credentials.parse({ ...keys, base_url: url }),
      outbound: impatient,
      // For Duitku: the project's signing method, and its channel.
      tokens: { get: async () => 'hmac SP', drop: async () => {} },
    }
    const charge = { reference: 'INV-1', providerInvoiceId: id, amount: 25_036, requestDate }
    return connector.status!(call, { ...charge, askedAt: later(5), payableUntil: later(20) })
  }
  const text = JSON.stringify(paid)
  const json = { 'content-type': 'application/json' }

  test('a gzip response is read like any other', async () => {
    handle = (_request, response) =>
      response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(text))
    expect(await ask()).toMatchObject({ paid: true, transfer: { amount: 25_036 } })
  })

  test('a redirect is not followed, wherever it leads', async () => {
    handle = ({ url: at }, response) => {
      if (at === '/elsewhere') return response.writeHead(200, json).end(text)
      return response.writeHead(302, { location: '/elsewhere' }).end()
    }
    await expect(ask()).rejects.toMatchObject({ name: 'ConnectorError' })
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['a page of HTML', '<html>paid</html>'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', JSON.stringify([paid])],
    ['half of a response', text.slice(0, text.length / 2)],
    ['a refusal', JSON.stringify(refusal)],
  ])('HTTP 200 with %s never counts as paid', async (_name, body) => {
    handle = (_request, response) => response.writeHead(200, json).end(body)
    await expect(ask()).rejects.toMatchObject({ name: 'ConnectorError' })
  })

  test.each([400, 403, 404, 500, 503])('a response that says paid with HTTP %i never counts as paid', async status => {
    handle = (_request, response) => response.writeHead(status, json).end(text)
    await expect(ask()).rejects.toMatchObject({ name: 'ConnectorError' })
  })

  test("a firewall's page with HTTP 403 does not count as the provider's answer, and rejects no key", async () => {
    handle = (_request, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>denied</html>')
    await expect(ask()).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('an endless body is not a response', async () => {
    handle = (_request, response) => void response.writeHead(200, json).write(text.slice(0, 10))
    await expect(ask(200)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('a truncated body is not a response', async () => {
    handle = (_request, response) => {
      response.writeHead(200, { ...json, 'content-length': text.length + 10 }).write(text, () => response.destroy())
    }
    await expect(ask()).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('a body of ten megabytes is not read', async () => {
    handle = (_request, response) => response.writeHead(200, json).end(text + ' '.repeat(10_000_000))
    await expect(ask()).rejects.toMatchObject({ kind: 'unexpected' })
  })
})
