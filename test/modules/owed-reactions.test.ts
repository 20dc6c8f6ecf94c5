import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Reaction } from '../../src/events/announce.ts'
import { createBoundedPool } from '../../src/lib/bounded-pool.ts'
import { foldModules, foldReactions, oweReactions } from '../../src/modules/fold.ts'
import type { Module } from '../../src/modules/module.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, send } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ isAlone: true })
  await shop.app.sql.write('create table loaf (invoice_id text not null)')
  // The shop runs without this module.
  const reactions = foldReactions(shop.app.reactions, oweReactions([bakery([bake])], []))
  Object.assign(shop.app, { reactions })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.app.sql.write('delete from loaf')
  await shop.app.sql.write('delete from owed_reaction')
})

const bakery = (paid: Reaction<'payment.paid'>[]): Module => ({
  name: 'bakery',
  summary: 'bakes a loaf for each payment',
  reactions: { 'payment.paid': paid },
})

const bake: Reaction<'payment.paid'> = async (tx, events) => {
  for (const { payload } of events) await tx.write('insert into loaf values ($1)', [payload.invoiceId])
}

/** Bakes, and loses the connection before the commit, like a killed process. */
const dieBaking: Reaction<'payment.paid'> = async (tx, events, app) => {
  await bake(tx, events, app)
  await tx.write('select pg_terminate_backend(pg_backend_pid())')
}

/** Runs the sweep once in a process that has the module on. */
const replay = async (paid: Reaction<'payment.paid'>[] = [bake]) => {
  const [sweep] = foldModules([bakery(paid)]).sweeps(shop.app, createBoundedPool)
  expect(sweep).toMatchObject({ name: 'replay-reactions' })
  await sweep!.run(new AbortController().signal)
}

async function pay(amount: number): Promise<string> {
  const payment = await create(shop, { amount, payment_method: 'qris' })
  await shop.work()
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  return payment.invoice_id
}

const baked = async () =>
  (await shop.app.sql.query<{ invoice_id: string }>('select * from loaf')).map(row => row.invoice_id)
const owed = () =>
  shop.app.sql.query<{ module: string; subject: string; type: string }>(
    'select o.module, e.subject, e.type from owed_reaction o join event e on e.id = o.event_id order by e.created_at',
  )

test('a payment settles while a module is off, and the reaction that the module owes is stored', async () => {
  const invoiceId = await pay(31_000)
  const [payment] = await shop.app.sql.query('select status from payment where invoice_id = $1', [invoiceId])
  expect(payment).toEqual({ status: 'paid' })
  expect(await owed()).toEqual([{ module: 'bakery', subject: invoiceId, type: 'payment.paid' }])
  expect(await baked()).toEqual([])
})

test('processes that replay simultaneously run each owed reaction once', async () => {
  const paid = [await pay(32_000), await pay(33_000)]
  await Promise.all(Array.from({ length: 6 }, () => replay()))
  expect((await baked()).sort()).toEqual(paid.sort())
  expect(await owed()).toEqual([])
  await replay()
  expect(await baked()).toHaveLength(2)
})

test('a process that is killed while replaying leaves the reaction owed, and a later run does it once', async () => {
  const invoiceId = await pay(34_000)
  await replay([dieBaking])
  expect(await baked()).toEqual([])
  expect(await owed()).toHaveLength(1)
  await replay()
  expect(await baked()).toEqual([])
  shop.advance(61)
  await replay()
  expect(await baked()).toEqual([invoiceId])
  expect(await owed()).toEqual([])
})

test('a failing reaction does not hold up the others', async () => {
  const failing = await pay(35_000)
  const good = await pay(36_000)
  await replay([
    async (tx, events, app) => {
      await bake(tx, events, app)
      if (events[0]!.payload.invoiceId === failing) throw new Error('the oven is cold')
    },
  ])
  expect(await baked()).toEqual([good])
  expect(await owed()).toMatchObject([{ subject: failing }])
})
