import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeConnection } from '../../src/connecting/remove-connection.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { switchConnection } from '../../src/connections/switch-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, lifetimeS, send, statusOf, transfers } from '../payments/scenario.ts'

// Two merchants have both proved by an OTP that a wallet is theirs: the first has switched it off, the second uses it.
let shop: TestShop
let first: { accountId: number; connectionId: number; key: string }
let second: { accountId: number; connectionId: number; key: string }
const phone = '081200000001'

beforeAll(async () => {
  shop = await createTestShop()
  const { accountId } = shop.demo
  const [{ id: connectionId } = { id: 0 }] = await shop.app.sql.query<{ id: number }>(
    `select id from connection where account_id = $1 and connector = 'wallet'`,
    [accountId],
  )
  first = { accountId, connectionId, key: shop.keys.demo }
  const { id } = await createAccount(shop.app, { name: 'partner', isVerified: true, plan: 'premium' })
  await switchConnection(shop.app, accountId, { connectionId, isActive: false })
  second = {
    accountId: id,
    connectionId: await createConnection(shop.app, {
      accountId: id,
      connector: 'wallet',
      mode: 'test',
      label: 'Dompet',
      credentials: makeBridgedCredentials(shop.sandboxUrl, 'wallet', phone),
      window: sandboxWindow,
    }),
    key: await createKey(shop.app, { accountId: id, mode: 'test', label: 'Test', isRateLimited: false }),
  }
})
afterAll(() => shop.close())

/** Reads only this merchant's wallet. */
async function read({ connectionId }: { connectionId: number }): Promise<void> {
  await shop.app.sql.write(
    `update reading set due_at = case when connection_id = $1 then '-infinity'::timestamptz else 'infinity' end,
       leased_until = '-infinity'`,
    [connectionId],
  )
  await waitUntilFinished(readTransfers(shop.app, 10))
}

const inboxOf = async (accountId: number) =>
  (
    await shop.app.sql.query<{ amount: number }>(
      'select amount from transfer where account_id = $1 and connection_id = any($2)',
      [accountId, [first.connectionId, second.connectionId]],
    )
  ).map(({ amount }) => amount)

test('money of one merchant is not withheld by the other who reads it first', async () => {
  const payment = await create(shop, {}, second.key)
  await send(shop, { connector: 'wallet', amount: payment.final_amount })
  await read(first)
  expect(await transfers(shop)).toEqual([])
  await read(second)
  expect(await statusOf(shop, payment, second.key)).toBe('paid')
  expect(await inboxOf(first.accountId)).toEqual([])
})

test('unexpected money is reported to the merchant whose connection is switched on', async () => {
  await create(shop, {}, second.key)
  await send(shop, { connector: 'wallet', amount: 777_777 })
  await read(first)
  await read(second)
  expect(await inboxOf(first.accountId)).toEqual([])
  expect(await inboxOf(second.accountId)).toContain(777_777)
})

test('a payment expires once its own merchant has read the list, not when the other has', async () => {
  const payment = await create(shop, {}, second.key)
  shop.advance(lifetimeS + 3600)
  await read(first)
  await expirePayments(shop.app)
  expect(await statusOf(shop, payment, second.key)).toBe('pending')
  await read(second)
  await expirePayments(shop.app)
  expect(await statusOf(shop, payment, second.key)).toBe('expired')
})

test('open payments of one merchant are paid by their own reader, or reviewed by the other after removal', async () => {
  const use = async (one: typeof first, other: typeof first) => {
    await switchConnection(shop.app, other.accountId, { connectionId: other.connectionId, isActive: false })
    await switchConnection(shop.app, one.accountId, { connectionId: one.connectionId, isActive: true })
  }
  await use(first, second)
  shop.forgetKeys()
  const [left, lost] = [await create(shop, {}, first.key), await create(shop, {}, first.key)]
  await use(second, first)
  await send(shop, { connector: 'wallet', amount: left.final_amount })
  await read(second)
  expect(await inboxOf(second.accountId)).not.toContain(left.final_amount)
  await read(first)
  expect(await statusOf(shop, left, first.key)).toBe('paid')
  await removeConnection(shop.app, first.accountId, first.connectionId)
  await send(shop, { connector: 'wallet', amount: lost.final_amount })
  await read(second)
  expect(await inboxOf(second.accountId)).toContain(lost.final_amount)
})
