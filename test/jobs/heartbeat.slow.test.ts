import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { lockDueUnitsSql } from '../../src/callbacks/fetch-units-sql.ts'
import { type Heartbeat, startHeartbeat } from '../../src/jobs/heartbeat.ts'
import { holdLease, leaseHolder, whileClaiming, whileHeld } from '../../src/lib/holder.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { version } from '../../src/lib/version.ts'
import { spreadEvents } from '../../src/modules/webhooks/spread-events.ts'
import { openShop, paidPayments, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import type { TestShop } from '../kit/app.ts'
import { deliverAllEvents, deliverEventsOnce } from '../kit/endpoints.ts'
import { slots } from '../kit/parts.ts'
import { waitUntil } from '../kit/shop-process.ts'
import { create } from '../payments/scenario.ts'

let shop: TestShop
let receiver: Receiver
let heartbeat: Heartbeat | undefined

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
})

afterEach(async () => {
  await heartbeat?.stop()
  heartbeat = undefined
  await shop.close()
  await receiver.close()
})

test('five callbacks left by a killed process delay the next ones of their account by seconds, not a lease', async () => {
  await paidPayments(shop, 8, receiver.url)
  await heldBy(await killedProcess(), 5, { silentS: 2.5 })
  await waitUntilFinished(deliverCallbacks(shop.app, 100))
  expect(receiver.received).toHaveLength(0)
  heartbeat = await startHeartbeat(shop.app)
  await waitUntilFinished(deliverCallbacks(shop.app, 100))
  await waitUntilFinished(deliverCallbacks(shop.app, 100))
  expect(receiver.received).toHaveLength(8)
})

test('a process on another machine gets six seconds, counted by a process that was alive all that time', async () => {
  await paidPayments(shop, 5, receiver.url)
  await heldBy('elsewhere 12 1700000000000', 5, { silentS: 7 })
  heartbeat = await startHeartbeat(shop.app)
  expect(await held()).toBe(5)
  await shop.app.sql.write("update process set steady_since = now() - interval '7 seconds' where holder = $1", [
    leaseHolder,
  ])
  await waitUntil(async () => (await held()) === 0, 10_000)
})

test('a living process keeps its leases, even after a long silence', async () => {
  await paidPayments(shop, 5, receiver.url)
  await heldBy(`${hostname()} ${process.ppid} 1700000000000`, 5, { silentS: 5 })
  heartbeat = await startHeartbeat(shop.app)
  expect(await held()).toBe(5)
})

test('a process that ends releases its unfinished work', async () => {
  await paidPayments(shop, 5, receiver.url)
  heartbeat = await startHeartbeat(shop.app)
  await heldBy(leaseHolder, 5, { silentS: 0 })
  await heartbeat.stop()
  expect(await held()).toBe(0)
  expect(await shop.app.sql.query('select holder from process')).toEqual([])
})

test('a process records its version, even over a record of the previous version', async () => {
  await shop.app.sql.write('insert into process (holder, beaten_at, steady_since) values ($1, now(), now())', [
    leaseHolder,
  ])
  heartbeat = await startHeartbeat(shop.app)
  const said = await shop.app.sql.query('select version from process where holder = $1', [leaseHolder])
  await heartbeat.stop()
  expect(said).toEqual([{ version: version }])
})

test('five events left by a killed process delay the next ones of their endpoint by seconds, not a lease', async () => {
  await shop.api('/create-endpoint', { body: { url: receiver.url, types: ['payment.created'] } })
  await Promise.all(Array.from({ length: 8 }, () => create(shop)))
  await spreadEvents(shop.app)
  await heldBy(await killedProcess(), 5, { silentS: 2.5, table: 'endpoint_delivery' })
  await deliverEventsOnce(shop)
  expect(receiver.received).toHaveLength(0)
  heartbeat = await startHeartbeat(shop.app)
  await deliverAllEvents(shop)
  expect(receiver.received).toHaveLength(8)
})

