import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountCommands } from '../../src/commands/account-commands.ts'
import { suspendAccount } from '../../src/keys/suspend-account.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const list = (options: object) => accountCommands['account list'].run(shop.app, { words: [], options: { ...options } })

test('account list shows every account with its state, for people and as JSON', async () => {
  const { id } = await createAccount(shop.app, { name: 'toko-lama', displayName: 'Toko Lama', isVerified: true })
  // More than a page of the operator's list.
  for (let n = 0; n < 60; n++) await createAccount(shop.app, { name: `toko-${n}` })
  await suspendAccount(shop.app, id, { isSuspended: true })
  const lines = await list({})
  expect(lines).toContain('toko-lama  Toko Lama  verified  suspended')
  const [json] = (await list({ json: true })) as [string]
  const accounts = JSON.parse(json) as { name: string }[]
  const names = accounts.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['demo', 'second', 'toko-lama', 'toko-0', 'toko-59']))
  expect(lines).toHaveLength(accounts.length)
  expect(accounts.find(({ name }) => name === 'toko-lama')).toEqual({
    name: 'toko-lama',
    display_name: 'Toko Lama',
    email: null,
    is_operator: false,
    is_verified: true,
    is_suspended: true,
    created_at: expect.any(String),
  })
})
