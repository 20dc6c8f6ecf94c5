import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { enableEndpoint } from '../../src/callbacks/enable-endpoint.ts'
import { computeHealth, type EndpointHealth, initialHealth } from '../../src/callbacks/endpoint-health.ts'
import { listEndpoints } from '../../src/callbacks/list-endpoints.ts'
import { redeliverCallbacks } from '../../src/callbacks/redeliver.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { count, impatient } from '../payments/scenario.ts'
import { deliver, deliveryOf, paidPayment, paidPayments, type Receiver, startReceiver } from './receiver.ts'

let shop: TestShop
let good: Receiver
let bad: Receiver

beforeEach(async () => {
  good = await startReceiver()
  bad = await startReceiver()
  bad.answer = () => ({ status: 500 })
  shop = await createTestShop({ settings: { OUTBOUND_ALLOW: `${good.host},${bad.host}` } })
})

afterEach(async () => {
  await shop.close()
  await good.close()
  await bad.close()
})

const dayS = 86_400

test('a hanging endpoint does not delay the healthy one beside it', async () => {
  const gate = Promise.withResolvers<void>()
  bad.answer = async () => {
    await gate.promise
    return { status: 200 }
  }
  await paidPayments(shop, 30, bad.url)
  const invoiceIds = await paidPayments(shop, 100, good.url)
  const hanging: Promise<void>[] = []
  for (let sweep = 0; sweep < 40 && good.received.length < 100; sweep++) {
    const { work } = await deliverCallbacks(shop.app, 200)
    hanging.push(...work)
    await Promise.race([Promise.all(work), pause(100)])
  }
  expect(new Set(good.received.map(({ headers }) => headers['x-invoice-id']))).toEqual(new Set(invoiceIds))
  expect(bad.received).toHaveLength(5)
  gate.resolve()
  await Promise.all(hanging)
})

test('an account has at most fifty running callbacks over all its endpoints', async () => {
  const [invoiceId] = await paidPayments(shop, 1, good.url)
  await shop.app.sql.write(
    `with told as (
       insert into event (id, account_id, type, subject, payload, created_at)
       select gen_random_uuid(), e.account_id, e.type, 'endpoint ' || n, e.payload, e.created_at
       from event e, generate_series(1, 80) n where e.subject = $1 and e.type = 'payment.paid' returning id, subject)
     insert into delivery (event_id, account_id, mode, invoice_id, url, next_at, created_at)
     select told.id, d.account_id, d.mode, d.invoice_id, 'http://' || replace(told.subject, ' ', '-') || '.example/',
       d.next_at, d.created_at
     from told, delivery d where d.invoice_id = $1`,
    [invoiceId],
  )
  Object.assign(shop.app, { outbound: impatient([good.host], 300) })
  const { work } = await deliverCallbacks(shop.app, 200)
  expect(work).toHaveLength(50)
  await Promise.all(work)
})

describe('the breaker', () => {
  test('the breaker opens after ten failures in a row, tries again after a minute, and closes on success', async () => {
    const invoiceIds = await paidPayments(shop, 20, bad.url)
    for (let sweep = 0; sweep < 5; sweep++) await deliver(shop)
    expect(bad.received).toHaveLength(10)
    expect(await count(shop, 'delivery', "state = 'pending' and attempts = 0")).toBe(10)
    shop.advance(61)
    await deliver(shop)
    await deliver(shop)
    expect(bad.received).toHaveLength(11)
    // The delay has doubled.
    shop.advance(61)
    await deliver(shop)
    expect(bad.received).toHaveLength(11)
    bad.answer = () => ({ status: 200 })
    shop.advance(60)
    await deliver(shop)
    expect(bad.received).toHaveLength(12)
    shop.advance(600)
    for (let sweep = 0; sweep < 8; sweep++) await deliver(shop)
    expect(await count(shop, 'delivery', "state = 'delivered'")).toBe(invoiceIds.length)
    expect(await listEndpoints(shop.app, shop.demo.accountId)).toEqual([])
  })

  test('the breaker of one endpoint delays no other, nor another account at the same host', async () => {
    await paidPayments(shop, 15, bad.url)
    for (let sweep = 0; sweep < 4; sweep++) await deliver(shop)
    bad.received.length = 0
    const beside = await paidPayment(shop, good.url)
    const other = await paidPayment(shop, bad.url, shop.keys.second)
    await deliver(shop)
    expect(good.received.map(({ headers }) => headers['x-invoice-id'])).toEqual([beside])
    expect(bad.received.map(({ headers }) => headers['x-invoice-id'])).toEqual([other])
  })

  test('the breaker stays open for fifteen minutes at most', () => {
    let at = new Date('2026-11-21T00:00:00Z')
    let health: EndpointHealth = initialHealth
    const pauses: number[] = []
    for (let attempt = 0; attempt < 17; attempt++) {
      health = computeHealth(health, 'failed', at)
      if (health.blockedUntil) {
        pauses.push((health.blockedUntil.getTime() - at.getTime()) / 1000)
        at = health.blockedUntil
      }
    }
    expect(pauses).toEqual([60, 120, 240, 480, 900, 900, 900, 900])
  })

  test('the breaker opens if seven of ten attempts within five minutes fail, but not if six do', () => {
    const at = new Date('2026-11-21T00:00:00Z')
    const healthOf = (outcomes: boolean[]) =>
      outcomes.reduce((health, ok) => computeHealth(health, ok ? 'delivered' : 'failed', at), initialHealth)
    const [no, yes] = [false, true]
    expect(healthOf([no, no, no, yes, no, no, yes, no, yes, no]).openS).toBe(60)
    expect(healthOf([no, no, no, yes, no, yes, yes, no, yes, no]).openS).toBe(0)
  })
})

