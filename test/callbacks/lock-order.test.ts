import { randomUUID } from 'node:crypto'
import type { EntityName } from '@mikro-orm/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import type { CallbackEndpoint } from '../../src/callbacks/callback-endpoint.ts'
import { type ClaimValues, claimSql, markSql } from '../../src/callbacks/deliver-callbacks-sql.ts'
import { pauseWaitingDeliveries } from '../../src/callbacks/delivery-moves.ts'
import { freeExpiredSql } from '../../src/callbacks/leased-sql.ts'
import { hastenSql } from '../../src/callbacks/redeliver-sql.ts'
import type { Tx } from '../../src/database/transaction.ts'
import { updateInOrder } from '../../src/database/update-in-order.ts'
import { encodeInvoiceMonth } from '../../src/lib/ids.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { claimEventsSql, markEventsSql } from '../../src/modules/webhooks/deliver-events-sql.ts'
import { spreadEvents } from '../../src/modules/webhooks/spread-events.ts'
import { pauseSending, resumeSending, stopSending } from '../../src/modules/webhooks/webhook-delivery-moves.ts'
import { claimChargesSql, recordTogetherSql } from '../../src/money/poll-charges-sql.ts'
import { Charge } from '../../src/payments/charge.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { recheckEndedPayments } from '../../src/payments/recheck-ended-payments.ts'
import { watchPayments } from '../../src/payments/watch-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { waitUntilWaiting } from '../kit/waiting.ts'
import { create } from '../payments/scenario.ts'

// Transactions that lock many rows in different orders wait for each other until PostgreSQL ends one of them. Each of
// these locks them by ascending id, or skips locked rows. The indexes would lead to the opposite order.

const origin = 'https://orders.example'
const token = randomUUID()
const count = 4

let shop: TestShop
let endpoint: string
const ids: Record<Table, number[]> = { delivery: [], endpoint_delivery: [], charge: [] }

type Table = 'delivery' | 'endpoint_delivery' | 'charge'

beforeAll(async () => {
  shop = await createTestShop()
  const address = { url: `${origin}/events`, types: ['payment.created' as const] }
  const owner = { accountId: shop.demo.accountId, mode: 'test' as const }
  endpoint = (await createWebhook(shop.app, owner, address, commandActor)).endpoint.id
  for (let n = 0; n < count; n++) await create(shop, { payment_method: 'qris' })
  await spreadEvents(shop.app)
  await waitUntilFinished(chargePayments(shop.app, 100))
  await plantCallbacks()
  for (const table of Object.keys(ids) as Table[]) {
    const rows = await shop.app.sql.query<{ id: number }>(`select id from ${table} order by id desc limit ${count}`)
    ids[table] = rows.map(({ id }) => id).reverse()
    expect(rows).toHaveLength(count)
  }
}, 60_000)
afterAll(() => shop.close())

const write = (text: string, ...values: unknown[]) => shop.app.sql.write(text, values)

async function plantCallbacks(): Promise<void> {
  const month = encodeInvoiceMonth(shop.app.now())
  for (let n = 0; n < count; n++) {
    const event = randomUUID()
    await write(
      `insert into event (id, account_id, mode, type, subject, month, payload, created_at)
       values ($1, $2, 'test', 'payment.paid', $3, $4, '{}', now())`,
      ...[event, shop.demo.accountId, `callback ${n}`, month],
    )
    await write(
      `insert into delivery (event_id, account_id, mode, invoice_id, month, url, state, attempts, next_at, created_at)
       values ($1, $2, 'test', $3, $4, $5, 'pending', 0, now(), now())`,
      ...[event, shop.demo.accountId, `callback ${n}`, month, `${origin}/hook`],
    )
  }
}

/** Creates waiting rows, the lowest ids last. */
async function open(table: Table): Promise<void> {
  const due = table === 'charge' ? "state = 'coded', is_closed = false, ask_at" : "state = 'pending', next_at"
  await write(
    `update ${table} set ${due} = now() - make_interval(mins => ids.place::integer), lease_token = null,
       lease_holder = null, leased_until = '-infinity'
     from unnest($1::bigint[]) with ordinality ids (id, place) where ${table}.id = ids.id`,
    ids[table],
  )
}

