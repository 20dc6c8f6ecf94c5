import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { type ClaimValues, claimSql } from '../../src/callbacks/deliver-callbacks-sql.ts'
import { lockDueUnitsSql } from '../../src/callbacks/fetch-units-sql.ts'
import { limitByHost } from '../../src/connections/host-room.ts'
import { turnsSql } from '../../src/connections/probe-connections-sql.ts'
import { createBoundedPool } from '../../src/lib/bounded-pool.ts'
import { leaseHolder } from '../../src/lib/holder.ts'
import { encodeInvoiceMonth } from '../../src/lib/ids.ts'
import type { OutboundAnswer } from '../../src/lib/outbound.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { findDueCards } from '../../src/modules/bills/send-bill-cards.ts'
import { findOwedStars } from '../../src/modules/stars/send-star-refunds.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { claimEventsSql } from '../../src/modules/webhooks/deliver-events-sql.ts'
import { claimChargesSql } from '../../src/money/poll-charges-sql.ts'
import { claimSql as claimReadings } from '../../src/money/read-transfers-sql.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { claimSql as claimCharges } from '../../src/payments/charge-payments-sql.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { openPayments, openWallets } from '../money/many-wallets.ts'
import { create } from '../payments/scenario.ts'

// One provider, receiver or account that hangs must not take the places of all others.

describe('a pool', () => {
  test('hanging work in a pool frees its place after a second, and is limited', async () => {
    let at = 0
    const pool = createBoundedPool(2, { hangingMax: 3, now: () => at })
    const ends: (() => void)[] = []
    const start = () =>
      pool.start(async room => ({ work: Array.from({ length: room }, () => new Promise<void>(end => ends.push(end))) }))
    expect(await start()).toBe(2)
    at = 999
    expect(await start()).toBe(0)
    at = 1_000
    expect(await start()).toBe(2)
    at = 2_000
    expect(await start()).toBe(1)
    at = 3_000
    expect(await start()).toBe(0)
    for (const end of ends) end()
    await pool.drain(1_000)
    expect(await start()).toBe(2)
  })
})

