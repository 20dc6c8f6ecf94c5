import { describe, expect, test } from 'vitest'
import { findHost, type ProviderHost } from '../../src/connectors/find-host.ts'

// Midtrans documents its two hosts at https://docs.midtrans.com/reference/environments. Tripay documents its two roots
// at https://tripay.co.id/developer: a single host, with different paths.
const midtrans: readonly [ProviderHost, ProviderHost] = [
  { url: 'https://api.midtrans.com', environment: 'live' },
  { url: 'https://api.sandbox.midtrans.com', environment: 'test' },
]
const tripay: readonly [ProviderHost, ProviderHost] = [
  { url: 'https://tripay.co.id/api', environment: 'live' },
  { url: 'https://tripay.co.id/api-sandbox', environment: 'test' },
]
const ask = async (url: string) => `asked ${url}`

describe('the host of a provider', () => {
  test.each([
    [midtrans, 'https://api.sandbox.midtrans.com'],
    [midtrans, 'https://API.sandbox.midtrans.com./'],
    [tripay, 'https://tripay.co.id/api-sandbox'],
    [tripay, 'https://tripay.co.id//api-sandbox/'],
  ])('a live connection refuses the host of the provider’s own sandbox: %#', async (hosts, named) => {
    const search = { named, hosts, isLive: true, field: 'server_key' }
    await expect(findHost(search, ask)).rejects.toMatchObject({
      wrongKey: { field: 'server_key', kind: 'sandbox_key' },
    })
  })

  test('a test connection refuses a host that moves real money', async () => {
    const search = { named: 'https://api.midtrans.com', hosts: midtrans, isLive: false, field: 'server_key' }
    await expect(findHost(search, ask)).rejects.toMatchObject({ wrongKey: { kind: 'live_key' } })
  })

  test.each([
    ['https://api.midtrans.com', true, 'live'],
    ['https://api.sandbox.midtrans.com', false, 'test'],
    ['http://127.0.0.1:9/sandbox', true, undefined],
  ])('only the given host is called: %s', async (named, isLive, environment) => {
    const found = await findHost({ named, hosts: midtrans, isLive, field: 'server_key' }, ask)
    expect(found).toEqual({ url: named, answer: `asked ${named}`, ...(environment ? { environment } : {}) })
  })
})
