import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { listCallbacks } from '../../src/callbacks/list-callbacks.ts'
import { redeliverCallbacks } from '../../src/callbacks/redeliver.ts'
import { sendTestCallback } from '../../src/callbacks/send-test-callback.ts'
import { setCallbackUrl } from '../../src/callbacks/set-callback-url.ts'
import type { TestShop } from '../kit/app.ts'
import { closeInOrder, deliver, openShop, paidPayment, paidPayments, type Receiver, startReceiver } from './receiver.ts'

let shop: TestShop
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
})
afterEach(() => closeInOrder(shop, receiver))

test('the log of a callback shows the time, duration and answer of each attempt', async () => {
  receiver.answer = () => ({ status: 503, body: 'be back soon' })
  const invoiceId = await paidPayment(shop, receiver.url)
  await deliver(shop)
  expect(await listCallbacks(shop.app, shop.demo)).toMatchObject([
    {
      invoiceId,
      url: receiver.url,
      state: 'pending',
      isTest: false,
      nextAt: expect.any(Date),
      attempts: [
        {
          number: 1,
          status: 503,
          response: 'be back soon',
          attemptedAt: expect.any(Date),
          durationMs: expect.any(Number),
        },
      ],
    },
  ])
  receiver.answer = () => ({ status: 200, body: 'thank you' })
  shop.advance(3600)
  await deliver(shop)
  expect(await listCallbacks(shop.app, shop.demo)).toMatchObject([
    { state: 'delivered', nextAt: null, attempts: [{ number: 2, status: 200, response: 'thank you' }, { number: 1 }] },
  ])
})

test('a failed test callback ends at once and is not reported as lost', async () => {
  receiver.answer = () => ({ status: 500 })
  await setCallbackUrl(shop.app, shop.demo.accountId, receiver.url)
  await sendTestCallback(shop.app, shop.demo, { by: 'sari' })
  await deliver(shop)
  expect(await listCallbacks(shop.app, shop.demo)).toMatchObject([{ isTest: true, state: 'exhausted' }])
  expect(await shop.app.sql.query("select payload from event where type = 'callback.exhausted'")).toEqual([])
})

test('a waiting callback that is resent leaves at once, even if another address is closed', async () => {
  receiver.answer = () => ({ status: 500 })
  const invoiceId = await paidPayment(shop, receiver.url)
  await deliver(shop)
  const close = (origin: string, untilS: number) =>
    shop.app.sql.write(
      `insert into callback_endpoint (account_id, origin, open_s, blocked_until) values ($1, $2, 600, $3)
       on conflict (account_id, origin) do update set blocked_until = excluded.blocked_until`,
      [shop.demo.accountId, origin, new Date(shop.app.now().getTime() + untilS * 1000)],
    )
  const isDue = async () => (await listCallbacks(shop.app, shop.demo))[0]!.nextAt! <= shop.app.now()
  await close('http://elsewhere.example', 600)
  await close(`http://${receiver.host}`, -1)
  expect(await isDue()).toBe(false)
  await redeliverCallbacks(shop.app, { owner: shop.demo, which: { invoiceId }, by: 'sari' })
  expect(await isDue()).toBe(true)
})

test('a due callback that is resent leaves at once even if its endpoint is closed, independent of others', async () => {
  receiver.answer = () => ({ status: 500 })
  const invoiceId = await paidPayment(shop, receiver.url)
  const close = (accountId: number) =>
    shop.app.sql.write(
      'insert into callback_endpoint (account_id, origin, open_s, blocked_until) values ($1, $2, 600, $3)',
      [accountId, `http://${receiver.host}`, new Date(shop.app.now().getTime() + 600_000)],
    )
  const isClosed = async (accountId: number) => {
    const [row] = await shop.app.sql.query<{ is_closed: boolean }>(
      'select blocked_until > $2 as is_closed from callback_endpoint where account_id = $1',
      [accountId, shop.app.now()],
    )
    return row!.is_closed
  }
  const again = () => redeliverCallbacks(shop.app, { owner: shop.demo, which: { invoiceId }, by: 'sari' })
  await close(shop.second.accountId)
  await expect(again(), 'it leaves anyway').rejects.toMatchObject({ code: 'rate_limited' })
  await close(shop.demo.accountId)
  expect(await again()).toBe(1)
  expect([await isClosed(shop.demo.accountId), await isClosed(shop.second.accountId)]).toEqual([false, true])
})

test('a callback that is being sent right now is not resent in parallel', async () => {
  receiver.answer = () => ({ status: 500 })
  const invoiceId = await paidPayment(shop, receiver.url)
  await deliver(shop)
  const [before] = await shop.app.sql.query<{ next_at: Date }>(
    `update delivery set lease_token = gen_random_uuid(), lease_holder = 'another',
      leased_until = now() + interval '1 hour'
     where invoice_id = $1 returning next_at`,
    [invoiceId],
  )
  const again = redeliverCallbacks(shop.app, { owner: shop.demo, which: { invoiceId }, by: 'sari' })
  await expect(again).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await shop.app.sql.query('select next_at from delivery where invoice_id = $1', [invoiceId])).toEqual([before])
  await shop.app.sql.write('update delivery set lease_token = null, lease_holder = null where invoice_id = $1', [
    invoiceId,
  ])
})