/** Work whose lease ends when it is due: two rows are running and one has ended. */
const leasedUntilDue: [what: string, table: string, due: string, insert: string][] = [
  [
    'a second of a broadcast',
    'broadcast',
    'next_at',
    `insert into broadcast (account_id, bot_id, author_chat_id, text, state, next_at, lease_token, lease_holder, once,
       created_at)
     select $1::bigint, n, 1, 'Diskon', case when n < 3 then 'sending' else 'stopped' end, now() + interval '40 s',
       gen_random_uuid(), $2, 'cast ' || n, now() from generate_series(1, 3) n`,
  ],
  [
    'a refund of Stars',
    'star_purchase',
    'retry_at',
    `insert into star_purchase (account_id, mode, customer_id, token, variant_id, product_name, variant_name, stars,
       status, charge_id, paid_at, refunded_at, retry_at, lease_token, lease_holder, created_at)
     select $1::bigint, 'test', 1, repeat('t', 21) || n, 1, 'Kunci', '', 150,
       case when n < 3 then 'refund_due' else 'refunded' end, 'charge ' || n, now(),
       case when n < 3 then null else now() end, now() + interval '40 s', gen_random_uuid(), $2, now()
     from generate_series(1, 3) n`,
  ],
  [
    'a change of a card',
    'bill_card',
    'edit_at',
    `insert into bill_card (account_id, inline_message_id, bot_id, bill_id, language, edit_at, lease_token,
       lease_holder, created_at)
     select $1::bigint, 'message ' || n, 1, 1, 'id', case when n < 3 then now() + interval '40 s' end,
       gen_random_uuid(), $2, now() from generate_series(1, 3) n`,
  ],
]

describe.each(leasedUntilDue)('%s', (_what, table, due, insert) => {
  async function leaseTo(signature: string): Promise<void> {
    await shop.app.transaction('installation', async tx => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(insert, [shop.demo.accountId, signature])
    })
  }
  const count = async (condition: string) =>
    (await shop.app.sql.query(`select 1 as one from ${table} where ${condition}`)).length
  const dueNow = () => count(`${due} <= now() and lease_holder is null`)

  test('the lease of a killed process is due again within seconds, and ended work stays as it is', async () => {
    const dead = await killedProcess()
    await leaseTo(dead)
    await heldBy(dead, 0, { silentS: 2.5 })
    expect(await dueNow()).toBe(0)
    heartbeat = await startHeartbeat(shop.app)
    expect(await dueNow()).toBe(2)
    expect(await count(`lease_holder is not null and (${due} is null or ${due} > now())`)).toBe(1)
  })

  test('leases that this process left behind are due again, and those in use are not', async () => {
    await leaseTo(leaseHolder)
    const [{ lease_token: kept }] = (await shop.app.sql.query(
      `select lease_token from ${table} where ${due} > now() order by ${due} limit 1`,
    )) as [{ lease_token: string }]
    const letGo = holdLease(kept)
    heartbeat = await startHeartbeat(shop.app, 50)
    await waitUntil(async () => (await dueNow()) === 1, 15_000)
    await beats(10)
    expect(await dueNow()).toBe(1)
    letGo()
  })
})

