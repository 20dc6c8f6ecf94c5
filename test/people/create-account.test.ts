import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAccount } from '../../src/accounts/verify-account.ts'
import { findWebhookSecrets } from '../../src/keys/webhook-secret.ts'
import type { App } from '../../src/needs.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ settings: { EDITION: 'verification' } })
})
afterAll(() => shop.close())

const isVerified = async (id: number) =>
  (await shop.app.sql.query<{ is: boolean }>('select is_verified as is from account where id = $1', [id]))[0]!.is

test('in the edition with verification a new account is unverified until the operator verifies it', async () => {
  const { id } = await createAccount(shop.app, { name: 'baru' })
  expect(await isVerified(id)).toBe(false)
  expect(await verifyAccount(shop.app, id)).toBe(true)
  expect(await isVerified(id)).toBe(true)
  expect(await verifyAccount(shop.app, id)).toBe(false)
})

test('an account whose secret cannot be created is not created either', async () => {
  const seal = { ...shop.app.seal, seal: () => expect.fail('no key') }
  const broken: App = { ...shop.app, seal }
  await expect(createAccount(broken, { name: 'setengah', plan: 'paid' })).rejects.toThrow()
  const { id } = await createAccount(shop.app, { name: 'setengah', plan: 'paid' })
  expect(await findWebhookSecrets(shop.app, id)).toHaveLength(1)
})

test.each([['A'], ['a'], ['-a'], ['ab cd'], ['x'.repeat(40)], ['operator'], ['ab\n']])(
  '%j is not a valid name for an account',
  async name => {
    await expect(createAccount(shop.app, { name })).rejects.toMatchObject({ code: 'invalid_request' })
  },
)
