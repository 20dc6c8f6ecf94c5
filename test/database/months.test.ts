import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCallbacks } from '../../src/callbacks/list-callbacks.ts'
import { redeliver } from '../../src/callbacks/redeliver.ts'
import { sendTestCallback } from '../../src/callbacks/send-test-callback.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import { listPayments } from '../../src/payments/list-payments.ts'
import { deliver, openShop, paidPayment, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import type { TestShop } from '../kit/app.ts'
import { runSqlFile } from '../kit/sql-file.ts'

/** docs/scale.md, "Months as partitions": the files of deploy/, on a shop that has traded already. */
let shop: TestShop
let receiver: Receiver
let earlier: string

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
  earlier = await paidPayment(shop, receiver.url)
  await deliver(shop)
  for (const name of ['payments', 'events', 'months', 'months'])
    await runSqlFile(shop.connection, `partition-${name}.sql`)
  // New sessions alone have the setting of the files.
  await shop.app.sql.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})

const partitionsOf = (invoiceId: string) =>
  shop.app.sql.query(
    `select p.tableoid::regclass::text as payment, e.tableoid::regclass::text as event, d.tableoid::regclass::text as delivery
     from payment p join event e on e.subject = p.invoice_id and e.type = 'payment.paid' join delivery d on d.event_id = e.id
     where p.invoice_id = $1`,
    [invoiceId],
  )

test('what there was is in the first partition, and is sent again from there', async () => {
  const before = { payment: 'payment_before', event: 'event_before', delivery: 'delivery_before' }
  expect(await partitionsOf(earlier)).toEqual([before])
  await redeliver(shop.app, { owner: shop.demo, which: { invoiceId: earlier }, by: 'sari' })
  await deliver(shop)
  expect(receiver.received).toHaveLength(2)
  expect(await partitionsOf(earlier)).toEqual([before, before])
})

test('a payment of a later month is made, paid, told and listed, and is in the partitions of its month', async () => {
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

test('a month that is old enough goes: its deliveries, its events, its payments', async () => {
  const [row] = await shop.app.sql.query<{ setting: string }>("select current_setting('plan_cache_mode') as setting")
  expect(row).toEqual({ setting: 'force_generic_plan' })
  const months = await shop.app.sql.query<{ name: string }>(
    "select relname as name from pg_class where relispartition and relkind = 'r' and relname !~ '_before$' order by 1",
  )
  expect(months).toHaveLength(3 * 6)
  const empty = months.at(-1)!.name.slice('payment_'.length)
  for (const table of ['delivery', 'event', 'payment']) {
    await shop.app.sql.write(`alter table ${table} detach partition ${table}_${empty} concurrently`)
    await shop.app.sql.write(`drop table ${table}_${empty}`)
  }
})