test('a response of 410 ends only its own delivery', async () => {
  const [gone, after] = await paidPayments(shop, 2, bad.url)
  bad.answer = ({ headers }) => ({ status: headers['x-invoice-id'] === gone ? 410 : 200 })
  await deliver(shop)
  expect([(await deliveryOf(shop, gone!)).state, (await deliveryOf(shop, after!)).state]).toEqual([
    'stopped',
    'delivered',
  ])
})

describe('five days of failures only', () => {
  const failFor = async (days: number) => {
    for (let hour = 0; hour <= days * 24; hour += 12) {
      if (hour % 24 === 0) await paidPayment(shop, bad.url)
      await deliver(shop)
      await deliver(shop)
      shop.advance(dayS / 2)
    }
  }

  test('the merchant is notified of failures after the first day, once', async () => {
    const told = () => count(shop, 'event', "type = 'callback.endpoint_failing'")
    await failFor(0.5)
    expect(await told()).toBe(0)
    await failFor(2)
    expect(await told()).toBe(1)
    bad.answer = () => ({ status: 200 })
    await paidPayment(shop, bad.url)
    shop.advance(900)
    await deliver(shop)
    bad.answer = () => ({ status: 500 })
    await failFor(1.5)
    expect(await told(), 'a success begins anew').toBe(2)
  })

  test('failures are marked as test mode only if no live callback goes to the address', async () => {
    const marks = () =>
      shop.app.sql.query(
        "select payload->>'isTest' as mark from event where type = 'callback.endpoint_failing' order by created_at",
      )
    await failFor(1.5)
    expect(await marks()).toEqual([{ mark: 'true' }])
    bad.answer = () => ({ status: 200 })
    const invoiceId = await paidPayment(shop, bad.url)
    shop.advance(900)
    await deliver(shop)
    // No live provider can be asked for money here.
    await shop.app.sql.write("update delivery set mode = 'live' where invoice_id = $1", [invoiceId])
    bad.answer = () => ({ status: 500 })
    await failFor(1.5)
    expect(await marks()).toEqual([{ mark: 'true' }, { mark: 'false' }])
  })

  test('five days of failures disable the endpoint and notify the merchant, and callbacks wait', async () => {
    await failFor(6)
    expect(await listEndpoints(shop.app, shop.demo.accountId)).toMatchObject([
      { origin: `http://${bad.host}`, disabledAt: expect.any(Date) },
    ])
    expect(await count(shop, 'event', "type = 'callback.endpoint_disabled'")).toBe(1)
    const kept = await paidPayment(shop, bad.url)
    const elsewhere = await paidPayment(shop, good.url)
    bad.received.length = 0
    bad.answer = () => ({ status: 200 })
    await deliver(shop)
    expect(bad.received).toEqual([])
    expect(await deliveryOf(shop, kept)).toMatchObject({ state: 'paused', attempts: 0 })
    expect((await deliveryOf(shop, elsewhere)).state).toBe('delivered')

    await enableEndpoint(shop.app, shop.demo.accountId, `http://${bad.host}/`)
    await deliver(shop)
    expect(bad.received).toEqual([])
    await redeliverCallbacks(shop.app, { owner: shop.demo, which: { failed: true }, by: 'test' })
    for (let sweep = 0; sweep < 5; sweep++) await deliver(shop)
    expect(bad.received.map(({ headers }) => headers['x-invoice-id'])).toContain(kept)
    const next = await paidPayment(shop, bad.url)
    await deliver(shop)
    expect((await deliveryOf(shop, next)).state).toBe('delivered')
  })

  test('one success ends a series of failures', async () => {
    await failFor(4)
    bad.answer = () => ({ status: 200 })
    await paidPayment(shop, bad.url)
    shop.advance(900)
    await deliver(shop)
    bad.answer = () => ({ status: 500 })
    await failFor(2)
    expect(await listEndpoints(shop.app, shop.demo.accountId)).toMatchObject([{ disabledAt: null }])
  })
})
