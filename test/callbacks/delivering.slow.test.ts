import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listCallbacks } from '../../src/callbacks/list-callbacks.ts'
import { computeDelayS, retryDelaysS } from '../../src/callbacks/retry-schedule.ts'
import { addWebhookSecret } from '../../src/keys/webhook-secret.ts'
import type { TestShop } from '../kit/app.ts'
import { count, impatient } from '../payments/scenario.ts'
import {
  closeInOrder,
  deliver,
  deliveryOf,
  openShop,
  paidPayment,
  paidPayments,
  type Receiver,
  startReceiver,
} from './receiver.ts'

let shop: TestShop
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
})

afterEach(() => closeInOrder(shop, receiver))

describe('the schedule', () => {
  test('the schedule is twelve attempts at 0, 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 3 h, 6 h, 12 h, 24 h, 24 h, each ±20 %', async () => {
    receiver.answer = () => ({ status: 500 })
    const invoiceId = await paidPayment(shop, receiver.url)
    const steps = [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400]
    for (const [index, step] of steps.entries()) {
      await deliver(shop)
      const { state, attempts, wait_s } = await deliveryOf(shop, invoiceId)
      expect({ state, attempts }).toEqual({ state: 'pending', attempts: index + 1 })
      expect(wait_s).toBeGreaterThanOrEqual(step * 0.8)
      expect(wait_s).toBeLessThanOrEqual(step * 1.2)
      // Real time passes too: a fifth of a second of it is left out of the wait.
      shop.advance(Math.max(0, wait_s - 2))
      await deliver(shop)
      expect(receiver.received).toHaveLength(index + 1)
      shop.advance(2.5)
    }
    await deliver(shop)
    expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'exhausted', attempts: 12 })
    shop.advance(30 * 86_400)
    await deliver(shop)
    expect(receiver.received).toHaveLength(12)
    expect(receiver.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(
      Array.from({ length: 12 }, (_, index) => String(index + 1)),
    )
    expect(await count(shop, 'event', "type = 'callback.exhausted'")).toBe(1)
  })

  test('retries spread over the full 20 %, and are never earlier than that', () => {
    for (const [index, step] of retryDelaysS.entries()) {
      const waits = Array.from({ length: 500 }, () => computeDelayS(index + 1)!)
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(step * 0.8)
      expect(Math.max(...waits)).toBeLessThanOrEqual(step * 1.2)
      expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(step * 0.3)
    }
    expect(computeDelayS(12)).toBeNull()
  })

  test('retries keep the id of the event and have a new signature each', async () => {
    receiver.answer = () => ({ status: 500 })
    const invoiceId = await paidPayment(shop, receiver.url)
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliver(shop)
      shop.advance(3600)
    }
    const { event_id } = await deliveryOf(shop, invoiceId)
    expect(receiver.received).toHaveLength(3)
    for (const { headers } of receiver.received) {
      expect([headers['webhook-id'], headers['x-webhook-id']]).toEqual([event_id, event_id])
      expect(headers['x-webhook-signature']).toBe(
        specSignature(shop.secret, invoiceId, headers, await amountOf(invoiceId)),
      )
      expect(Math.abs(Number(headers['x-webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(30)
    }
  })
})

async function amountOf(invoiceId: string): Promise<number> {
  const rows = await shop.app.sql.query<{ final_amount: number }>(
    'select final_amount from payment where invoice_id = $1',
    [invoiceId],
  )
  return rows[0]!.final_amount
}

function specSignature(secret: string, invoiceId: string, headers: Receiver['received'][0]['headers'], amount: number) {
  return createHmac('sha256', secret)
    .update(`${invoiceId}|paid|${amount}|${headers['x-webhook-timestamp']}`)
    .digest('hex')
}

describe('the response of a receiver', () => {
  for (const status of [200, 201, 204]) {
    test(`a response of ${status} is success`, async () => {
      receiver.answer = () => ({ status })
      const invoiceId = await paidPayment(shop, receiver.url)
      await deliver(shop)
      expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'delivered', attempts: 1 })
    })
  }

  test('a response of 410 ends the delivery', async () => {
    receiver.answer = () => ({ status: 410 })
    const invoiceId = await paidPayment(shop, receiver.url)
    await deliver(shop)
    shop.advance(7 * 86_400)
    await deliver(shop)
    expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'stopped', attempts: 1 })
    expect(receiver.received).toHaveLength(1)
  })

  for (const status of [429, 503]) {
    test(`a response of ${status} with Retry-After waits as long as requested, up to a day`, async () => {
      const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
      const cases: [string, number, number][] = [
        ['120', 120, 120],
        ['1', 4, 6],
        [inAnHour, 3500, 3600],
        ['9999999', 86_400, 86_400],
        ['nonsense', 4, 6],
        ['-5', 4, 6],
      ]
      for (const [retryAfter, least, most] of cases) {
        receiver.answer = () => ({ status, headers: { 'retry-after': retryAfter } })
        const invoiceId = await paidPayment(shop, receiver.url)
        await deliver(shop)
        const { state, wait_s } = await deliveryOf(shop, invoiceId)
        expect(state, retryAfter).toBe('pending')
        expect(wait_s, retryAfter).toBeGreaterThanOrEqual(least)
        expect(wait_s, retryAfter).toBeLessThanOrEqual(most + 0.01)
      }
    })
  }

  test('a response of 500 with Retry-After keeps to the schedule', async () => {
    receiver.answer = () => ({ status: 500, headers: { 'retry-after': '3600' } })
    const invoiceId = await paidPayment(shop, receiver.url)
    await deliver(shop)
    expect((await deliveryOf(shop, invoiceId)).wait_s).toBeLessThanOrEqual(6)
  })

  for (const status of [301, 302, 303, 307, 308]) {
    test(`a response of ${status} is a failure, and is not followed`, async () => {
      receiver.answer = ({ path }) =>
        path === '/hook' ? { status, headers: { location: '/elsewhere' } } : { status: 200 }
      const invoiceId = await paidPayment(shop, receiver.url)
      await deliver(shop)
      expect(await deliveryOf(shop, invoiceId)).toMatchObject({
        state: 'pending',
        attempts: 1,
        error: expect.stringContaining('redirect'),
      })
      expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    })
  }

  test('a missing response or a broken connection is a failure', async () => {
    const [silent, broken] = await paidPayments(shop, 2, receiver.url)
    Object.assign(shop.app, { outbound: impatient([receiver.host], 200) })
    receiver.answer = async ({ headers }) => {
      if (headers['x-invoice-id'] === broken) return 'hang up'
      await pause(400)
      return { status: 200 }
    }
    await deliver(shop)
    expect(await deliveryOf(shop, silent!)).toMatchObject({
      state: 'pending',
      error: expect.stringContaining('too long'),
    })
    expect(await deliveryOf(shop, broken!)).toMatchObject({ state: 'pending', attempts: 1 })
  })

  test('a response of many megabytes is cut off, and its first kilobyte kept', async () => {
    receiver.answer = () => ({ status: 500, body: 'x'.repeat(3_000_000) })
    const invoiceId = await paidPayment(shop, receiver.url)
    await deliver(shop)
    expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'pending', attempts: 1 })
    expect(await count(shop, 'delivery_attempt', 'octet_length(response) = 1024')).toBe(1)
  })
})

