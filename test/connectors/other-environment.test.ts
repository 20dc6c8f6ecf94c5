import { expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { duitku } from '../../src/connectors/duitku/duitku.ts'
import { ipaymu } from '../../src/connectors/ipaymu/ipaymu.ts'
import { tripay } from '../../src/connectors/tripay/tripay.ts'
import { madeQris } from './made-qris.ts'

// A key that only one of a provider's two hosts accepts. Midtrans and Xendit test this in their own files.
const fee = { flat: 0, percent: 0 }
const qrisOfTripay = {
  group: 'E-Wallet',
  code: 'QRIS2',
  name: 'QRIS',
  fee_merchant: fee,
  fee_customer: fee,
  active: true,
}
const codeOfTripay = { reference: 'T1', merchant_ref: 'PROBE-1', amount: 10_000, qr_string: madeQris('10000') }
const qrisOfIpaymu = { Code: 'qris', Channels: [{ Code: 'mpm', FeatureStatus: 'active' }] }
const providers = [
  {
    connector: duitku as Connector,
    keys: { merchant_code: 'D1234', api_key: 'key' },
    roots: { live: 'https://passport.duitku.com/', test: 'https://sandbox.duitku.com/' },
    takes: () => ({ status: 200, body: { paymentFee: [{ paymentMethod: 'SP' }] } }),
    refuses: { status: 401, body: { Message: 'Wrong signature' } },
  },
  {
    connector: tripay as Connector,
    keys: { merchant_code: 'T1234', api_key: 'key', private_key: 'private' },
    roots: { live: 'https://tripay.co.id/api/', test: 'https://tripay.co.id/api-sandbox/' },
    takes: (address: string) => ({
      status: 200,
      body: { success: true, data: address.endsWith('/create') ? codeOfTripay : [qrisOfTripay] },
    }),
    refuses: { status: 401, body: { success: false, message: 'Invalid API Key' } },
  },
  {
    connector: ipaymu as Connector,
    keys: { va: '1179001234567890', api_key: 'key' },
    roots: { live: 'https://my.ipaymu.com/', test: 'https://sandbox.ipaymu.com/' },
    takes: (address: string) => ({
      status: 200,
      body: { Status: 200, Data: address.endsWith('/payment-channels') ? [qrisOfIpaymu] : {} },
    }),
    refuses: { status: 401, body: { Status: 401, Message: 'unauthorized' } },
  },
]

const cases = providers.flatMap(provider => (['live', 'test'] as const).map(home => ({ ...provider, home })))

test.each(cases)('$connector.id: a key of the $home host is accepted there, and pointed out elsewhere', async one => {
  const { connector, keys, roots, takes, refuses, home } = one
  const fetch = async (address: string) => {
    const { status, body } = address.startsWith(roots[home]) ? takes(address) : refuses
    return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  }
  const call = { credentials: connector.credentials.parse(keys), outbound: { fetch } }
  const requestedAt = new Date()
  const request = { reference: 'PROBE-1', amount: 10_000, requestedAt, expiresAt: requestedAt }
  const probe = (isLive: boolean) => connector.probe!(call, { ...request, isLive })
  const { account } = await probe(home === 'live')
  expect(account.key).toMatchObject({ environment: home })
  const kind = home === 'live' ? 'live_key' : 'sandbox_key'
  await expect(probe(home !== 'live')).rejects.toMatchObject({ wrongKey: { field: 'api_key', kind } })
})

test.each(providers)(
  '$connector.id: a key that neither host accepts is wrong',
  async ({ connector, keys, refuses }) => {
    const body = Buffer.from(JSON.stringify(refuses.body))
    const fetch = async () => ({ status: refuses.status, headers: {}, body })
    const call = { credentials: connector.credentials.parse(keys), outbound: { fetch } }
    const now = new Date()
    const request = { reference: 'PROBE-2', amount: 10_000, requestedAt: now, expiresAt: now, isLive: true }
    await expect(connector.probe!(call, request)).rejects.toMatchObject({ kind: 'unauthorized', wrongKey: undefined })
  },
)
