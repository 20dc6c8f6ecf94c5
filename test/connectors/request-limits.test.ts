import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { type ConnectorId, connectors } from '../../src/connectors/index.ts'
import type { OutboundOptions } from '../../src/lib/outbound.ts'

// An answer without these limits would occupy a connection for as long, and memory for as much, as its sender likes.

const { private_key, public_key } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'snap/vectors.json'), 'utf8'),
)
const snapKeys = { client_id: 'C', client_secret: 's', private_key, provider_public_key: public_key, merchant_id: 'M1' }

const gateways: [id: ConnectorId, keys: object, timeoutMs: number, responseBytesMax: number][] = [
  ['interactive', { api_key: 'key', mid: '195255685725' }, 35_000, 65_536],
  ['snap', { ...snapKeys, profile: 'generic', base_url: 'https://snap.example' }, 30_000, 262_144],
  ['midtrans', { server_key: 'Mid-server-limits' }, 15_000, 65_536],
  ['xendit', { secret_key: 'xnd_production_limits' }, 15_000, 262_144],
  ['duitku', { merchant_code: 'D0000', api_key: 'limits' }, 10_000, 262_144],
  ['tripay', { merchant_code: 'T0001', api_key: 'key', private_key: 'limits' }, 15_000, 524_288],
  ['ipaymu', { va: '1179001234567890', api_key: 'limits' }, 15_000, 524_288],
]

const from = new Date('2026-11-22T10:00:00Z')
const to = new Date('2026-11-22T10:30:00Z')
const reference = 'INV-4719-1'
const ref = { reference, providerInvoiceId: '1', amount: 25_036, requestDate: from, askedAt: from, payableUntil: to }

type Call = Parameters<NonNullable<Connector['charge']>>[0]

const acts: Record<string, (connector: Connector, call: Call) => Promise<unknown> | undefined> = {
  charge: (connector, call) =>
    connector.charge?.(call, { reference, amount: 25_036, requestedAt: from, expiresAt: to }),
  status: (connector, call) => connector.status?.(call, ref),
  cancel: (connector, call) => connector.cancel?.(call, ref, 'sold out'),
  history: (connector, call) => connector.history?.(call, { from, to, cursor: null }),
  check: (connector, call) => connector.check?.(call),
  refund: (connector, call) => connector.refund?.(call, ref, { key: 'k', amount: 1, reason: 'no' }),
}

const someTokens = { get: async () => 'hmac SP', drop: async () => {} }

test.each(gateways)('every request to %s has its time and its size', async (id, keys, timeoutMs, responseBytesMax) => {
  const connector = connectors[id] as Connector
  const credentials = connector.credentials.parse(keys)
  const limits: object[] = []
  const fetch = async (_url: string, { timeoutMs, responseBytesMax }: OutboundOptions = {}) => {
    limits.push({ timeoutMs, responseBytesMax })
    return { status: 500, headers: {}, body: Buffer.from('') }
  }
  const acted: string[] = []
  for (const [act, run] of Object.entries(acts)) {
    // With a token, and without one, which is then requested.
    for (const kept of [{}, { tokens: someTokens }]) {
      await run(connector, { credentials, outbound: { fetch }, ...kept })?.then(
        () => {},
        () => acted.push(act),
      )
    }
  }
  expect(limits.length).toBeGreaterThanOrEqual(acted.length)
  expect(acted).toEqual(expect.arrayContaining(['charge', 'status']))
  expect(limits).toEqual(limits.map(() => ({ timeoutMs, responseBytesMax })))
})