async function lease(table: Table): Promise<void> {
  await open(table)
  await write(
    `update ${table} set lease_token = $1, lease_holder = 'another', leased_until = now() - interval '1 s'
     where id = any($2)`,
    ...[token, ids[table]],
  )
}

let attempt = 0
function outcomes(table: Table) {
  attempt++
  return ids[table]
    .map(id => ({
      id,
      token,
      state: 'delivered',
      number: attempt,
      next_at: shop.app.now(),
      status: 200,
      duration_ms: 1,
    }))
    .map(row => ({ ...row, error: null, response: null, request: null, month: encodeInvoiceMonth(shop.app.now()) }))
    .reverse()
}

const inTransaction = (work: (tx: Tx) => Promise<unknown>) => shop.app.transaction('installation', work)
const bounds = { perEndpoint: 5, perAccount: 50, holder: 'this', leaseS: 45, limit: 100 }

const waiting: [string, Table, typeof open, () => Promise<unknown>][] = [
  [
    'outcomes of callbacks',
    'delivery',
    lease,
    () => {
      return shop.app.sql.query(markSql, { outcome: outcomes('delivery'), now: shop.app.now() })
    },
  ],
  [
    'callbacks of a disabled address',
    'delivery',
    open,
    () => {
      return inTransaction(tx =>
        pauseWaitingDeliveries(tx, [{ account: { id: shop.demo.accountId }, origin } as CallbackEndpoint]),
      )
    },
  ],
  [
    'resent callbacks',
    'delivery',
    async table => {
      await open(table)
      await write('update delivery set next_at = now() + make_interval(mins => 9 - id::integer % 8)')
    },
    async () => {
      const events = await shop.app.sql.query<{ event_id: string }>('select event_id from delivery order by id desc')
      const asked = { events: events.map(row => row.event_id), now: shop.app.now(), triedUntil: shop.app.now() }
      await shop.app.sql.query(hastenSql, asked)
    },
  ],
  [
    'outcomes of events',
    'endpoint_delivery',
    lease,
    () => {
      return shop.app.sql.query(markEventsSql, { outcome: outcomes('endpoint_delivery'), now: shop.app.now() })
    },
  ],
  [
    'events of an endpoint that is switched off',
    'endpoint_delivery',
    open,
    () => {
      return inTransaction(tx => pauseSending(tx, endpoint))
    },
  ],
  [
    'events of an endpoint that is switched on',
    'endpoint_delivery',
    async table => {
      await open(table)
      await write("update endpoint_delivery set state = 'paused' where state = 'pending'")
    },
    () => inTransaction(tx => resumeSending(tx, endpoint, shop.app.now())),
  ],
  [
    'events of an endpoint that is deleted',
    'endpoint_delivery',
    open,
    () => inTransaction(tx => stopSending(tx, endpoint)),
  ],
  [
    'codes on open pages',
    'charge',
    async table => {
      await open(table)
      await write("update charge set watched_until = '-infinity'")
    },
    async () => {
      const charges = await shop.app.sql.query<{ invoice_id: string }>('select invoice_id from charge order by id desc')
      await watchPayments(
        shop.app,
        charges.map(row => row.invoice_id),
      )
    },
  ],
  [
    'codes of payments that ended',
    'charge',
    async table => {
      await open(table)
      // Simultaneous payments get their codes in any order: here the last code belongs to the first payment.
      const ends = [ids.charge[0], ids.charge.at(-1)]
      const of = 'select invoice_id from charge where id = any($1) order by id'
      const [first, last] = await shop.app.sql.query<{ invoice_id: string }>(of, [ends])
      const spare = await create(shop)
      const move = (id: unknown, invoice: string) =>
        write('update charge set invoice_id = $2 where id = $1', id, invoice)
      await move(ends[0], spare.invoice_id)
      await move(ends[1], first!.invoice_id)
      await move(ends[0], last!.invoice_id)
    },
    async () => {
      const charges = await shop.app.sql.query<{ invoice_id: string }>('select invoice_id from charge order by id desc')
      const invoiceIds = charges.map(row => row.invoice_id)
      return inTransaction(tx => recheckEndedPayments(tx, invoiceIds, shop.app.now()))
    },
  ],
  [
    'leases of a dead process',
    'charge',
    lease,
    () => {
      const freed = { leaseToken: null, leaseHolder: null }
      return inTransaction(tx => updateInOrder(tx, Charge as EntityName<Charge>, { leaseHolder: 'another' }, freed))
    },
  ],
]

