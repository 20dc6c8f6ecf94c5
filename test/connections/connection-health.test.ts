import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceCredentials } from '../../src/connecting/replace-credentials.ts'
import { listConnections } from '../../src/connections/list-connections.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, send, statusOf } from '../payments/scenario.ts'

let shop: TestShop

beforeEach(async () => {
  shop = await createTestShop()
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values (7, null, 'live', 'platform_bot', 'Warung', '{}', '', 'hook')`,
  )
  for (const [accountId, chatId] of [
    [shop.demo.accountId, 100],
    [shop.operator.accountId, 200],
    [shop.second.accountId, 300],
  ]) {
    await shop.app.sql.write(
      `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, $2, 'A', 'id', now())`,
      [accountId, chatId],
    )
  }
})
afterEach(() => shop.close())

async function useToken(token: string): Promise<void> {
  const [connection] = await listConnections(shop.app, shop.demo.accountId)
  const credentials = { ...makeBridgedCredentials(shop.sandboxUrl, 'wallet', '081200000001'), token }
  await replaceCredentials(shop.app, shop.demo.accountId, { connectionId: connection!.id, credentials })
}

const goodToken = () => makeBridgedCredentials(shop.sandboxUrl, 'wallet', '081200000001').token
const told = (type: string) =>
  shop.app.sql.query<{ chatId: number; data: object }>(
    `select chat_id as "chatId", data from notice where kind = 'merchant.connection_' || $1 order by chat_id`,
    [type],
  )
const failing = async () => (await listConnections(shop.app, shop.demo.accountId))[0]!.failingSince !== null

test('a refused token is reported to the merchant and the operator once, and so is its recovery', async () => {
  const payment = await create(shop)
  await useToken('revoked')
  for (let round = 0; round < 3; round++) await detect(shop)
  expect(await failing()).toBe(true)
  expect(await told('failing')).toMatchObject([
    { chatId: 100, data: { connector: 'wallet', label: 'Sandbox', accountName: 'Warung Kopi' } },
    { chatId: 200, data: { connector: 'wallet', label: 'Sandbox', accountName: 'Warung Kopi' } },
  ])
  expect(JSON.stringify(await told('failing'))).not.toContain('revoked')
  expect(await told('recovered')).toEqual([])

  await useToken(goodToken())
  await send(shop, { connector: 'wallet', amount: payment.final_amount })
  for (let round = 0; round < 3; round++) await detect(shop)
  expect(await failing()).toBe(false)
  expect(await statusOf(shop, payment)).toBe('paid')
  expect((await told('recovered')).map(({ chatId }) => chatId)).toEqual([100, 200])
})

test('a token that is refused a second time is reported a second time', async () => {
  for (const token of ['revoked', goodToken(), 'revoked']) {
    await useToken(token)
    await detect(shop)
    shop.advance(1)
  }
  expect(await told('failing')).toHaveLength(4)
})

test('an outage of a provider creates no task', async () => {
  await create(shop)
  const fault = { connector: 'wallet', operation: 'any', mode: 'error' }
  expect((await shop.sandbox('/faults', fault)).status).toBe(200)
  for (let round = 0; round < 3; round++) await detect(shop)
  expect(await failing()).toBe(false)
  expect(await told('failing')).toEqual([])
})
