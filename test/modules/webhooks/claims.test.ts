import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { createWebhook } from '../../../src/modules/webhooks/create-webhook.ts'
import {
  claimEventsSql,
  dueEventsSql,
  dueTelegramEventsSql,
  type EventClaim,
  type EventOutcome,
  lockEndpointsSql,
  markEventsSql,
} from '../../../src/modules/webhooks/deliver-events-sql.ts'
import { spreadEvents } from '../../../src/modules/webhooks/spread-events.ts'
import { readWebhookStatistics } from '../../../src/modules/webhooks/webhook-statistics.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'

// Which events leave for an endpoint, and in which order: tests only the statements, on rows that simulate a backlog.

let shop: TestShop
let now: Date
let own: string
let other: string

beforeAll(async () => {
  shop = await createTestShop({ isAlone: true })
  now = shop.app.now()
  const make = async (accountId: number) =>
    (await createWebhook(shop.app, { accountId, mode: 'test' }, { url: 'https://shop.example/hook' }, commandActor))
      .endpoint.id
  own = await make(shop.demo.accountId)
  other = await make(shop.second.accountId)
})
afterAll(() => shop.close())
afterEach(async () => {
  for (const table of ['endpoint_attempt', 'endpoint_delivery', 'outward_event', 'owed_event']) {
    await shop.app.sql.write(`delete from ${table}`)
  }
  await shop.app.sql.write(`update endpoint set open_s = 0, blocked_until = null, rest_until = null, format = 'json',
    disabled_at = null, disabled_reason = null, deleted_at = null`)
})

const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)

interface Planted {
  name: string
  object?: string
  sequence?: number
  dueS?: number
  attempts?: number
  endpoint?: string
  state?: string
  leased?: 'now' | 'hanging' | 'expired'
  requestedBy?: string
}

/** Inserts a waiting delivery, named by its former type; its contents do not matter. */
async function plant(planted: Planted): Promise<number> {
  const { name, object = name, sequence = 1, dueS = -10, attempts = 0, endpoint = own, state = 'pending' } = planted
  const event = randomUUID()
  const account = endpoint === own ? shop.demo.accountId : shop.second.accountId
  await shop.app.sql.write(
    `insert into outward_event (id, account_id, mode, type, object, sequence, body, created_at)
     values ($1, $2, 'test', 'payment.created', $3, $4, $5, $6)`,
    [event, account, object, sequence, name, now],
  )
  const leaseUntil = {
    now: "now() + interval '1 hour'",
    hanging: "now() + interval '42 s'",
    expired: "now() - interval '1 second'",
    none: "'-infinity'",
  }
  const [row] = await shop.app.sql.query<{ id: number }>(
    `insert into endpoint_delivery (endpoint_id, event_id, account_id, mode, type, object, sequence, state, attempts,
       next_at, created_at, requested_by, lease_token, lease_holder, leased_until)
     values ($1, $2, $3, 'test', 'payment.created', $4, $5, $6, $7, $8, $9, $10, $11, $12,
       ${leaseUntil[planted.leased ?? 'none']}) returning id`,
    [
      ...[endpoint, event, account, object, sequence, state, attempts, at(dueS), now, planted.requestedBy ?? null],
      ...(planted.leased ? [randomUUID(), 'another'] : [null, null]),
    ],
  )
  return row!.id
}

async function plantMany(names: string[], more: Omit<Planted, 'name'> = {}): Promise<void> {
  for (const name of names) await plant({ ...more, name })
}

const bounds = {
  perEndpoint: 5,
  quick: [] as string[],
  perQuick: 8,
  perAccount: 50,
  perMessage: 20,
  limit: 100,
  holder: 'me',
  leaseS: 45,
}
async function claimed(more: Partial<EventClaim> = {}): Promise<string[]> {
  const rows = await shop.app.sql.query(claimEventsSql, { ...bounds, endpoints: [own], now, ...more })
  const bodies = await shop.app.sql.query<{ body: string }>(
    'select o.body from endpoint_delivery d join outward_event o on o.id = d.event_id where d.id = any ($1) order by d.id',
    [rows.map(({ id }) => id)],
  )
  return bodies.map(({ body }) => body)
}
const change = (set: string, endpoint = own) =>
  shop.app.sql.write(`update endpoint set ${set} where id = $1`, [endpoint])
const numbered = (count: number) => Array.from({ length: count }, (_, place) => `e${String(place).padStart(2, '0')}`)