test.each(waiting)(
  '%s are locked in the order of their ids',
  async (_, table, prepare, work) => {
    await prepare(table)
    const [first, ...rest] = ids[table]
    let working: Promise<unknown> | undefined
    await inTransaction(async tx => {
      await tx.query(`select id from ${table} where id = $1 for update`, [first])
      working = work()
      await waitUntilWaiting(shop, 1)
      const free = await shop.app.sql.query<{ id: number }>(
        `select id from ${table} where id = any($1) order by id for update skip locked`,
        [rest],
      )
      expect(free.map(({ id }) => id)).toEqual(rest)
    })
    await working
  },
  60_000,
)

const skipping: [string, Table, typeof open, () => Promise<unknown>][] = [
  [
    'a claim of callbacks',
    'delivery',
    open,
    () => {
      const asked: ClaimValues = {
        endpoint: [{ account_id: shop.demo.accountId, origin }],
        now: shop.app.now(),
        ...bounds,
      }
      return shop.app.sql.query(claimSql, asked)
    },
  ],
  ['callbacks whose lease expired', 'delivery', lease, () => shop.app.sql.write(freeExpiredSql('delivery'), {})],
  [
    'a claim of events',
    'endpoint_delivery',
    open,
    () => {
      const quick = { quick: [], perQuick: 50, perMessage: 20 }
      return shop.app.sql.query(claimEventsSql, { endpoints: [endpoint], now: shop.app.now(), ...quick, ...bounds })
    },
  ],
  [
    'events whose lease expired',
    'endpoint_delivery',
    lease,
    () => {
      return shop.app.sql.write(freeExpiredSql('endpoint_delivery'), {})
    },
  ],
  [
    'a claim of codes to check',
    'charge',
    open,
    async () => {
      const rows = await shop.app.sql.query<{ id: number }>('select distinct connection_id as id from charge')
      const place = rows.map(row => ({ connection_id: row.id, room: 100, named_room: 100 }))
      const { holder, leaseS, limit } = bounds
      await shop.app.sql.query(claimChargesSql, {
        place,
        budgets: { wallet: 2 },
        now: shop.app.now(),
        holder,
        leaseS,
        limit,
      })
    },
  ],
  [
    'a record of answers about codes',
    'charge',
    lease,
    () => {
      const pauses = { pause_s: 60, watched_pause_s: 60, rest_s: 0 }
      const answers = ids.charge.map(id => ({
        charge_id: id,
        token,
        asked_at: shop.app.now(),
        is_over: false,
        ...pauses,
      }))
      return shop.app.sql.query(recordTogetherSql, { answers: answers.reverse() })
    },
  ],
]

test.each(skipping)(
  '%s skips a row that another process holds, and takes the others',
  async (_, table, prepare, work) => {
    await prepare(table)
    const before = await tokens(table)
    const [first, ...rest] = ids[table]
    await inTransaction(async tx => {
      await tx.query(`select id from ${table} where id = $1 for update`, [first])
      await work()
    })
    const after = await tokens(table)
    expect(after.get(first!)).toBe(before.get(first!))
    for (const id of rest) expect(after.get(id)).not.toBe(before.get(id))
  },
  60_000,
)

async function tokens(table: Table): Promise<Map<number, string | null>> {
  const rows = await shop.app.sql.query<{ id: number; token: string | null }>(
    `select id, lease_token as token from ${table}`,
  )
  return new Map(rows.map(({ id, token }) => [id, token]))
}

test('simultaneous claims, expiring leases, outcomes and pauses never deadlock', async () => {
  const tables = ['delivery', 'endpoint_delivery', 'charge'] as const
  for (let round = 0; round < 10; round++) {
    for (const table of tables) await (round % 2 === 0 ? open : lease)(table)
    const works = [...waiting, ...skipping].map(([, , , work]) => work)
    const done = await Promise.allSettled([...works, ...works].map(work => work()))
    expect(done.filter(one => one.status === 'rejected')).toEqual([])
  }
  const [row] = await shop.app.sql.query<{ deadlocks: number }>(
    `select deadlocks, pg_stat_clear_snapshot() from pg_stat_database where datname = current_database()`,
  )
  expect(Number(row!.deadlocks)).toBe(0)
}, 60_000)
