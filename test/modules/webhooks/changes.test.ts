import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { createWebhook } from '../../../src/modules/webhooks/create-webhook.ts'
import { deleteWebhook } from '../../../src/modules/webhooks/delete-webhook.ts'
import { eraseDelivery } from '../../../src/modules/webhooks/erase-delivery.ts'
import { personalBodies } from '../../../src/modules/webhooks/personal-bodies.ts'
import { resendDeliveries } from '../../../src/modules/webhooks/resend-deliveries.ts'
import { sendExample } from '../../../src/modules/webhooks/send-example.ts'
import { updateWebhook } from '../../../src/modules/webhooks/update-webhook.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

// A change of one webhook, delivery or customer must not touch the rows of others.

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ isClockStopped: true })
})
afterAll(() => shop.close())

type Row = Record<string, unknown>

const owner = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const ask = (sql: string, ...values: unknown[]) => shop.app.sql.query<Row>(sql, values)

async function make(description: string): Promise<string> {
  const input = { url: 'https://shop.example/hook', types: ['stock.low'], description }
  return (await createWebhook(shop.app, owner(), input, commandActor)).endpoint.id
}

interface Planted {
  state?: string
  isLeased?: boolean
  object?: string
  event?: string
  body?: string | null
}

/** Inserts a delivery with an attempt. Returns its id and that of its event. */
async function plant(endpoint: string, planted: Planted = {}): Promise<{ id: number; event: string }> {
  const { state = 'pending', isLeased = false, object = `stock ${randomUUID()}`, body = '{}' } = planted
  const event = planted.event ?? randomUUID()
  const { accountId } = owner()
  await shop.app.sql.write(
    `insert into outward_event (id, account_id, mode, type, object, sequence, body, created_at)
     values ($1, $2, 'test', 'stock.low', $3, 1, $4, $5) on conflict do nothing`,
    [event, accountId, object, body, shop.app.now()],
  )
  const [row] = await ask(
    `insert into endpoint_delivery (endpoint_id, event_id, account_id, mode, type, object, sequence, state, attempts,
       next_at, created_at, lease_token)
     values ($1, $2, $3, 'test', 'stock.low', $4, 1, $5, 1, $6, $6, $7) returning id`,
    ...[endpoint, event, accountId, object, state, new Date(shop.app.now().getTime() - 9_000)],
    isLeased ? randomUUID() : null,
  )
  await shop.app.sql.write(
    `insert into endpoint_attempt (delivery_id, account_id, number, attempted_at, status, duration_ms, request,
       response)
     values ($1, $2, 1, $3, 500, 7, 'asked', 'answered')`,
    [row!.id, accountId, shop.app.now()],
  )
  return { id: Number(row!.id), event }
}

const statesOf = async (...deliveries: { id: number }[]) => {
  const rows = await ask('select id, state from endpoint_delivery')
  return deliveries.map(({ id }) => rows.find(row => Number(row.id) === id)!.state)
}

test('pausing, enabling and deleting a webhook moves its own waiting deliveries', async () => {
  const [first, second] = [await make('first'), await make('second')]
  const own = await plant(first)
  const running = await plant(first, { isLeased: true })
  const over = await plant(first, { state: 'exhausted' })
  const other = await plant(second)
  const states = () => statesOf(own, running, over, other)
  const change = (endpointId: string, enabled: boolean) =>
    updateWebhook(shop.app, owner(), { endpointId, change: { enabled }, by: commandActor })
  await change(first, false)
  expect(await states()).toEqual(['paused', 'pending', 'exhausted', 'pending'])
  await change(second, false)
  await change(first, true)
  expect(await states()).toEqual(['pending', 'pending', 'exhausted', 'paused'])
  const [resumed] = await ask('select next_at from endpoint_delivery where id = $1', own.id)
  expect(resumed!.next_at).toEqual(shop.app.now())
  await deleteWebhook(shop.app, owner(), first, commandActor)
  expect(await states()).toEqual(['stopped', 'pending', 'exhausted', 'paused'])
  expect(await ask('select endpoint_id from endpoint_secret where endpoint_id = any ($1)', [first, second])).toEqual([
    { endpoint_id: second },
  ])
  await deleteWebhook(shop.app, owner(), second, commandActor)
  expect(await states()).toEqual(['stopped', 'pending', 'exhausted', 'stopped'])
})

