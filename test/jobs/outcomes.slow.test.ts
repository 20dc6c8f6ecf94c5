import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { type Connector, ConnectorError } from '../../src/connectors/connector.ts'
import { connectors } from '../../src/connectors/index.ts'
import { insistOnRecord } from '../../src/database/insist-on-record.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { deliverEvents } from '../../src/modules/webhooks/deliver-events.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { paidPayment, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { withOutage } from '../kit/outage.ts'
import { create, send, statusOf } from '../payments/scenario.ts'

// PostgreSQL is unavailable when the other side answers. The answer is recorded once PostgreSQL is back, and the
// request is not repeated.

let shop: TestShop
let receiver: Receiver
let outage: ReturnType<typeof withOutage>
/** Runs during a request to the provider. */
let meanwhile: () => void
let asked: string[]

beforeAll(async () => {
  receiver = await startReceiver()
  const during = (id: 'interactive' | 'wallet', calls: (keyof Connector)[]): Connector => {
    const real = connectors[id]! as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    const called = calls.map(name => [
      name,
      async (...given: unknown[]) => {
        asked.push(name)
        const answer = await real[name]!(...given)
        meanwhile()
        return answer
      },
    ])
    return { ...connectors[id]!, ...Object.fromEntries(called) }
  }
  shop = await createTestShop({
    settings: { OUTBOUND_ALLOW: receiver.host },
    parts: {
      connectors: {
        ...connectors,
        interactive: during('interactive', ['charge', 'status']),
        wallet: during('wallet', ['transfers']),
      },
    },
  })
  outage = withOutage(shop.app)
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})
beforeEach(() => {
  meanwhile = () => {}
  asked = []
  receiver.received.splice(0)
  receiver.answer = () => {
    meanwhile()
    return { status: 200 }
  }
})

const goAway = () => outage.refuse(2)
const rows = (sql: string, ...values: unknown[]) => shop.app.sql.query<Record<string, unknown>>(sql, values)

describe('an outcome during an outage of PostgreSQL', () => {
  test("after an outage of PostgreSQL a callback's outcome is recorded, and the callback is posted once", async () => {
    const invoice = await paidPayment(shop, receiver.url)
    meanwhile = goAway
    await waitUntilFinished(deliverCallbacks(outage.app, 100))
    expect(await rows('select state, attempts from delivery where invoice_id = $1', invoice)).toEqual([
      { state: 'delivered', attempts: 1 },
    ])
    expect([receiver.received.length, outage.left()]).toEqual([1, 0])
  })

  test('after an outage a failed callback is recorded with the health of its address', async () => {
    const invoice = await paidPayment(shop, receiver.url)
    receiver.answer = () => {
      goAway()
      return { status: 500 }
    }
    await waitUntilFinished(deliverCallbacks(outage.app, 100))
    expect(await rows('select attempts from delivery where invoice_id = $1', invoice)).toEqual([{ attempts: 1 }])
  })

  test("after an outage an event's outcome is recorded, and the event is posted once", async () => {
    const { endpoint } = await createWebhook(
      shop.app,
      { accountId: shop.demo.accountId, mode: 'test' },
      { url: receiver.url, types: ['payment.created'] },
      commandActor,
    )
    await create(shop)
    meanwhile = goAway
    await waitUntilFinished(deliverEvents(outage.app, 100))
    const told = await rows('select state, attempts from endpoint_delivery where endpoint_id = $1', endpoint.id)
    expect(told).toEqual([{ state: 'delivered', attempts: 1 }])
    expect([receiver.received.length, outage.left()]).toEqual([1, 0])
  })

  test('after an outage a code is stored, and the provider gets one request', async () => {
    const { invoice_id } = await create(shop, { payment_method: 'qris' })
    meanwhile = goAway
    await waitUntilFinished(chargePayments(outage.app, 100))
    expect(await rows('select state, lease_token from charge where invoice_id = $1', invoice_id)).toEqual([
      { state: 'coded', lease_token: null },
    ])
    expect(asked).toEqual(['charge'])
  })

  test('after an outage the response about a code pays the payment, and does not count against the provider', async () => {
    const { invoice_id, ...payment } = await create(shop, { payment_method: 'qris' })
    await waitUntilFinished(chargePayments(shop.app, 100))
    await send(shop, { invoice_id })
    await shop.hurry()
    asked = []
    meanwhile = goAway
    await waitUntilFinished(pollCharges(outage.app, 100))
    expect(await statusOf(shop, { ...payment, invoice_id })).toBe('paid')
    expect(await rows('select failures, lease_token from charge where invoice_id = $1', invoice_id)).toEqual([
      { failures: 0, lease_token: null },
    ])
    expect(outage.left()).toBe(0)
  })

  test('after an outage a list pays the payment, and is read once', async () => {
    const payment = await create(shop)
    await send(shop, { invoice_id: payment.invoice_id })
    await shop.hurry()
    await rows("update reading set whole_day_at = now() + interval '1 hour'")
    meanwhile = goAway
    await waitUntilFinished(readTransfers(outage.app, 100))
    expect(await statusOf(shop, payment)).toBe('paid')
    expect(await rows('select connection_id from reading where failures > 0 or lease_token is not null')).toEqual([])
  })
})

test("recording an outcome is given up when its lease expires, and at once for other errors than the database's", async () => {
  let tries = 0
  const failing = (error: Error) => async () => {
    tries++
    throw error
  }
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' })
  await expect(insistOnRecord(0.3, failing(away))).rejects.toBe(away)
  expect(tries).toBeGreaterThan(1)
  tries = 0
  const refused = new ConnectorError('unreachable', 'no answer')
  await expect(insistOnRecord(0.3, failing(refused))).rejects.toBe(refused)
  expect(tries).toBe(1)
})
