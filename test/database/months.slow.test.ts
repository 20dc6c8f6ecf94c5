import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCallbacks } from '../../src/callbacks/list-callbacks.ts'
import { redeliverCallbacks } from '../../src/callbacks/redeliver.ts'
import { sendTestCallback } from '../../src/callbacks/send-test-callback.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import { makeMonths } from '../../src/jobs/make-months.ts'
import { listPayments } from '../../src/payments/list-payments.ts'
import { deliver, openShop, paidPayment, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { runSqlFile } from '../kit/sql-file.ts'

/** docs/scale.md, "Months as partitions": the files of deploy/, run on a shop that already has payments. */
let shop: TestShop
let receiver: Receiver
let earlier: string

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
  earlier = await paidPayment(shop, receiver.url)
  await deliver(shop)
  for (const name of ['payments', 'events']) await runSqlFile(shop.connection, `partition-${name}.sql`)
  // Only new sessions use the setting from the files.
  await shop.app.sql.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})

/** The beginning of a later month (UTC). */
const monthsAfter = (at: Date, count: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1))

const partitionsOf = (invoiceId: string) =>
  shop.app.sql.query(
    `select p.tableoid::regclass::text as payment, e.tableoid::regclass::text as event,
      d.tableoid::regclass::text as delivery
     from payment p join event e on e.subject = p.invoice_id and e.type = 'payment.paid'
       join delivery d on d.event_id = e.id
     where p.invoice_id = $1`,
    [invoiceId],
  )

test('existing rows are in the first partition, and are resent from there', async () => {
  const before = { payment: 'payment_before', event: 'event_before', delivery: 'delivery_before' }
  expect(await partitionsOf(earlier)).toEqual([before])
  await redeliverCallbacks(shop.app, { owner: shop.demo, which: { invoiceId: earlier }, by: 'sari' })
  await deliver(shop)
  expect(receiver.received).toHaveLength(2)
  expect(await partitionsOf(earlier)).toEqual([before, before])
})

test('references to a payment stay checked, except for holds and charges, which are written with it', async () => {
  const references = await shop.app.sql.query<{ name: string; enforced: boolean; validated: boolean }>(
    `select conrelid::regclass::text as name, conenforced as enforced, convalidated as validated from pg_constraint
     where contype = 'f' and confrelid = 'payment'::regclass and conparentid = 0`,
  )
  expect(references.length).toBeGreaterThan(5)
  expect(
    references
      .filter(({ enforced }) => !enforced)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['charge', 'hold'])
  expect(references.filter(({ enforced, validated }) => enforced && !validated)).toEqual([])
})

test("a payment of a later month is created, paid, reported and listed, in that month's partitions", async () => {
  shop.advance(32 * 24 * 3600)
  const month = shop.app.now().toISOString().slice(0, 7).replace('-', '')
  const invoiceId = await paidPayment(shop, receiver.url)
  await deliver(shop)
  await sendTestCallback(shop.app, shop.demo, { url: receiver.url, by: 'sari' })
  await deliver(shop)
  expect(await partitionsOf(invoiceId)).toEqual([
    { payment: `payment_${month}`, event: `event_${month}`, delivery: `delivery_${month}` },
  ])
  expect(await listCallbacks(shop.app, shop.demo)).toMatchObject([
    { isTest: true, state: 'delivered' },
    { invoiceId, state: 'delivered' },
    { invoiceId: earlier, state: 'delivered' },
    { invoiceId: earlier, state: 'delivered' },
  ])
  const { payments } = await listPayments(shop.app, shop.demo, { page: 1, limit: 10 })
  expect(payments.map(payment => payment.invoiceId)).toEqual([invoiceId, earlier])
  const told = invariants.filter(({ id }) => id !== 'I12')
  expect(await findViolations(shop.app, told)).toEqual([])
})

test('future months are created as time passes, each once, and accept payments', async () => {
  const known = await makeMonths(shop.app)
  expect(await makeMonths(shop.app)).toEqual([])
  const later = monthsAfter(shop.app.now(), 2)
  shop.advance((later.getTime() - shop.app.now().getTime()) / 1000 + 3600)
  const made = await makeMonths(shop.app)
  const names = [5, 6].map(ahead => monthsAfter(later, ahead).toISOString().slice(0, 7).replace('-', ''))
  expect(made).toEqual(['delivery', 'event', 'payment'].flatMap(table => names.map(month => `${table}_${month}`)))
  expect(known.some(name => made.includes(name))).toBe(false)
  expect(await makeMonths(shop.app)).toEqual([])
  shop.advance(6 * 31 * 24 * 3600 - 24 * 3600)
  const last = shop.app.now().toISOString().slice(0, 7).replace('-', '')
  const invoiceId = await paidPayment(shop, receiver.url)
  await deliver(shop)
  expect(await partitionsOf(invoiceId)).toEqual([
    { payment: `payment_${last}`, event: `event_${last}`, delivery: `delivery_${last}` },
  ])
})

test('creating a month that meets a lock gives up, so that payments do not wait behind it', async () => {
  shop.advance(31 * 24 * 3600)
  await shop.app.transaction('installation', async tx => {
    await tx.query('select 1 from payment limit 1')
    await expect(makeMonths(shop.app)).rejects.toMatchObject({ code: '55P03' })
  })
  expect((await makeMonths(shop.app)).length).toBeGreaterThan(0)
})

test('unpartitioned tables need no months', async () => {
  const plain = await createTestShop()
  expect(await makeMonths(plain.app)).toEqual([])
  await plain.close()
})

test('statements of new sessions are planned once', async () => {
  const session = new pg.Client(shop.connection)
  await session.connect()
  const { rows } = await session.query("select current_setting('plan_cache_mode') as setting")
  await session.end()
  expect(rows).toEqual([{ setting: 'force_generic_plan' }])
})

test('a month that is old enough is deleted, with its deliveries, events and payments', async () => {
  const months = await shop.app.sql.query<{ name: string }>(
    "select relname as name from pg_class where relispartition and relkind = 'r' and relname !~ '_before$' order by 1",
  )
  const empty = months.at(-1)!.name.slice('payment_'.length)
  for (const table of ['delivery', 'event', 'payment']) {
    await shop.app.sql.write(`alter table ${table} detach partition ${table}_${empty} concurrently`)
    await shop.app.sql.write(`drop table ${table}_${empty}`)
  }
})