describe('endpoints with owed events', () => {
  const due = async (inTelegram = false) => {
    const rows = await shop.app.transaction('installation', tx =>
      tx.query(lockEndpointsSql, { now, in_telegram: inTelegram }),
    )
    return rows.map(({ id, ...is }) => ({ own: id === own, ...is }))
  }
  const isTold = async (text = dueEventsSql) =>
    (await shop.app.sql.query(`select 1 as yes ${text.replaceAll(':now', '$1')} limit 1`, [now])).length > 0
  const on = { own: true, is_on: true, is_deleted: false }

  test('the due endpoints have a due first attempt or retry that is not claimed', async () => {
    await plant({ name: 'retry later', dueS: 1, attempts: 2 })
    await plant({ name: 'over', state: 'delivered' })
    await plant({ name: 'paused', state: 'paused' })
    await plant({ name: 'on its way', leased: 'now' })
    expect([await due(), await isTold()]).toEqual([[], false])
    await plant({ name: 'retry now', dueS: 0, attempts: 1 })
    expect([await due(), await isTold()]).toEqual([[on], true])
    await plant({ name: 'of others', endpoint: other })
    expect(await due()).toHaveLength(2)
  })

  test('endpoints wait exactly as long as their breaker is open or their service requests a pause', async () => {
    await plant({ name: 'one' })
    for (const column of ['blocked_until', 'rest_until']) {
      await change(`${column} = '${at(1).toISOString()}'`)
      expect([await due(), await isTold()], column).toEqual([[], false])
      await change(`${column} = '${at(0).toISOString()}'`)
      expect([await due(), await isTold()], column).toEqual([[on], true])
    }
  })

  test('each endpoint is served by the process of its kind, and disabled or deleted ones are marked', async () => {
    await plant({ name: 'one' })
    await change("format = 'telegram'")
    expect([await due(), await isTold(), await isTold(dueTelegramEventsSql)]).toEqual([[], false, true])
    expect(await due(true)).toEqual([on])
    await change("format = 'json', disabled_at = now(), disabled_reason = 'merchant'")
    expect([await due(), await due(true)]).toEqual([[{ ...on, is_on: false }], []])
    await change('disabled_at = null, disabled_reason = null, deleted_at = now()')
    expect(await due()).toEqual([{ ...on, is_on: false, is_deleted: true }])
  })

  test('endpoints are also searched for deliveries that a dead process left behind, and unspread events', async () => {
    await plant({ name: 'left', leased: 'expired' })
    expect(await isTold()).toBe(true)
    await shop.app.sql.write('delete from endpoint_delivery')
    expect(await isTold()).toBe(false)
    await shop.app.sql.write(
      `insert into owed_event (event_id, account_id, mode, type, object, sequence, endpoints, created_at)
       values ($1, $2, 'test', 'payment.created', 'payment x', 1, array[$3], $4)`,
      [randomUUID(), shop.demo.accountId, own, now],
    )
    expect(await isTold()).toBe(true)
  })
})

test('five hundred events are spread at once, the oldest first, each to the endpoints that want it', async () => {
  await shop.app.sql.write(
    `insert into owed_event (event_id, account_id, mode, type, object, sequence, endpoints, created_at)
     select gen_random_uuid(), $1, 'test', 'payment.created', 'payment ' || n, 1, array[$2], $3
     from generate_series(2, 501) n`,
    [shop.demo.accountId, own, now],
  )
  // The first one follows the last one on disk.
  await shop.app.sql.write(
    `insert into owed_event (id, event_id, account_id, mode, type, object, sequence, endpoints, created_at)
     overriding system value
     select min(id) - 1, gen_random_uuid(), $1, 'test', 'payment.created', 'payment 1', 1, array[$2], $3
     from owed_event`,
    [shop.demo.accountId, own, now],
  )
  expect(await spreadEvents(shop.app)).toBe(true)
  expect(await shop.app.sql.query('select object from owed_event')).toEqual([{ object: 'payment 501' }])
  expect(await spreadEvents(shop.app)).toBe(false)
  const [count] = await shop.app.sql.query(
    `select count(*)::integer as rows, count(distinct event_id)::integer as events, min(next_at) as "nextAt"
     from endpoint_delivery where endpoint_id = $1 and state = 'pending'`,
    [own],
  )
  expect(count).toEqual({ rows: 501, events: 501, nextAt: now })
})

