import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../src/accounts/account.ts'
import { Subscription } from '../../src/accounts/subscription.ts'
import { Connection } from '../../src/connections/connection.ts'
import { Reading } from '../../src/connections/reading.ts'
import { Charge } from '../../src/payments/charge.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { Payment } from '../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
let own: Payment
let others: Payment
let em: EntityManager

beforeAll(async () => {
  shop = await createTestShop()
  own = await createPayment(shop.app, shop.demo, { paymentMethod: 'qris', amount: 10_000 })
  others = await createPayment(shop.app, shop.second, { paymentMethod: 'wallet_direct', amount: 10_000 })
})
afterAll(() => shop.close())

test('a fork sees only the rows of its account and mode', async () => {
  em = shop.app.em(shop.demo)
  expect((await em.find(Payment, {})).map(payment => payment.invoiceId)).toEqual([own.invoiceId])
  expect(await em.findOne(Payment, { invoiceId: others.invoiceId })).toBeNull()
  expect(await em.count(Payment)).toBe(1)
  expect(await em.find(Account, {})).toMatchObject([{ id: shop.demo.accountId }])
  expect(await shop.app.em({ accountId: shop.demo.accountId, mode: 'live' }).count(Payment)).toBe(0)
  expect(await shop.app.em('installation').count(Payment)).toBe(2)
})

test('a person sees only the rows of the accounts that they belong to', async () => {
  const both = shop.app.em({ accountIds: [shop.demo.accountId, shop.second.accountId] })
  expect(await both.count(Payment)).toBe(2)
  const one = shop.app.em({ accountIds: [shop.second.accountId] })
  expect((await one.find(Payment, {})).map(payment => payment.invoiceId)).toEqual([others.invoiceId])
  expect(await shop.app.em({ accountIds: [] }).count(Payment)).toBe(0)
  one.create(Subscription, { account: shop.demo.accountId, plan: 'premium', startsAt: new Date() })
  await expect(one.flush()).rejects.toThrow('another account')
})

test("updates and deletes do not reach another account's rows", async () => {
  em = shop.app.em(shop.demo)
  expect(await em.nativeUpdate(Payment, { invoiceId: others.invoiceId }, { payerName: 'Mallory' })).toBe(0)
  expect(await em.nativeDelete(Subscription, { account: shop.second.accountId })).toBe(0)
})

test('a scope that does not fit the table is an error, instead of every row', async () => {
  await expect(shop.app.em({ accountId: shop.demo.accountId }).find(Payment, {})).rejects.toThrow('names none')
  await expect(shop.app.em(shop.demo).find(Reading, {})).rejects.toThrow('its scope is `shared`')
})

test('tables without an account have their own scope, without access to accounts', async () => {
  em = shop.app.em('shared')
  expect(await em.count(Reading)).toBeGreaterThan(1)
  expect(await em.nativeUpdate(Reading, {}, { askingFailures: 3 })).toBeGreaterThan(1)
  for (const table of [Payment, Account, Connection]) {
    await expect(em.find<object>(table, {})).rejects.toThrow('belongs to accounts')
    await expect(em.nativeUpdate<object>(table, {}, {})).rejects.toThrow('belongs to accounts')
  }
  em.create(Subscription, { account: shop.second.accountId, plan: 'premium', startsAt: new Date() })
  await expect(em.flush()).rejects.toThrow('another account')
})

test('a flush with a row of another account fails, inserted or changed through a reference', async () => {
  em = shop.app.em(shop.demo)
  em.create(Subscription, { account: shop.second.accountId, plan: 'premium', startsAt: new Date() })
  await expect(em.flush()).rejects.toThrow('another account')

  em = shop.app.em(shop.demo)
  em.getReference(Account, shop.second.accountId).displayName = 'Taken over'
  await expect(em.flush()).rejects.toThrow('another account')

  em = shop.app.em(shop.demo)
  em.getReference(Payment, others.invoiceId).payerName = 'Mallory'
  await expect(em.flush()).rejects.toThrow('another account')
  expect(await shop.app.em(shop.second).findOneOrFail(Payment, others.invoiceId)).toMatchObject({ payerName: null })
})

test("a relation to the operator's connection leaves the scope, and hides no row", async () => {
  em = shop.app.em(shop.demo)
  const [charge] = await em.find(Charge, { payment: own.invoiceId }, { populate: ['connection'] })
  expect(charge!.connection.account.id).toBe(shop.operator.accountId)
  expect(await em.find(Connection, {})).toMatchObject([{ connector: 'wallet' }])
})

test('a payment also names its account by its id', async () => {
  const payment = await shop.app.em(shop.demo).findOneOrFail(Payment, own.invoiceId)
  expect(payment.accountId).toBe(shop.demo.accountId)
  expect(payment.account.id).toBe(shop.demo.accountId)
})
