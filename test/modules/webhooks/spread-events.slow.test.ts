import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { byCommand } from '../../../src/accounts/audit.ts'
import { noteRefund } from '../../../src/books/note-refund.ts'
import { holder } from '../../../src/lib/holder.ts'
import { boundBacklogs } from '../../../src/modules/webhooks/bound-backlogs.ts'
import { deleteWebhook } from '../../../src/modules/webhooks/delete-webhook.ts'
import { lockInOrder } from '../../../src/modules/webhooks/deliver-events-sql.ts'
import { spreadEvents } from '../../../src/modules/webhooks/spread-events.ts'
import { sealContexts, WebhookEndpoint } from '../../../src/modules/webhooks/webhook.ts'
import { openShop, type Receiver, startReceiver } from '../../callbacks/receiver.ts'
import type { TestShop } from '../../kit/app.ts'
import { tellEndpoints, tellOnce } from '../../kit/endpoints.ts'
import { create, detect, send } from '../../payments/scenario.ts'

let shop: TestShop
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
}, 60_000)

afterAll(async () => {
  await shop.close()
  await receiver.close()
})

beforeEach(async () => {
  await tellEndpoints(shop)
  await shop.app.sql.write('update endpoint set deleted_at = now()')
  await shop.app.sql.write('delete from endpoint_delivery')
  receiver.received.splice(0)
})

async function endpoint(path: string, types?: string[]): Promise<string> {
  const { body } = await shop.api('/create-endpoint', { body: { url: `${receiver.url}/${path}`, types } })
  return body.data.endpoint_id
}

async function createAndCancel(): Promise<string> {
  const { body } = await shop.api('/create-payment', { body: { amount: 25_000, payment_method: 'wallet_direct' } })
  await shop.api('/cancel-payment', { body: { invoice: body.data.invoice_id } })
  return body.data.invoice_id
}

const count = async (from: string) =>
  (await shop.app.sql.query<{ count: number }>(`select count(*)::integer as count from ${from}`))[0]!.count

test('an event is one row for any number of endpoints, and none without endpoints', async () => {
  await createAndCancel()
  expect(await count('owed_event')).toBe(0)
  await endpoint('one')
  await endpoint('two')
  await endpoint('three', ['payment.cancelled'])
  await createAndCancel()
  expect([await count('owed_event'), await count('endpoint_delivery')]).toEqual([2, 0])
  await spreadEvents(shop.app)
  expect([await count('owed_event'), await count('endpoint_delivery')]).toEqual([0, 5])
})

test('owed events of a payment have no body, and still report what was true at their time', async () => {
  await endpoint('one', ['payment.created', 'payment.paid'])
  const made = await create(shop, { reference: 'A-7' })
  await send(shop, { invoice_id: made.invoice_id, amount: made.final_amount })
  await detect(shop)
  const owed = await shop.app.sql.query('select type, body from owed_event order by id')
  expect(owed).toEqual([
    { type: 'payment.created', body: null },
    { type: 'payment.paid', body: null },
  ])
  await noteRefund(shop.app, shop.demo, made.invoice_id, byCommand)
  await tellEndpoints(shop)
  const same = { invoice_id: made.invoice_id, reference: 'A-7' }
  expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'payment.created', sequence: 1, data: { ...same, status: 'pending', paid_at: null, paid_via: null } },
    {
      type: 'payment.paid',
      sequence: 2,
      data: { ...same, status: 'paid', change: { from: 'pending', paid_amount: made.final_amount } },
    },
  ])
})

test('several spreading processes give each endpoint each event once, in order, despite new payments', async () => {
  const endpoints = [await endpoint('one'), await endpoint('two')]
  let isOver = false
  const spreading = Array.from({ length: 4 }, async () => {
    while (!isOver) await spreadEvents(shop.app)
  })
  const invoices = (
    await Promise.all(Array.from({ length: 4 }, async () => [await createAndCancel(), await createAndCancel()]))
  ).flat()
  isOver = true
  await Promise.all(spreading)
  await spreadEvents(shop.app)
  const rows = await shop.app.sql.query<{ endpoint: string; object: string; types: string[] }>(
    `select endpoint_id as endpoint, object, array_agg(type order by id) as types from endpoint_delivery
     group by endpoint_id, object`,
  )
  expect(rows).toHaveLength(endpoints.length * invoices.length)
  for (const { types } of rows) expect(types).toEqual(['payment.created', 'payment.cancelled'])
})

test('events before an endpoint was disabled are sent once it is enabled, and dropped if it was deleted', async () => {
  const paused = await endpoint('paused')
  const deleted = await endpoint('deleted')
  const late = await createAndCancel()
  await shop.api('/update-endpoint', { body: { endpoint_id: paused, enabled: false } })
  await deleteWebhook(shop.app, { ...shop.demo }, deleted, { actor: 'test' })
  await endpoint('new')
  await tellEndpoints(shop)
  expect(receiver.received).toEqual([])
  await shop.api('/update-endpoint', { body: { endpoint_id: paused, enabled: true } })
  await tellEndpoints(shop)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook/paused', '/hook/paused'])
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.invoice_id)).toEqual([late, late])
})