describe('events owed to an endpoint', () => {
  test('the five oldest events of an endpoint are sent, and no others while these are running', async () => {
    await plantMany(numbered(7))
    await plantMany(['of others'], { endpoint: other })
    expect(await claimed()).toEqual(numbered(5))
    expect(await claimed()).toEqual([])
    const [held] = await shop.app.sql.query<{ holder: string; left: number }>(
      `select lease_holder as holder, round(extract(epoch from leased_until - now()))::integer as "left"
       from endpoint_delivery where lease_token is not null limit 1`,
    )
    expect([held!.holder, held!.left > 30 && held!.left <= 45]).toEqual(['me', true])
  })

  test('an endpoint with three hanging deliveries gets nothing, and one with two gets the rest', async () => {
    await plantMany(['two hang', 'and this'], { leased: 'hanging' })
    await plantMany(numbered(6))
    expect(await claimed()).toEqual(['e00', 'e01', 'e02'])
    await plant({ name: 'a third', leased: 'hanging' })
    await shop.app.sql.write("update endpoint_delivery set lease_token = null where lease_holder = 'me'")
    expect(await claimed()).toEqual([])
  })

  test('first attempts of events precede retries, retries follow their schedule, and none is early', async () => {
    await plant({ name: 'later', attempts: 1, dueS: -5 })
    await plant({ name: 'sooner', attempts: 1, dueS: -50 })
    await plant({ name: 'not yet', attempts: 1, dueS: 1 })
    await plantMany(['first', 'second'])
    await plant({ name: 'over', state: 'stopped' })
    expect(await claimed({ perEndpoint: 2 })).toEqual(['first', 'second'])
    await shop.app.sql.write('update endpoint_delivery set lease_token = null where attempts = 0')
    await shop.app.sql.write("update endpoint_delivery set state = 'delivered' where attempts = 0")
    expect(await claimed({ perEndpoint: 1 })).toEqual(['sooner'])
    expect(await claimed()).toEqual(['later'])
  })

  test('events of one object are sent in sequence, and failed or resent ones delay nothing', async () => {
    await plant({ name: 'b2', object: 'b', sequence: 2 })
    await plant({ name: 'b1', object: 'b', sequence: 1 })
    await plant({ name: 'b9 again', object: 'b', sequence: 9, requestedBy: 'sari' })
    await plant({ name: 'c2', object: 'c', sequence: 2 })
    await plant({ name: 'c1 again', object: 'c', sequence: 1, requestedBy: 'sari' })
    await plant({ name: 'd2', object: 'd', sequence: 2 })
    await plant({ name: 'd1 failed', object: 'd', sequence: 1, attempts: 1, dueS: 60 })
    await plant({ name: 'e2', object: 'e', sequence: 2 })
    await plant({ name: 'e1 over', object: 'e', sequence: 1, state: 'delivered' })
    await plant({ name: 'f2', object: 'f', sequence: 2 })
    await plant({ name: 'f1 of others', object: 'f', sequence: 1, endpoint: other })
    const leaving = ['b1', 'b9 again', 'c2', 'c1 again', 'd2', 'e2', 'f2']
    expect(await claimed({ perEndpoint: 20 })).toEqual(leaving)
  })

  test('an endpoint gets one event after its breaker was open, and a message to a chat gathers twenty', async () => {
    await plantMany(numbered(22))
    await change('open_s = 60')
    expect(await claimed()).toEqual(['e00'])
    expect(await claimed()).toEqual([])
    await change("open_s = 0, format = 'slack'")
    expect(await claimed()).toEqual([])
    await shop.app.sql.write('update endpoint_delivery set lease_token = null')
    expect(await claimed()).toEqual(numbered(20))
  })

  test('accounts and processes have limits, and each endpoint gets one event before any gets a second', async () => {
    await plantMany(['a', 'b', 'c'])
    await plantMany(['x', 'y', 'z'], { endpoint: other })
    const endpoints = [own, other]
    const some = await claimed({ endpoints, perAccount: 2 })
    expect(some).toEqual(['a', 'b', 'x', 'y'])
    await shop.app.sql.write('update endpoint_delivery set lease_token = null')
    expect(await claimed({ endpoints, limit: 2 })).toEqual(['a', 'x'])
  })
})