test('an address that the guard refuses is blocked, not called, and shown as such', async () => {
  const inside = 'http://127.0.0.1:8765/hook'
  await shop.app.sql.write('update account set default_callback_url = $1 where id = $2', [inside, shop.demo.accountId])
  const invoiceId = await paidPayment(shop, '')
  await deliver(shop)
  expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'blocked', attempts: 1 })
  const [entry] = await listCallbacks(shop.app, { accountId: shop.demo.accountId, mode: 'test' })
  expect(entry).toMatchObject({
    invoiceId,
    url: inside,
    state: 'blocked',
    attempts: [{ number: 1, error: expect.stringContaining('public') }],
  })
})

test('a payment without any address has no callback, and its own address takes precedence', async () => {
  await shop.app.sql.write('update account set default_callback_url = null where id = $1', [shop.demo.accountId])
  const without = await paidPayment(shop, '')
  expect(await count(shop, 'delivery', `invoice_id = '${without}'`)).toBe(0)
  await shop.app.sql.write('update account set default_callback_url = $1 where id = $2', [
    `http://${receiver.host}/default`,
    shop.demo.accountId,
  ])
  const [own, byDefault] = [await paidPayment(shop, receiver.url), await paidPayment(shop, '')]
  await deliver(shop)
  const paths = receiver.received.map(({ path, headers }) => [headers['x-invoice-id'], path])
  expect(Object.fromEntries(paths)).toEqual({ [own]: '/hook', [byDefault]: '/default' })
})

