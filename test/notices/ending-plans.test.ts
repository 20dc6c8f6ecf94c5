import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPlan } from '../../src/accounts/set-plan.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { notifyOfEndingPlans } from '../../src/notices/notify-of-ending-plans.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

const dayS = 86_400

let shop: TestShop
let accountId: number

beforeAll(async () => {
  shop = await createTestShop()
  ;({ id: accountId } = await createAccount(shop.app, { name: 'merchant', plan: 'paid' }))
})

afterAll(() => shop.close())

const inDays = (days: number) => new Date(shop.app.now().getTime() + days * dayS * 1000)
const planOf = async () => (await findStandingByAccount(shop.app, accountId, 'live'))!.plan
const give = (plan: 'trial' | 'paid' | 'premium' | 'none', endsAt?: Date) =>
  setPlan(shop.app, accountId, { plan: plan === 'none' ? null : plan, endsAt: endsAt ?? null })

test('an account opened by a command has a paid plan without an end', async () => {
  expect(await planOf()).toBe('paid')
  shop.advance(3650 * dayS)
  expect(await planOf()).toBe('paid')
  expect(await notifyOfEndingPlans(shop.app)).toBe(0)
})

test('another plan replaces the current one immediately, ends on its date, and can be removed', async () => {
  await give('premium', inDays(10))
  expect(await planOf()).toBe('premium')
  shop.advance(11 * dayS)
  expect(await planOf()).toBeNull()
  await give('trial')
  expect(await planOf()).toBe('trial')
  await give('none')
  expect(await planOf()).toBeNull()
  await expect(give('paid', inDays(-1))).rejects.toMatchObject({ fields: [{ path: 'ends_at' }] })
})

test('the merchant is notified seven days and one day before the plan ends, once each, and not after a renewal', async () => {
  await shop.app.sql.write(
    `insert into bot (id, mode, username, first_name, me, sealed_token, hook_id) values (7, 'live', 'platform_bot', 'Warung', '{}', 'x', 'h')`,
  )
  await shop.app.sql.write(
    `insert into merchant_chat (account_id, chat_id, name, language, linked_at) values ($1, 99, 'Siti', 'id', now())`,
    [accountId],
  )
  const told = async () =>
    (
      await shop.app.sql.query("select 1 from notice where kind = 'merchant.plan_ending' and account_id = $1", [
        accountId,
      ])
    ).length
  await give('paid', inDays(8))
  await notifyOfEndingPlans(shop.app)
  expect(await told()).toBe(0)
  shop.advance(2 * dayS)
  await Promise.all([notifyOfEndingPlans(shop.app), notifyOfEndingPlans(shop.app)])
  expect(await told()).toBe(1)
  shop.advance(5.5 * dayS)
  await notifyOfEndingPlans(shop.app)
  await notifyOfEndingPlans(shop.app)
  expect(await told()).toBe(2)
  await give('paid', inDays(300))
  await notifyOfEndingPlans(shop.app)
  expect(await told()).toBe(2)
})