test('a lost callback, and an address that fails for a day or for five, are reported with details', async () => {
  receiver.answer = () => ({ status: 500 })
  const [lost, tried, waiting] = await paidPayments(shop, 3, receiver.url)
  await deliver(shop)
  const origin = `http://${receiver.host}`
  const failing = async (sinceS: number, failures: number) => {
    const since = new Date(shop.app.now().getTime() - sinceS * 1000)
    await shop.app.sql.write(
      'update callback_endpoint set failing_since = $1, failures_in_row = $2, open_s = 0, blocked_until = null',
      [since, failures],
    )
    return since.toISOString()
  }
  const due = (invoiceId: string) =>
    shop.app.sql.write(
      `update delivery set next_at = now() + make_interval(days => case when invoice_id = $1 then -9 else 9 end)
       where invoice_id = any ($2)`,
      [invoiceId, [lost, tried, waiting]],
    )
  const told = async () => {
    const rows = await shop.app.sql.query<{ type: string; subject: string; payload: object }>(
      `select type, subject, payload from event where account_id = $1 and type like 'callback.%' order by recorded_at`,
      [shop.demo.accountId],
    )
    await shop.app.sql.write("delete from event where type like 'callback.%'")
    return rows
  }
  const dayS = 86_400
  const day = await failing(dayS, 2)
  await due(lost!)
  await shop.app.sql.write(
    `with tried as (update delivery set attempts = 11 where invoice_id = $1 returning id, account_id)
     insert into delivery_attempt (delivery_id, number, account_id, attempted_at, status, duration_ms)
     select id, number, account_id, now(), 500, 5 from tried, generate_series(2, 11) number`,
    [lost],
  )
  await deliver(shop)
  const [ended, warned] = await told()
  expect(ended).toMatchObject({
    type: 'callback.exhausted',
    payload: { invoiceId: lost, url: receiver.url, error: 'the receiver answered 500' },
  })
  const address = { origin, isTest: true }
  expect(warned).toEqual({
    type: 'callback.endpoint_failing',
    subject: `endpoint ${shop.demo.accountId} ${origin} ${day}`,
    payload: { ...address, failingSince: day },
  })
  for (const [sinceS, failures] of [
    [dayS - 5, 8],
    [2 * dayS, 1],
  ] as const) {
    await failing(sinceS, failures)
    await due(tried!)
    await deliver(shop)
    expect(await told(), `${failures} failures`).toEqual([])
  }
  const days = await failing(5 * dayS, 9)
  await due(tried!)
  await deliver(shop)
  expect(await told()).toMatchObject([
    { type: 'callback.endpoint_disabled', payload: { ...address, failingSince: days } },
  ])
  const states = await shop.app.sql.query('select state from delivery where invoice_id = any ($1) order by id', [
    [lost, tried, waiting],
  ])
  expect(states.map(row => (row as { state: string }).state).toSorted()).toEqual(['exhausted', 'paused', 'paused'])
})

describe('the default address of callbacks', () => {
  const said = (what: string) =>
    shop.app.sql.query(
      `select ${what} as said from audit_entry where chain = $1 and act = 'callback.address_changed'`,
      [shop.demo.accountId],
    )

  test('the default callback address is changed once, audited and visible, and not by the same value', async () => {
    const url = `${receiver.url}/default`
    const set = (to: string | null) => setCallbackUrl(shop.app, shop.demo.accountId, to)
    expect([await set(url), await set(url)]).toEqual([true, false])
    expect(await said("actor || ' ' || subject || ' ' || (detail->>'url')")).toEqual([
      { said: `${commandActor.actor} callbacks ${url}` },
    ])
    const told = await shop.app.sql.query<{ payload: object }>(
      "select payload from event where account_id = $1 and type = 'callback.address_changed'",
      [shop.demo.accountId],
    )
    expect(told).toEqual([{ payload: { url, by: commandActor.name } }])
    expect([await set(null), await set(null)]).toEqual([true, false])
    expect(await said('1')).toHaveLength(2)
  })

  test('the default callback address has at most 2,048 characters and belongs to its account alone', async () => {
    const start = `${receiver.url}?`
    const longest = start + 'x'.repeat(2048 - start.length)
    await expect(setCallbackUrl(shop.app, shop.demo.accountId, `${longest}x`)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await setCallbackUrl(shop.app, shop.demo.accountId, longest)
    const addresses = await shop.app.sql.query<{ default_callback_url: string | null }>(
      'select default_callback_url from account where default_callback_url is not null',
    )
    expect(addresses).toEqual([{ default_callback_url: longest }])
  })
})