test('endpoints that come and go while events are sent take no event from one that stays', async () => {
  await endpoint('stays')
  let isOver = false
  const whileItGoesOn = async (work: () => Promise<unknown>) => {
    while (!isOver) await work()
  }
  const statuses = new Set<number>()
  const comeAndGo = async () => {
    const endpoint_id = await endpoint('goes')
    const { status } = await shop.api('/delete-endpoint', { body: { endpoint_id } })
    statuses.add(status)
  }
  const others = [comeAndGo, comeAndGo, () => tellOnce(shop), () => tellOnce(shop)].map(whileItGoesOn)
  const made = await Promise.all(
    Array.from({ length: 4 }, async () => [await createAndCancel(), await createAndCancel()]),
  )
  isOver = true
  await Promise.all(others)
  await tellEndpoints(shop)

  const heard = receiver.received.filter(({ path }) => path === '/hook/stays').map(({ body }) => JSON.parse(body))
  for (const invoice of made.flat()) {
    const own = heard.filter(({ data }) => data.invoice_id === invoice)
    expect(own.map(({ type }) => type)).toEqual(['payment.created', 'payment.cancelled'])
  }
  expect(heard).toHaveLength(2 * made.flat().length)
  expect([...statuses]).toEqual([200])
  expect([await count('owed_event'), await count("endpoint_delivery where state = 'pending'")]).toEqual([0, 0])
})

test("disallowed addresses do not affect their receiver's health", async () => {
  const id = await endpoint('moved-inside', ['payment.created'])
  const address = shop.app.seal.seal('http://169.254.169.254/moved-inside', sealContexts.address(id))
  await shop.app.em(shop.demo).nativeUpdate(WebhookEndpoint, id, { sealedAddress: address })
  await create(shop)
  await tellEndpoints(shop)
  expect(await count("endpoint_delivery where state = 'blocked'")).toBe(1)
  const { body } = await shop.api('/list-endpoints')
  expect(body.data).toMatchObject([{ endpoint_id: id, enabled: true, failing_since: null }])
})

test('a receiver that asks to retry later does not count as failing, and one that returns an error does', async () => {
  await endpoint('busy', ['payment.created'])
  const { body } = await shop.api('/list-endpoints')
  expect(body.data).toMatchObject([{ failing_since: null }])
  for (const [status, failingSince] of [
    [429, null],
    [430, expect.any(String)],
  ] as const) {
    receiver.answer = () => ({ status })
    await create(shop)
    await tellEndpoints(shop)
    expect((await shop.api('/list-endpoints')).body.data, `${status}`).toMatchObject([{ failing_since: failingSince }])
  }
  receiver.answer = () => ({ status: 200 })
})

test("a fast receiver's events are claimed fifty at a time, still with five running requests", async () => {
  const id = await endpoint('quick', ['payment.created'])
  await create(shop)
  await tellEndpoints(shop)
  for (let n = 0; n < 8; n++) await create(shop)
  await tellOnce(shop)
  expect(await count(`endpoint_delivery where endpoint_id = '${id}' and state = 'delivered'`)).toBe(9)
  expect(receiver.atOnceMax()).toBeLessThanOrEqual(5)
})

test('an endpoint with too many waiting events is disabled, and its merchant is notified', async () => {
  const [id, other] = [await endpoint('behind', ['payment.created']), await endpoint('well', ['payment.cancelled'])]
  for (let n = 0; n < 4; n++) await create(shop)
  await spreadEvents(shop.app)
  await boundBacklogs(shop.app, 4)
  expect(await count(`endpoint where id = '${id}' and disabled_at is null`)).toBe(1)
  await boundBacklogs(shop.app, 3)
  expect(await count(`endpoint where id = '${id}' and disabled_reason = 'failing'`)).toBe(1)
  expect(await count(`endpoint where id = '${other}' and disabled_at is null`)).toBe(1)
  expect(await count(`endpoint_delivery where endpoint_id = '${id}' and state = 'paused'`)).toBe(4)
  expect(await count("event where type = 'endpoint.disabled' and payload->>'reason' = 'behind'")).toBe(1)
  receiver.received.splice(0)
  await shop.api('/update-endpoint', { body: { endpoint_id: id, enabled: true } })
  // The events of that backlog do not switch it off again, but newer ones do.
  await boundBacklogs(shop.app, 3)
  expect(await count(`endpoint where id = '${id}' and disabled_at is null`)).toBe(1)
  await tellEndpoints(shop)
  expect(receiver.received).toHaveLength(4)
  for (let n = 0; n < 3; n++) await create(shop)
  await spreadEvents(shop.app)
  await boundBacklogs(shop.app, 2)
  expect(await count(`endpoint where id = '${id}' and disabled_reason = 'failing'`)).toBe(1)
})

test('processes that spread events wait for no process that records outcomes', async () => {
  const id = await endpoint('locked', ['payment.created'])
  await create(shop)
  await shop.app.transaction('installation', async tx => {
    await tx.query(lockInOrder, { ids: [id] })
    await spreadEvents(shop.app)
  })
  expect(await count(`endpoint_delivery where endpoint_id = '${id}'`)).toBe(1)
})

test('an endpoint has at most five running requests, no matter how many processes check it', async () => {
  await endpoint('slow', ['payment.created'])
  for (let n = 0; n < 8; n++) await create(shop)
  let answer = () => {}
  const answered = new Promise<void>(resolve => {
    answer = resolve
  })
  receiver.answer = () => answered.then(() => ({ status: 200 }))
  const looks = [tellOnce(shop), tellOnce(shop)]
  await expect.poll(() => receiver.received.length).toBe(5)
  // Concurrent runs do not count twice either.
  looks.push(tellOnce(shop), tellOnce(shop))
  await looks[2]
  await looks[3]
  expect(receiver.received).toHaveLength(5)
  const leases = await shop.app.sql.query(
    'select lease_holder, count(*)::integer from endpoint_delivery where lease_token is not null group by 1',
  )
  // This name identifies the leases of a dead process, so that they can be freed.
  expect(leases).toEqual([{ lease_holder: holder, count: 5 }])
  answer()
  receiver.answer = () => ({ status: 200 })
  await Promise.all(looks)
  await tellEndpoints(shop)
  expect(receiver.received).toHaveLength(8)
})
