import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditEntry } from '../../src/accounts/audit-entry.ts'
import { Bridge } from '../../src/connections/bridge.ts'
import { bridgeContext, setBridge } from '../../src/connections/set-bridge.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
const bridge = () => ({
  connector: 'wallet',
  mode: 'test' as const,
  baseUrl: `${shop.sandboxUrl}/wallet`,
  key: 'kunci-1',
})

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(() => setBridge(shop.app, bridge()))

const lines = () => shop.app.em('installation').count(AuditEntry, { chain: 0, act: 'bridge.set' })
const stored = () => shop.app.em('installation').findOneOrFail(Bridge, { connector: 'wallet', mode: 'test' })
const keyStored = async () => shop.app.seal.open((await stored()).sealedKey, bridgeContext('wallet', 'test'))

test('setting a bridge without a change leaves no line in the audit log', async () => {
  const before = await lines()
  expect(before).toBeGreaterThan(0)
  await setBridge(shop.app, bridge())
  await setBridge(shop.app, bridge())
  expect(await lines()).toBe(before)
})

test('a new key or address of a bridge is stored, with a line for each', async () => {
  const before = await lines()
  await setBridge(shop.app, { ...bridge(), key: 'kunci-2' })
  expect(await keyStored()).toBe('kunci-2')
  expect(await lines()).toBe(before + 1)
  const moved = `${shop.sandboxUrl}/wallet-2`
  await setBridge(shop.app, { ...bridge(), key: 'kunci-2', baseUrl: moved })
  expect((await stored()).baseUrl).toBe(moved)
  expect(await lines()).toBe(before + 2)
})

test('an unreadable bridge key is replaced', async () => {
  const before = await lines()
  await shop.app.em('installation').nativeUpdate(Bridge, { connector: 'wallet' }, { sealedKey: 'lost.AAAA' })
  await setBridge(shop.app, bridge())
  expect(await keyStored()).toBe('kunci-1')
  expect(await lines()).toBe(before + 1)
})