describe('a host', () => {
  const answer: OutboundAnswer = { status: 200, headers: {}, body: Buffer.from('') }
  const address = () => `https://${randomUUID()}.example/list`

  async function hanging(url: string) {
    const clock = { at: 10_000 }
    const ends: ((answer: OutboundAnswer) => void)[] = []
    const fetch = () => new Promise<OutboundAnswer>(end => ends.push(end))
    const way = limitByHost({ fetch }, { connector: 'wallet', accountId: 1 }, () => clock.at)
    const other = limitByHost({ fetch }, { connector: 'bank', accountId: 1 }, () => clock.at)
    const neighbour = limitByHost({ fetch }, { connector: 'wallet', accountId: 2 }, () => clock.at)
    const waiting = Array.from({ length: 20 }, () => way.fetch(url))
    return { clock, ends, way, other, neighbour, waiting }
  }

  test('a host that leaves twenty requests unanswered for two seconds gets no more, while others do', async () => {
    const url = address()
    const { clock, ends, way, other, waiting } = await hanging(url)
    clock.at += 1_999
    void way.fetch(url)
    clock.at += 1
    await expect(way.fetch(url)).rejects.toMatchObject({ kind: 'timeout' })
    void way.fetch(address())
    void other.fetch(url)
    expect(ends).toHaveLength(23)
    clock.at += 499
    void way.fetch(url)
    expect(ends, 'one now and then').toHaveLength(24)
    await expect(way.fetch(url)).rejects.toMatchObject({ kind: 'timeout' })
    ends[0]!(answer)
    await waiting[0]
    void way.fetch(url)
    expect(ends).toHaveLength(25)
  })

  test('a host that hangs for one merchant still serves others, but no more requests of the first', async () => {
    const url = address()
    const { clock, ends, way, neighbour } = await hanging(url)
    for (let second = 0; second < 30; second++) {
      clock.at += 1_000
      const answered = neighbour.fetch(url)
      ends.at(-1)!(answer)
      expect(await answered).toBe(answer)
    }
    await expect(Promise.race([way.fetch(url), way.fetch(url)])).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('a host that hangs for all takes one request of each merchant, and a hundred in total', async () => {
    const url = address()
    const { clock, ends } = await hanging(url)
    clock.at += 2_000
    const sent = Array.from({ length: 300 }, (_, index) => {
      const connection = { connector: 'wallet', accountId: 100 + (index % 150) }
      return limitByHost({ fetch: () => new Promise(() => ends.push(() => {})) }, connection, () => clock.at).fetch(url)
    })
    const refused: unknown[] = []
    for (const one of sent) one.catch(error => refused.push(error.kind))
    await expect.poll(() => refused).toEqual(Array(220).fill('timeout'))
    expect(ends).toHaveLength(100)
  })

  test('a host that is slow but responds gets all requests', async () => {
    const url = address()
    const { clock, ends, way, waiting } = await hanging(url)
    clock.at += 5_000
    ends[19]!(answer)
    await waiting[19]
    clock.at += 1_000
    for (let more = 0; more < 30; more++) void way.fetch(url)
    expect(ends).toHaveLength(50)
  })
})

describe('due work in turns', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true, isAlone: true })
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.app.sql.write("update reading set leased_until = '-infinity', lease_token = null")
    await shop.app.sql.write("update charge set leased_until = '-infinity', lease_token = null")
  })
  const rows = (sql: string, ...values: unknown[]) => shop.app.sql.query<Record<string, unknown>>(sql, values)

  test('connectors take turns in having their lists read, and failed ones come last', async () => {
    const wallets = await openWallets(shop.app, 4)
    await openPayments(shop.app, wallets, 1)
    await create(shop, { payment_method: 'qris_user' })
    await rows(`update reading set due_at = now() - interval '1 minute'
      - case when connection_id in (select id from connection where connector = 'wallet') then interval '1 hour'
        else interval '0' end`)
    const [failing] = await rows(
      `update reading set failures = 1, due_at = now() - interval '1 day' where connection_id = (
        select connection_id from reading r join connection c on c.id = r.connection_id
        where c.receiving_account_id in (select receiving_account_id from hold) and c.connector = 'wallet' limit 1)
       returning connection_id`,
    )
    const listing = ['wallet', 'bank']
    const claimed = (await shop.app.sql.query(claimReadings, {
      limit: 2,
      listing,
      leaseS: 30,
      holder: leaseHolder,
      now: shop.app.now(),
    })) as unknown as { connection: number }[]
    const ids = claimed.map(({ connection }) => connection)
    const read = await rows('select connector from connection where id = any ($1) order by connector', ids)
    expect(read).toEqual([{ connector: 'bank' }, { connector: 'wallet' }])
    expect(ids).not.toContain(failing!.connection_id)
  })

  test('codes of the connection with less running work are created first', async () => {
    const first = [await create(shop, { payment_method: 'qris' }), await create(shop, { payment_method: 'qris' })]
    const last = await create(shop, { payment_method: 'qris' }, shop.keys.second)
    await rows("update charge set ask_at = now() - interval '1 hour' where invoice_id = any ($1)", [
      ...first.map(({ invoice_id }) => invoice_id),
    ])
    await rows(
      `update charge set connection_id = (select min(id) from connection where id <> charge.connection_id)
       where invoice_id = $1`,
      last.invoice_id,
    )
    const claimed = (await shop.app.sql.query(claimCharges, {
      limit: 2,
      now: shop.app.now(),
      leaseS: 60,
      holder: leaseHolder,
      perConnection: 50,
      isOperators: null,
    })) as unknown as { payment: string }[]
    expect(claimed.map(({ payment }) => payment)).toContain(last.invoice_id)
  })

  test('connectors take turns in having their codes checked', async () => {
    await rows(`update charge set connection_id = (
      select id from connection where connector = 'interactive' and mode = 'test' limit 1)`)
    await waitUntilFinished(chargePayments(shop.app, 100))
    await rows("update charge set ask_at = now() - interval '1 minute' where state = 'coded'")
    await rows(
      `update charge set ask_at = now(), connection_id = (select min(id) from connection where connector = 'wallet')
       where id = (select max(id) from charge)`,
    )
    const connections = await rows("select distinct connection_id from charge where state = 'coded'")
    expect(connections.length).toBeGreaterThan(1)
    const place = connections.map(({ connection_id }) => ({
      connection_id: Number(connection_id),
      room: 10,
      named_room: 10,
    }))
    const claimed = (await shop.app.sql.query(claimChargesSql, {
      place,
      budgets: { wallet: 2 },
      leaseS: 60,
      now: shop.app.now(),
      holder: leaseHolder,
      limit: connections.length,
    })) as unknown as { connection: number }[]
    expect(new Set(claimed.map(({ connection }) => connection)).size).toBe(connections.length)
  })

  test('callbacks to an address with less running work are sent first', async () => {
    const month = encodeInvoiceMonth(shop.app.now())
    const plant = async (origin: string, name: string, isLeased: boolean) => {
      const event = randomUUID()
      await rows(
        `insert into event (id, account_id, mode, type, subject, month, payload, created_at)
         values ($1, $2, 'test', 'payment.paid', $3, $4, '{}', now())`,
        ...[event, shop.demo.accountId, name, month],
      )
      await rows(
        `insert into delivery (event_id, account_id, mode, invoice_id, month, url, state, attempts, next_at, created_at,
           lease_token, lease_holder, leased_until)
         values ($1, $2, 'test', $3, $4, $5, 'pending', 0, now() - interval '1 minute', now(), $6, $7,
           case when $6::uuid is null then '-infinity' else now() + interval '1 hour' end)`,
        ...[event, shop.demo.accountId, name, month, `${origin}/hook`],
        ...[isLeased ? randomUUID() : null, isLeased ? 'another' : null],
      )
    }
    const [hanging, good] = ['https://hanging.example', 'https://good.example']
    for (let n = 0; n < 2; n++) await plant(hanging, `${hanging} leased ${n}`, true)
    for (let n = 0; n < 3; n++) await plant(hanging, `${hanging} ${n}`, false)
    for (let n = 0; n < 2; n++) await plant(good, `${good} ${n}`, false)
    const endpoint = [hanging, good].map(origin => ({ account_id: shop.demo.accountId, origin }))
    const asked: ClaimValues = {
      endpoint,
      now: shop.app.now(),
      limit: 2,
      perEndpoint: 5,
      perAccount: 50,
      holder: leaseHolder,
      leaseS: 45,
    }
    const claimed = (await shop.app.sql.query(claimSql, asked)) as unknown as { invoiceId: string }[]
    expect(claimed.map(({ invoiceId }) => invoiceId).toSorted()).toEqual([`${good} 0`, `${good} 1`])
  })

  test('events of an endpoint and account with less running work are sent first', async () => {
    const make = async (accountId: number, name: string) => {
      const owner = { accountId, mode: 'test' as const }
      const address = { url: `https://${name}.example/hook`, types: ['payment.paid' as const] }
      return (await createWebhook(shop.app, owner, address, commandActor)).endpoint.id
    }
    const { accountId } = shop.demo
    const [hanging, good] = [await make(accountId, 'hanging'), await make(accountId, 'good')]
    const others = await make(shop.second.accountId, 'others')
    const plant = async (endpoint: string, owner: number, count: number, isLeased: boolean) => {
      for (let n = 0; n < count; n++) {
        const event = randomUUID()
        await rows(
          `insert into outward_event (id, account_id, mode, type, object, sequence, body, created_at)
           values ($1::uuid, $2, 'test', 'payment.paid', $1::text, 1, '{}', now())`,
          ...[event, owner],
        )
        await rows(
          `insert into endpoint_delivery (endpoint_id, event_id, account_id, mode, type, object, sequence, state,
             attempts, next_at, created_at, lease_token, lease_holder, leased_until)
           values ($1, $2::uuid, $3, 'test', 'payment.paid', $2::text, 1, 'pending', 0, now(), now(), $4, $5,
             case when $4::uuid is null then '-infinity' else now() + interval '1 hour' end)`,
          ...[endpoint, event, owner, isLeased ? randomUUID() : null, isLeased ? 'another' : null],
        )
      }
    }
    await plant(hanging, accountId, 3, true)
    await plant(hanging, accountId, 4, false)
    await plant(good, accountId, 2, false)
    await plant(others, shop.second.accountId, 2, false)
    const claim = async (limit: number) => {
      const bounds = {
        perEndpoint: 5,
        quick: [],
        perQuick: 50,
        perAccount: 50,
        perMessage: 20,
        holder: leaseHolder,
        leaseS: 45,
      }
      const asked = { endpoints: [hanging, good, others], now: shop.app.now(), limit, ...bounds }
      const claimed = await shop.app.sql.query(claimEventsSql, asked)
      return claimed.map(one => (one as unknown as { endpoint: string }).endpoint)
    }
    expect(await claim(2)).toEqual([others, others])
    expect(await claim(2)).toEqual([good, good])
    expect(await claim(10)).toEqual([hanging, hanging])
  })

  test('failing connectors take turns in being tested again', async () => {
    const failing = await rows(`update connection set failing_since = now() - interval '1 hour',
        failing_kind = 'unreachable', failing_error = 'no answer'
      where is_active and connector in ('wallet', 'interactive') returning connector`)
    expect(failing.length).toBeGreaterThan(3)
    const turns = await shop.app.sql.query(turnsSql, { limit: 2 })
    expect(turns.map(({ connector }) => connector).toSorted()).toEqual(['interactive', 'wallet'])
    expect(await shop.app.sql.query(turnsSql, { limit: 100 })).toHaveLength(failing.length)
    await rows('update connection set failing_since = null, failing_kind = null, failing_error = null')
  })

  test('a bot with a thousand bill cards takes at most half of the places', async () => {
    await shop.app.transaction('installation', async tx => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `insert into bill_card (inline_message_id, account_id, bot_id, bill_id, language, edit_at, created_at)
         select bot || ' ' || n, $1, bot, 0, 'id', now() - make_interval(mins => case bot when 1 then 9 else 1 end),
           now()
         from (values (1, 1000), (2, 3)) bots (bot, count), generate_series(1, bots.count) n`,
        [shop.demo.accountId],
      )
    })
    const find = async (limit: number) => {
      const cards = await findDueCards(shop.app.em('installation'), shop.app.now(), limit)
      return cards.map(({ botId }) => botId)
    }
    expect(await find(4)).toEqual([1, 2, 1, 2])
    expect(await find(1)).toEqual([1])
    await rows(
      `update bill_card set edit_at = now() + interval '20 s', lease_token = gen_random_uuid()
       where ctid in (select ctid from bill_card where bot_id = 1 limit 8)`,
    )
    expect(await find(4)).toEqual([2, 2, 2])
    await rows('delete from bill_card')
    expect(await find(4)).toEqual([])
  })

  test('an account has at most four running refunds of Stars, and accounts take turns', async () => {
    await shop.app.transaction('installation', async tx => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `insert into star_purchase (account_id, mode, customer_id, token, variant_id, product_name, variant_name, stars,
           status, charge_id, refund_reason, retry_at, created_at, paid_at)
         select account, 'test', 0, left(md5(account || ' ' || n), 22), 0, 'Kunci', '', 5, 'refund_due',
           account || ' ' || n, 'seller', now() - make_interval(mins => case account when $1 then 9 else 1 end), now(),
           now()
         from (values ($1::bigint, 1000), ($2::bigint, 3)) owners (account, count), generate_series(1, count) n`,
        [shop.demo.accountId, shop.second.accountId],
      )
    })
    const [full, other] = [shop.demo.accountId, shop.second.accountId]
    const find = async (limit: number) => {
      const owed = await findOwedStars(shop.app.em('installation'), shop.app.now(), limit)
      return owed.map(({ accountId }) => accountId)
    }
    expect(await find(4)).toEqual([full, other, full, other])
    expect(await find(20)).toEqual([full, other, full, other, full, other, full])
    await rows(
      `update star_purchase set retry_at = now() + interval '40 s', lease_token = gen_random_uuid()
       where id in (select id from star_purchase where account_id = $1 limit 4)`,
      full,
    )
    expect(await find(4)).toEqual([other, other, other])
    await rows('delete from star_purchase')
    expect(await find(4)).toEqual([])
  })

  test('an account has at most twenty running requests for units, and one with fewer comes first', async () => {
    await shop.app.transaction('installation', async tx => {
      await tx.query('set local session_replication_role = replica')
      const plant = (accountId: number, count: number, leased: boolean) =>
        tx.query(
          `insert into unit_request (account_id, mode, order_id, item_id, key, url, next_at, lease_token, created_at)
           select $1::bigint, 'test', 1, $1::bigint * 1000 + $2::int * 100 + n, gen_random_uuid()::text,
             'https://seller.example', now() + case when $3::boolean then interval '40 s' else interval '-1 minute' end,
             case when $3::boolean then gen_random_uuid() end, now()
           from generate_series(1, $2::int) n`,
          [accountId, count, leased],
        )
      await plant(shop.demo.accountId, 18, true)
      await plant(shop.demo.accountId, 5, false)
      await plant(shop.second.accountId, 3, false)
    })
    const lock = (limit: number) =>
      shop.app.transaction('installation', async tx => {
        const locked = await tx.query(lockDueUnitsSql, { now: shop.app.now(), limit, perAccount: 20 })
        const ids = locked.map(({ id }) => id)
        return tx.query<{ account_id: number }>('select account_id from unit_request where id = any ($1)', [ids])
      })
    const accounts = (found: { account_id: number }[]) => found.map(({ account_id }) => account_id).toSorted()
    const { accountId } = shop.second
    expect(accounts(await lock(3))).toEqual([accountId, accountId, accountId])
    expect(await lock(100)).toHaveLength(5)
  })
})
