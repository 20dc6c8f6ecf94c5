import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnection } from '../../../src/connections/create-connection.ts'
import { switchConnection } from '../../../src/connections/switch-connection.ts'
import { type ConnectorId, connectors } from '../../../src/connectors/index.ts'
import { createKey } from '../../../src/keys/create-key.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { create, statusOf, transfers } from '../../payments/scenario.ts'
import { forward, money, secret } from './phone.ts'

// A person who types a number into the form may not own it, so it is not proved.
const number = '081299990000'
const phone = { secret, apps: ['com.gojek.gopay'], dialect: 'native', account: number, heartbeat_s: 60 }

let shop: TestShop
let squatter: number
let owner: number
let key: string

beforeAll(async () => {
  shop = await createTestShop()
  squatter = await connect(shop.second.accountId, 'qris_user')
  owner = await connect(shop.operator.accountId, 'wallet_direct')
  const { accountId } = shop.operator
  key = await createKey(shop.app, { accountId, mode: 'test', label: 'Op', isRateLimited: false })
})
afterAll(() => shop.close())

const connect = (accountId: number, method: string) =>
  createConnection(shop.app, {
    accountId,
    connector: 'mutations',
    mode: 'test',
    label: 'HP',
    credentials: { ...phone, method },
  })
const order = (amount = 31_000) => create(shop, { payment_method: 'wallet_direct', amount }, key)
const amounts = async (invoice: string) =>
  (await transfers(shop)).filter(row => row.invoice_id === invoice).map(row => row.amount)

test('two merchants can name the same number, and neither blocks the other', () => {
  expect(owner).not.toBe(squatter)
})

test("the other merchant's phone neither pays nor explains this merchant's payment", async () => {
  const payment = await order()
  await forward(shop, squatter, money(payment.final_amount))
  expect(await statusOf(shop, payment, key)).toBe('pending')
  expect(await amounts(payment.invoice_id)).toEqual([])
})

test("an earlier report of the other merchant's phone with the same id suppresses nothing", async () => {
  const payment = await order()
  const told = money(payment.final_amount)
  await forward(shop, squatter, told)
  await forward(shop, squatter, { ...told, text: 'Kamu menerima Rp1 dari SITI' })
  await forward(shop, owner, told)
  expect(await statusOf(shop, payment, key)).toBe('paid')
})

test("the other merchant's heartbeat lets nothing expire, on or off", async () => {
  const payment = await order()
  shop.advance(1800 + 120 + 300 + 60)
  const beat = () => ({ type: 'heartbeat', listener_connected: true, sent_at: new Date().toISOString() })
  const { accountId } = shop.second
  for (const isActive of [true, false]) {
    await switchConnection(shop.app, accountId, { connectionId: squatter, isActive })
    expect(await forward(shop, squatter, beat())).toMatchObject({ status: 200 })
    await expirePayments(shop.app)
    expect(await statusOf(shop, payment, key)).toBe('pending')
  }
  await forward(shop, owner, beat())
  await expirePayments(shop.app)
  expect(await statusOf(shop, payment, key)).toBe('expired')
})

test('each merchant holds amounts separately', async () => {
  const [row] = await shop.app.sql.query<{ accounts: number; owners: number }>(
    'select count(*) as accounts, count(distinct owner_id) as owners from receiving_account where external_id = $1',
    [number],
  )
  expect(row).toEqual({ accounts: 2, owners: 2 })
})

// Whether each connector proves the receiving account, and the reason.
test.each<[ConnectorId, boolean, string]>([
  ['interactive', false, 'a merchant names the merchant id and the address'],
  ['snap', false, 'a merchant names the merchant id and the address'],
  ['bank', false, 'a merchant names the host that reports the number'],
  ['mutations', false, 'a merchant types it'],
  ['wallet', true, 'the wallet sends a code to the number'],
  ['merchant-wallet', true, 'the wallet reports it for its own token'],
])('%s proves the receiving account (%s), because %s', (id, isProved) => {
  expect(connectors[id].provesAccount ?? false).toBe(isProved)
})

test('every connector that proves an account is listed here with its reason', () => {
  const proving = Object.values(connectors).filter(({ provesAccount }) => provesAccount)
  expect(proving.map(({ id }) => id).sort()).toEqual(['merchant-wallet', 'wallet'])
})