test('a request for units by a killed process is repeated within seconds, and an ended one is not', async () => {
  await shop.app.transaction('installation', async tx => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into unit_request (account_id, mode, order_id, item_id, key, url, state, next_at, lease_token,
         lease_holder, created_at)
       select $1::bigint, 'test', 1, n, gen_random_uuid()::text, 'https://seller.example',
         case when n < 3 then 'pending' else 'failed' end, now() + interval '40 s',
         gen_random_uuid(), $2, now() from generate_series(1, 3) n`,
      [shop.demo.accountId, await killedProcess()],
    )
  })
  const [{ lease_holder: dead }] = (await shop.app.sql.query('select lease_holder from unit_request limit 1')) as [
    { lease_holder: string },
  ]
  await heldBy(dead, 0, { silentS: 2.5 })
  const due = async () => {
    const locked = await shop.app.transaction('installation', tx =>
      tx.query(lockDueUnitsSql, { now: shop.app.now(), limit: 10, perAccount: 10 }),
    )
    return locked.length
  }
  expect(await due()).toBe(0)
  heartbeat = await startHeartbeat(shop.app)
  expect(await due()).toBe(2)
  expect(
    await shop.app.sql.query("select 1 as one from unit_request where lease_holder is null and state = 'pending'"),
  ).toHaveLength(2)
})

test('leases that no work of their living process holds are released, in every queue', async () => {
  await paidPayments(shop, 2, receiver.url)
  heartbeat = await startHeartbeat(shop.app)
  await heldBy(leaseHolder, 2, { silentS: 0 })
  const [kept] = await shop.app.sql.query<{ lease_token: string }>('select lease_token from delivery limit 1')
  await whileHeld([kept!.lease_token], async () => {
    await waitUntil(async () => (await held()) === 1, 10_000)
    expect(await shop.app.sql.query('select lease_token from delivery where lease_token is not null')).toEqual([kept])
  })
  await waitUntil(async () => (await held()) === 0, 10_000)
})

test('leases of a claim that is still running are not released, no matter how slow the machine is', async () => {
  await paidPayments(shop, 1, receiver.url)
  heartbeat = await startHeartbeat(shop.app, 50)
  let end = () => {}
  const claim = whileClaiming(
    () =>
      new Promise<void>(resolve => {
        end = resolve
      }),
  )
  await heldBy(leaseHolder, 1, { silentS: 0 })
  // It is first seen during the claim, and then for as many beats as it takes to free an abandoned lease.
  await beats(10)
  expect(await held()).toBe(1)
  end()
  await claim
  await waitUntil(async () => (await held()) === 0, 15_000)
})

test("a person's chat is free within seconds if the response about its lease was lost", async () => {
  await shop.app.sql.write(
    `insert into chat_lease (bot_id, person_id, token, holder, leased_until)
     select 1, person, gen_random_uuid(), $1, now() + interval '15 s' from unnest(array[1, 2]) person`,
    [leaseHolder],
  )
  const [kept] = await shop.app.sql.query<{ token: string }>('select token from chat_lease where person_id = 2')
  const end = holdLease(kept!.token)
  heartbeat = await startHeartbeat(shop.app, 50)
  await waitUntil(async () => (await shop.app.sql.query('select from chat_lease')).length === 1, 10_000)
  expect(await shop.app.sql.query('select token from chat_lease')).toEqual([kept])
  end()
})

test('the heartbeat covers every table that has leases', async () => {
  const tables = await shop.app.sql.query<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c
     join pg_class t on t.relname = c.table_name and not t.relispartition
     where c.table_schema = 'public' and c.column_name = 'lease_holder'`,
  )
  const source = readFileSync(new URL('../../src/jobs/heartbeat.ts', import.meta.url), 'utf8')
  const looked = [...source.matchAll(/lease_token from (\w+)\b/g)].map(([, name]) => name!)
  for (const added of [slots.leases, slots.dueLeases]) looked.push(...(added ?? []).map(({ table }) => table))
  expect(looked.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

/** Waits until the process has sent this number of heartbeats. */
async function beats(count: number): Promise<void> {
  const heard = new Set<string>()
  const beaten = 'select beaten_at::text as at from process where holder = $1'
  await waitUntil(async () => {
    const [row] = await shop.app.sql.query<{ at: string }>(beaten, [leaseHolder])
    return heard.add(row!.at).size > count
  }, 30_000)
}

/** Returns the signature of a dead process of this machine. */
async function killedProcess(): Promise<string> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  child.kill('SIGKILL')
  await once(child, 'exit')
  return `${hostname()} ${child.pid} 1700000000000`
}

async function heldBy(
  signature: string,
  deliveries: number,
  { silentS, table = 'delivery' }: { silentS: number; table?: string },
): Promise<void> {
  await shop.app.sql.write(
    `insert into process (holder, beaten_at, steady_since)
     values ($1, now() - make_interval(secs => $2), now() - make_interval(secs => $2)) on conflict do nothing`,
    [signature, silentS],
  )
  await shop.app.sql.write(
    `update ${table} set lease_token = gen_random_uuid(), lease_holder = $1,
      leased_until = now() + interval '40 seconds'
     where id in (select id from ${table} order by id limit $2)`,
    [signature, deliveries],
  )
}

async function held(): Promise<number> {
  const rows = await shop.app.sql.query<{ count: number }>(
    'select count(*) from delivery where lease_token is not null and leased_until > now()',
  )
  return rows[0]!.count
}
