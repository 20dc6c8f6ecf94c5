import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { findStandingByAccount, type Standing } from '../../src/keys/standing.ts'
import { chooseMethod, listWaysToPay } from '../../src/methods/list-ways-to-pay.ts'
import { findPayerWay } from '../../src/methods/payer-way.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { newCustomer, openStall, order, type Stall } from '../orders/store.ts'
import { detect } from '../payments/scenario.ts'

let shop: TestShop
let stall: Stall
let before: Standing
let standing: Standing
let own: number

const amount = 20_000 + randomInt(9_000)
const none: ReadonlySet<string> = new Set()
const ways = (of: Standing, of_amount = amount, failed = none) => listWaysToPay(shop.app, of, of_amount, failed)
const current = async () => (await findStandingByAccount(shop.app, shop.demo.accountId, 'test'))!
const withOwn = (change: object): Standing => ({
  ...standing,
  connections: standing.connections.map(each => (each.id === own ? { ...each, ...change } : each)),
})

beforeAll(async () => {
  shop = await createTestShop({ ownCodes: true })
  before = await current()
  own = await createConnection(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'interactive',
    mode: 'test',
    label: 'Sendiri',
    credentials: makeInteractiveCredentials(shop.sandboxUrl, 'TOKO-CARA'),
    window: sandboxWindow,
  })
  standing = await current()
  stall = await openStall(shop.app, standing)
})
afterAll(() => shop.close())

test('a payer sees one QRIS and one transfer, no matter how many methods a shop has', () => {
  expect(ways(before)).toEqual(['qris', 'wallet_direct'])
  expect(ways(standing).map(findPayerWay)).toEqual(['scan', 'transfer'])
})

test('a provider that the merchant connected by key precedes every other QRIS', () => {
  expect(ways(standing)).toEqual(['qris_user', 'wallet_direct'])
})

test('a provider connected before exact amounts keeps its place behind the usual one', () => {
  expect(ways(withOwn({ isExact: false }))).toEqual(['qris', 'wallet_direct'])
})

test('another QRIS replaces one that is down, or does not accept the amount', () => {
  expect(ways(withOwn({ isDown: true }))).toEqual(['qris', 'wallet_direct'])
  expect(ways(withOwn({ window: { amountMin: amount + 1 } }))).toEqual(['qris', 'wallet_direct'])
  expect(ways(withOwn({ window: { amountMax: amount - 1 } }))).toEqual(['qris', 'wallet_direct'])
  expect(ways(before, 500_001)).toEqual(['qris_user', 'wallet_direct'])
})

test('a method that failed to make a code is used again only if no other QRIS is left', () => {
  expect(ways(standing, amount, new Set(['qris_user']))).toEqual(['qris', 'wallet_direct'])
  const all = new Set(['qris', 'qris_user', 'wallet_qris'])
  expect(ways(standing, amount, all)).toEqual(['qris_user', 'wallet_direct'])
})

test('the way that a payer chose is kept, even if its method is not the best or is gone', () => {
  const choose = (requested: string | undefined, failed = none) =>
    chooseMethod(shop.app, standing, { amount, requested, failed })
  expect(choose(undefined)).toBe('qris_user')
  expect(choose('wallet_direct')).toBe('wallet_direct')
  expect(choose('wallet_qris')).toBe('wallet_qris')
  expect(choose('qris_platform')).toBe('qris_user')
  expect(choose('qris_user', new Set(['qris_user']))).toBe('qris')
})

test('an order whose provider refused to make a code gets the next one by another method', async () => {
  const customer = await newCustomer(stall)
  const { token } = await order(stall, customer, { shave: 1 })
  const pay = () => requestPayment(shop.app, standing, { customerId: customer, token, paymentMethod: 'qris_user' })
  const first = await pay()
  // The provider already has another code with this reference.
  await shop.app.sql.write(
    `insert into sandbox.code (mid, client_reference, amount, qris, requested_at) values ('TOKO-CARA', $1, 999, 'x', now())`,
    [`${first.payment.invoiceId}-1`],
  )
  expect(first.payment.paymentMethod).toBe('qris_user')
  await detect(shop)
  expect((await pay()).payment.paymentMethod).toBe('qris')
})