test('an example and a delivery that is sent again are stored like any other', async () => {
  const endpointId = await make('examples')
  const id = await sendExample(shop.app, owner(), { endpointId, type: 'stock.low', by: 'sari' })
  const rowOf = async (which: number) => {
    const sql = `select d.*, e.body is not null as has_body, e.type as event_type from endpoint_delivery d
      join outward_event e on e.id = d.event_id where d.id = $1`
    return (await ask(sql, which))[0]!
  }
  const example = await rowOf(id)
  expect(example).toMatchObject({
    endpoint_id: endpointId,
    account_id: owner().accountId,
    mode: 'test',
    type: 'stock.low',
    event_type: 'stock.low',
    has_body: true,
    state: 'pending',
    attempts: 0,
    is_test: true,
    requested_by: 'sari',
    next_at: shop.app.now(),
    created_at: shop.app.now(),
    erased_at: null,
    lease_token: null,
  })
  await shop.app.sql.write("update endpoint_delivery set state = 'exhausted', attempts = 9 where id = $1", [id])
  await shop.app.sql.write("update endpoint set blocked_until = now() + interval '1 hour' where id = $1", [endpointId])
  shop.advance(60)
  expect(await resendDeliveries(shop.app, owner(), { deliveryId: id }, { actor: 'user 7', name: 'tini' })).toBe(1)
  const [copy] = await ask('select id from endpoint_delivery where event_id = $1 and id <> $2', example.event_id, id)
  expect(await rowOf(Number(copy!.id))).toEqual({
    ...example,
    id: copy!.id,
    requested_by: 'tini',
    next_at: shop.app.now(),
    created_at: shop.app.now(),
  })
  expect(await ask('select blocked_until from endpoint where id = $1', endpointId)).toEqual([{ blocked_until: null }])
})

test('the body of an event is erased with the last of its deliveries', async () => {
  const [first, second] = [await make('erased'), await make('kept')]
  const one = await plant(first, { state: 'delivered' })
  const other = await plant(second, { state: 'delivered', event: one.event })
  const elsewhere = await plant(second, { state: 'delivered' })
  const bodies = async () =>
    (
      await ask(
        'select body from outward_event where id = any ($1) order by id = $2',
        [one.event, elsewhere.event],
        elsewhere.event,
      )
    ).map(({ body }) => body)
  const erase = ({ id }: { id: number }) => eraseDelivery(shop.app, owner(), id, commandActor)
  await erase(one)
  expect(await bodies()).toEqual(['{}', '{}'])
  await erase(other)
  expect(await bodies()).toEqual([null, '{}'])
  const attempts = await ask('select delivery_id as id, request, response from endpoint_attempt order by 1')
  const attemptOf = ({ id }: { id: number }) => attempts.find(row => Number(row.id) === id)
  expect(attemptOf(one)).toMatchObject({ request: null, response: null })
  expect(attemptOf(elsewhere)).toMatchObject({ request: 'asked', response: 'answered' })
})

test('erasing a customer empties what was sent, and removes the names from what has yet to be sent', async () => {
  const endpoint = await make('customers')
  const about = (object: string) => ({ object, body: JSON.stringify({ data: { customer_name: 'Ayu', total: 5 } }) })
  const blank = JSON.stringify({ data: { customer_name: '', total: 5 } })
  const kinds = ['order ORD-1', 'payment INV-1', 'customer 17', 'transfer 18', 'bill BILL-1']
  const sent = await Promise.all(kinds.map(kind => plant(endpoint, { ...about(kind), state: 'delivered' })))
  const waiting = await plant(endpoint, about('order ORD-1'))
  const others = await plant(endpoint, { ...about('order ORD-2'), state: 'delivered' })
  await shop.app.sql.write(
    `insert into owed_event (event_id, account_id, mode, type, object, sequence, endpoints, body, created_at)
     select id, account_id, mode, type, object, sequence, '{}', body, created_at from outward_event
     where id = any ($1)`,
    [[waiting.event, others.event]],
  )
  const person = {
    customerIds: [17],
    chats: [],
    orderNumbers: ['ORD-1'],
    invoiceIds: ['INV-1'],
    transferIds: [18],
    phones: [],
    otherObjects: ['bill BILL-1'],
  }
  await shop.app.transaction(owner(), tx => personalBodies.erase(tx, person, shop.app.now()))
  const bodyOf = async ({ event }: { event: string }) =>
    (await ask('select body from outward_event where id = $1', event))[0]!.body
  for (const one of sent) expect(await bodyOf(one)).toBeNull()
  expect(await bodyOf(waiting)).toBe(blank)
  expect(await bodyOf(others)).toBe(about('').body)
  expect(await ask('select object, body from owed_event order by object')).toEqual([
    { object: 'order ORD-1', body: blank },
    { object: 'order ORD-2', body: about('').body },
  ])
  const erased = await ask(
    'select id from endpoint_delivery where endpoint_id = $1 and erased_at = $2',
    endpoint,
    shop.app.now(),
  )
  expect(erased.map(({ id }) => Number(id)).toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
  const left = await ask('select delivery_id as id from endpoint_attempt where response is not null order by 1')
  expect(left.map(({ id }) => Number(id))).toContain(others.id)
  expect(left.map(({ id }) => Number(id))).not.toContain(waiting.id)
})
