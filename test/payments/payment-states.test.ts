import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as migration from '../../migrations/Migration20261129191548_fill_payment_states.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import { settleTogether } from '../../src/money/settle-together.ts'
import { storeTransfers } from '../../src/money/transfer-moves.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { listPayments } from '../../src/payments/list-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { allEntities } from '../kit/entities.ts'
import { runSqlFile } from '../kit/sql-file.ts'
import { waitUntilWaiting } from '../kit/waiting.ts'
import { type CreatedPayment, create, letExpire, transfer, walletOf } from './scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const rule = invariants.filter(({ id }) => id === 'I22')

async function createMany(count: number): Promise<CreatedPayment[]> {
  return Promise.all(Array.from({ length: count }, () => create(shop, { amount: 10_000 + randomInt(5_000_000) })))
}

function moneyFor(payments: CreatedPayment[]) {
  const occurredAt = shop.app.now()
  return payments.map(({ invoice_id, final_amount }) =>
    transfer({ reference: invoice_id, amount: final_amount, occurredAt }),
  )
}

async function statesOf({ invoice_id }: CreatedPayment): Promise<object[]> {
  return shop.app.sql.query('select status, paid_via, payer_name from payment_state where invoice_id = $1', [
    invoice_id,
  ])
}

async function settlePage(payments: CreatedPayment[]): Promise<void> {
  const page = { source: await walletOf(shop), transfers: moneyFor(payments), store: storeTransfers }
  await shop.app.transaction('installation', tx => settleTogether(shop.app, tx, page))
}

test('a page of money adds one row to the statistics for payments of the same quarter of an hour', async () => {
  const count = async () => (await shop.app.sql.query<{ n: number }>('select count(*) as n from payment_delta'))[0]!.n
  const payments = await createMany(20)
  const before = await count()
  await settlePage(payments)
  // Two if a quarter began while they were created.
  expect((await count()) - before).toBeLessThanOrEqual(2)
  expect(
    await findViolations(
      shop.app,
      invariants.filter(({ id }) => id === 'I15'),
    ),
  ).toEqual([])
})

test('a payment that is paid, cancelled, expired or deleted is listed by its new state', async () => {
  const [paid, cancelled, expired, deleted] = (await createMany(4)) as [CreatedPayment, ...CreatedPayment[]]
  for (const payment of [paid, cancelled!]) expect(await statesOf(payment)).toMatchObject([{ status: 'pending' }])
  await settlePage([paid])
  await cancelPayment(shop.app, { ...shop.demo, mode: 'test' }, cancelled!.invoice_id, 'merchant')
  await shop.app.sql.write('delete from hold where invoice_id = $1', [deleted!.invoice_id])
  await shop.app.sql.write('delete from payment where invoice_id = $1', [deleted!.invoice_id])
  await letExpire(shop)
  expect(await statesOf(paid)).toMatchObject([{ status: 'paid', paid_via: 'wallet_direct' }])
  expect(await statesOf(cancelled!)).toMatchObject([{ status: 'cancelled' }])
  expect(await statesOf(expired!)).toMatchObject([{ status: 'expired' }])
  expect(await statesOf(deleted!)).toEqual([])
  for (const [payment, status] of [
    [paid, 'paid'],
    [cancelled, 'cancelled'],
    [expired, 'expired'],
  ] as const) {
    const { payments } = await listPayments(shop.app, { ...shop.demo, mode: 'test' }, { status, page: 1, limit: 100 })
    expect(payments.map(({ invoiceId }) => invoiceId)).toContain(payment!.invoice_id)
    expect(payments.every(each => each.status === status)).toBe(true)
  }
  expect(await findViolations(shop.app, rule)).toEqual([])
})

const replacedIndexes = {
  due: "(expires_at) where status = 'pending'",
  of_status: '(account_id, mode, status, created_at, invoice_id)',
  paid_via: "(account_id, mode, paid_via, created_at, invoice_id) where status = 'paid'",
  newest_paid: "(account_id, mode, paid_at) where status = 'paid'",
  of_reff_num: '(account_id, mode, paid_reff_num text_pattern_ops) where paid_reff_num is not null',
  of_payer: '(account_id, mode, lower(payer_name) text_pattern_ops) where payer_name is not null',
}

async function fillAgain(): Promise<void> {
  const { orm, close } = await connectDatabase(shop.connection, { poolMax: 1, entities: allEntities })
  const [Fill] = Object.values(migration)
  await new Fill!(orm.em.getDriver() as never, orm.config).up()
  await close()
}

test('an upgrade fills in the states of payments that change in the meantime', async () => {
  const [first, settling] = (await createMany(2)) as [CreatedPayment, CreatedPayment]
  await shop.app.sql.write('delete from payment_state')
  const page = { source: await walletOf(shop), transfers: moneyFor([settling]), store: storeTransfers }
  let filling: Promise<void> | undefined
  await shop.app.transaction('installation', async tx => {
    await settleTogether(shop.app, tx, page)
    filling = fillAgain()
    await waitUntilWaiting(shop, 1)
  })
  await filling
  await settlePage([first])
  expect(await statesOf(settling)).toMatchObject([{ status: 'paid' }])
  expect(await findViolations(shop.app, rule)).toEqual([])
  // An upgrade that was interrupted begins again.
  await fillAgain()
  expect(await findViolations(shop.app, rule)).toEqual([])
})

test('an upgrade fills in the states of payments in partitions as well, and drops the indexes it replaces', async () => {
  // Before 1.1; partitioning gives these names to a partition, and others to the whole table.
  for (const [name, on] of Object.entries(replacedIndexes)) {
    await shop.app.sql.write(`create index payment_${name} on payment ${on}`)
  }
  await runSqlFile(shop.connection, 'partition-payments.sql')
  await shop.app.sql.write('delete from payment_state')
  await fillAgain()
  const left = await shop.app.sql.query<{ on: string }>(
    "select pg_get_indexdef(indexrelid) as on from pg_index where indrelid = 'payment'::regclass",
  )
  expect(left.filter(({ on }) => /status|paid_at|paid_via|paid_reff_num|payer_name/.test(on))).toEqual([])
  const payments = await createMany(3)
  await settlePage(payments)
  expect(await statesOf(payments[0]!)).toMatchObject([{ status: 'paid' }])
  expect(await findViolations(shop.app, rule)).toEqual([])
})