test("the log has the account's last 20 callbacks, newest first, with their attempts", async () => {
  const invoiceIds = await paidPayments(shop, 22, receiver.url)
  const isLast = (id: unknown) => id === invoiceIds[21]
  receiver.answer = ({ headers }) => ({
    status: isLast(headers['x-invoice-id']) && headers['x-webhook-attempt'] === '1' ? 500 : 200,
    body: 'not now',
  })
  const stranger = await paidPayment(shop, receiver.url, shop.keys.second)
  for (let round = 0; round < 6; round++) {
    await deliver(shop)
    shop.advance(300)
  }
  const log = await listCallbacks(shop.app, { accountId: shop.demo.accountId, mode: 'test' })
  expect(log).toHaveLength(20)
  expect(invoiceIds).toEqual(expect.arrayContaining(log.map(entry => entry.invoiceId)))
  const times = log.map(entry => entry.createdAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  const rest = await listCallbacks(
    shop.app,
    { accountId: shop.demo.accountId, mode: 'test' },
    { beforeId: log[19]!.id },
  )
  expect(rest).toHaveLength(2)
  expect([...log, ...rest].find(entry => isLast(entry.invoiceId))).toMatchObject({
    state: 'delivered',
    url: receiver.url,
    isTest: false,
    requestedBy: null,
    nextAt: null,
    attempts: [
      { number: 2, status: 200, error: null, response: 'not now', attemptedAt: expect.any(Date) },
      { number: 1, status: 500, error: 'the receiver answered 500' },
    ],
  })
  const theirs = await listCallbacks(shop.app, { accountId: shop.second.accountId, mode: 'test' })
  expect(theirs.map(entry => entry.invoiceId)).toEqual([stranger])
  const live = await listCallbacks(shop.app, { accountId: shop.demo.accountId, mode: 'live' })
  expect(live.map(entry => entry.url)).toEqual(Array(2).fill(`${shop.sandboxUrl}/neighbour`))
})

test("with two live secrets one header has both signatures, and the other one the older secret's", async () => {
  const younger = await addWebhookSecret(shop.app, shop.app.em('installation'), shop.demo.accountId)
  const invoiceId = await paidPayment(shop, receiver.url)
  await deliver(shop)
  const [{ headers, body } = receiver.received[0]!] = receiver.received
  const standard = (secret: string) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  }
  expect(headers['webhook-signature']).toBe(`${standard(shop.secret)} ${standard(younger)}`)
  const signature = specSignature(shop.secret, invoiceId, headers, await amountOf(invoiceId))
  expect(headers['x-webhook-signature']).toBe(signature)
  expect(JSON.parse(body)).toMatchObject({ signature, timestamp: Number(headers['x-webhook-timestamp']) })
})

describe('the callbacks of one endpoint', () => {
  test('one endpoint has at most five running callbacks, no matter how many processes deliver', async () => {
    receiver.answer = async () => {
      await pause(30)
      return { status: 200 }
    }
    const invoiceIds = await paidPayments(shop, 40, receiver.url)
    const processes = Array.from({ length: 6 }, async () => {
      for (let round = 0; round < 40 && receiver.received.length < invoiceIds.length; round++) await deliver(shop)
    })
    await Promise.all(processes)
    expect(receiver.received).toHaveLength(40)
    expect(receiver.atOnceMax()).toBeLessThanOrEqual(5)
    expect(receiver.atOnceMax()).toBeGreaterThan(1)
  })

  test('waiting callbacks leave as soon as there is room, not at the next sweep', async () => {
    const invoiceIds = await paidPayments(shop, 23, receiver.url)
    const sweeps: Promise<unknown>[] = []
    shop.app.wake.on('more-callbacks', () => void sweeps.push(deliver(shop)))
    await deliver(shop)
    for (const sweep of sweeps) await sweep
    expect(receiver.received).toHaveLength(invoiceIds.length)
  })

  test('first attempts of callbacks precede retries', async () => {
    receiver.answer = () => ({ status: 500 })
    const old = await paidPayments(shop, 5, receiver.url)
    await deliver(shop)
    shop.advance(60)
    const young = await paidPayments(shop, 4, receiver.url)
    receiver.received.length = 0
    await deliver(shop)
    const called = receiver.received.map(({ headers }) => headers['x-invoice-id'])
    expect(called).toHaveLength(5)
    expect(called).toEqual(expect.arrayContaining(young))
    expect(old).toContain(called.find(id => !young.includes(id as string)))
  })

  test("a backlog of one account does not delay another account's callbacks", async () => {
    const invoiceId = await paidPayment(shop, receiver.url)
    await shop.app.sql.write(
      `with told as (
         insert into event (id, account_id, type, subject, payload, created_at)
         select gen_random_uuid(), e.account_id, e.type, 'backlog ' || n, e.payload, e.created_at
         from event e, generate_series(1, 3000) n where e.subject = $1 and e.type = 'payment.paid' returning id)
       insert into delivery (event_id, account_id, mode, invoice_id, url, next_at, created_at)
       select told.id, d.account_id, d.mode, d.invoice_id, d.url, d.next_at - interval '1 hour', d.created_at
       from told, delivery d where d.invoice_id = $1`,
      [invoiceId],
    )
    const other = await paidPayment(shop, receiver.url, shop.keys.second)
    await deliver(shop)
    expect(receiver.received.map(({ headers }) => headers['x-invoice-id'])).toContain(other)
  })
})

test('a process that dies before recording a response resends the same id, and uses up no attempt', async () => {
  const invoiceId = await paidPayment(shop, receiver.url)
  const takeLease = "update delivery set lease_token = gen_random_uuid(), leased_until = now() - interval '1 second'"
  receiver.answer = async () => {
    // A delivery that the dead process would have marked no longer has an owner.
    if (receiver.received.length === 1) await shop.app.sql.write(takeLease)
    return { status: 200 }
  }
  await deliver(shop)
  expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'pending', attempts: 0 })
  await deliver(shop)
  expect(await deliveryOf(shop, invoiceId)).toMatchObject({ state: 'delivered', attempts: 1 })
  const [one, other] = receiver.received.map(({ headers }) => [headers['webhook-id'], headers['x-webhook-attempt']])
  expect(receiver.received).toHaveLength(2)
  expect(one).toEqual(other)
})