describe('the outcome of a delivery', () => {
  const lease = async (id: number) => {
    const [row] = await shop.app.sql.query<{ token: string }>(
      'update endpoint_delivery set lease_token = gen_random_uuid() where id = $1 returning lease_token as token',
      [id],
    )
    return row!.token
  }
  const outcomeOf = (id: number, token: string, state = 'pending', number = 2): EventOutcome => ({
    id,
    token,
    state,
    number,
    next_at: at(30),
    status: 500,
    duration_ms: 7,
    error: 'no',
    response: 'away',
    request: 'a sentence',
  })
  const mark = (outcome: EventOutcome[]) => shop.app.sql.query(markEventsSql, { outcome, now })
  const stateOf = async (id: number) => {
    const [row] = await shop.app.sql.query('select state, attempts from endpoint_delivery where id = $1', [id])
    return row
  }

  test('an outcome is written while the lease is held, and says if more is due', async () => {
    const id = await plant({ name: 'one' })
    await plant({ name: 'of others', endpoint: other })
    const token = await lease(id)
    expect(await mark([outcomeOf(id, randomUUID())])).toEqual([])
    expect(await stateOf(id)).toEqual({ state: 'pending', attempts: 0 })
    expect(await mark([outcomeOf(id, token)])).toEqual([{ id, has_more: false }])
    expect(await stateOf(id)).toEqual({ state: 'pending', attempts: 2 })
    expect(await mark([outcomeOf(id, token)])).toEqual([])
    const attempts = await shop.app.sql.query(
      `select delivery_id, number, account_id, attempted_at, status, duration_ms, error, request, response
       from endpoint_attempt`,
    )
    expect(attempts).toEqual([
      {
        delivery_id: id,
        number: 2,
        account_id: shop.demo.accountId,
        attempted_at: now,
        status: 500,
        duration_ms: 7,
        error: 'no',
        request: 'a sentence',
        response: 'away',
      },
    ])
    const next = await plant({ name: 'next' })
    expect(await mark([outcomeOf(id, await lease(id), 'delivered', 3)])).toEqual([{ id, has_more: true }])
    await shop.app.sql.write("update endpoint_delivery set state = 'stopped', lease_token = null where id = $1", [id])
    expect(await mark([outcomeOf(id, await lease(id), 'pending', 4)])).toEqual([])
    expect(await stateOf(next)).toEqual({ state: 'pending', attempts: 0 })
  })

  test('the outcome of a retry waits or ends with its endpoint, and restores nothing erased', async () => {
    const end = async (set: string, state = 'pending') => {
      const id = await plant({ name: `${set} ${state}` })
      await change(set)
      await mark([outcomeOf(id, await lease(id), state)])
      return (await stateOf(id)) as { state: string }
    }
    const off = "disabled_at = now(), disabled_reason = 'merchant'"
    expect([(await end(off)).state, (await end(off, 'exhausted')).state]).toEqual(['paused', 'exhausted'])
    expect([(await end('deleted_at = now()')).state, (await end('deleted_at = now()', 'delivered')).state]).toEqual([
      ...['stopped', 'delivered'],
    ])
    const id = await plant({ name: 'erased' })
    await shop.app.sql.write('update endpoint_delivery set erased_at = now() where id = $1', [id])
    await mark([outcomeOf(id, await lease(id), 'exhausted')])
    const [attempt] = await shop.app.sql.query(
      'select error, request, response from endpoint_attempt where delivery_id = $1',
      [id],
    )
    expect(attempt).toEqual({ error: 'no', request: null, response: null })
  })
})

test('accepted and failed deliveries of an endpoint are counted between two moments', async () => {
  const [mine, theirs] = [
    await plant({ name: 'mine', dueS: 500 }),
    await plant({ name: 'theirs', endpoint: other, dueS: 500 }),
  ]
  const add = (delivery: number, seconds: number, status: number | null, durationMs: number, number: number) =>
    shop.app.sql.write(
      `insert into endpoint_attempt (delivery_id, number, account_id, attempted_at, status, duration_ms)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        delivery,
        number,
        delivery === mine ? shop.demo.accountId : shop.second.accountId,
        at(seconds),
        status,
        durationMs,
      ],
    )
  const attempts: [number, number | null, number][] = [
    ...([
      [-1, 200, 5000],
      [0, 200, 10],
      [1, 299, 20],
      [2, 204, 900],
    ] as [number, number, number][]),
    ...([
      [3, 300, 7000],
      [4, 199, 8000],
      [5, null, 9000],
      [60, 200, 6000],
    ] as [number, number | null, number][]),
  ]
  for (const [place, [seconds, status, durationMs]] of attempts.entries()) {
    await add(mine, seconds, status, durationMs, place + 1)
    await add(theirs, seconds, status, durationMs, place + 1)
  }
  const owner = { accountId: shop.demo.accountId, mode: 'test' as const }
  const counted = { endpointId: own, from: at(0), to: at(60) }
  expect(await readWebhookStatistics(shop.app, owner, counted)).toEqual({
    endpointId: own,
    delivered: 3,
    failed: 3,
    p50: 20,
    p99: 900,
  })
})

test('more events are claimed for a fast endpoint, unless another process holds some', async () => {
  await plantMany(numbered(12))
  const quick = { quick: [own] }
  expect(await claimed({ ...quick, holder: 'another' })).toHaveLength(8)
  expect(await claimed({ ...quick, holder: 'me' })).toEqual([])
  await shop.app.sql.write("update endpoint_delivery set lease_token = null where lease_holder = 'another'")
  await plant({ name: 'left', leased: 'now' })
  expect(await claimed({ ...quick, holder: 'me' })).toHaveLength(4)
})
