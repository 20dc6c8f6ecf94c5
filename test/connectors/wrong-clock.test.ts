import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { makeDuitkuContract } from '../../src/connectors/duitku/simulator.ts'
import { connectors } from '../../src/connectors/index.ts'
import { makeIpaymuContract } from '../../src/connectors/ipaymu/simulator.ts'
import { makeServerKey } from '../../src/connectors/midtrans/simulator-account.ts'
import { makeTripayContract } from '../../src/connectors/tripay/simulator.ts'
import { makeKeys } from '../../src/connectors/xendit/simulator-account.ts'
import { type Sandbox, startSandbox } from '../sandbox/harness.ts'

// The shop's clock is ten minutes off and the provider's is right, or the other way round.
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => sandbox.call('POST', '/faults', { connector: 'xendit', operation: 'charge', mode: 'off' }))

const merchant = '1179000011112222'
const minute = 60_000
const credentials = {
  midtrans: () => ({ server_key: makeServerKey(merchant), base_url: `${sandbox.url}/midtrans` }),
  xendit: () => ({ ...makeKeys(merchant), base_url: `${sandbox.url}/xendit` }),
  duitku: () => makeDuitkuContract(`${sandbox.url}/duitku`, merchant),
  tripay: () => makeTripayContract(`${sandbox.url}/tripay`, merchant),
  ipaymu: () => makeIpaymuContract(`${sandbox.url}/ipaymu`, merchant),
}

let codes = 0

/**
 * Creates a code that is valid for a quarter of an hour, pays it after three minutes of the shop's clock, and asks
 * about it.
 */
async function payByClock(name: keyof typeof credentials, minutesOff: number) {
  const connector: Connector = connectors[name]
  const call = {
    credentials: connector.credentials.parse(credentials[name]()),
    outbound: sandbox.outbound,
    hook: `https://toko.example/hooks/${name}/7`,
  }
  const requestedAt = new Date(sandbox.clock.now().getTime() + minutesOff * minute)
  const expiresAt = new Date(requestedAt.getTime() + 15 * minute)
  const request = { reference: `CLOCK-${++codes}`, amount: 10_000 + codes, requestedAt, expiresAt }
  const code = await connector.charge!(call, request)
  const paid = await sandbox.call('POST', '/transfers', { qris: code.qris })
  expect(paid.status).toBe(200)
  const askedAt = new Date(requestedAt.getTime() + 3 * minute)
  const charge = { ...request, providerInvoiceId: code.providerInvoiceId, requestDate: code.requestDate }
  const status = await connector.status!(call, { ...charge, askedAt, payableUntil: expiresAt })
  return { code, request, askedAt, status }
}

describe.each(Object.keys(credentials) as (keyof typeof credentials)[])('%s', name => {
  test.each([10, -10])(
    'a clock that is %i minutes off neither ends a code immediately nor loses its money',
    async off => {
      const { code, request, askedAt, status } = await payByClock(name, off)
      expect((code.endsAt ?? request.expiresAt).getTime()).toBeGreaterThan(request.requestedAt.getTime() + minute)
      expect(status).toMatchObject({ paid: true, transfer: { amount: request.amount } })
      const occurredAt = status.paid ? status.transfer.occurredAt : null
      // A missing time counts as on time while the payment is pending; a wrong one would not.
      if (occurredAt !== null) {
        expect(occurredAt.getTime()).toBeGreaterThanOrEqual(request.requestedAt.getTime() - minute)
        expect(occurredAt.getTime()).toBeLessThanOrEqual(askedAt.getTime() + minute)
      }
    },
  )
})

test('xendit creates a code without an expiry if that is already over by its own clock', async () => {
  await sandbox.call('POST', '/faults', { connector: 'xendit', operation: 'charge', mode: 'takes_expiry' })
  const { code, request, status } = await payByClock('xendit', -20)
  expect(code.endsAt!.getTime()).toBeGreaterThan(request.requestedAt.getTime() + 60 * minute)
  expect(status).toMatchObject({ paid: true })
})
