import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeAttempt } from '../../src/accounts/take-attempt.ts'
import type { App } from '../../src/needs.ts'
import { enterInTurn } from '../../src/people/entrance-turns.ts'
import { signIn } from '../../src/people/sign-in.ts'
import { signUp } from '../../src/people/sign-up.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop({ settings: { SIGN_UP: 'open' } })
})
afterAll(() => shop.close())

const person = (n: number, address: string) => ({
  username: `orang${n}`,
  password: 'kopi susu gula',
  userAgent: 'test',
  address,
})
const enter = (n: number, address: string) => signIn(shop.app, { ...person(n, address), asOperator: false })

test('40 simultaneous attempts pass only up to the limit, over one connection', async () => {
  let active = 0
  let activeMax = 0
  const transaction = (async (scope, work) => {
    activeMax = Math.max(activeMax, ++active)
    return shop.app.transaction(scope, work).finally(() => active--)
  }) as App['transaction']
  const app = { ...shop.app, transaction }
  const limit = { key: 'crowd', max: 7, windowS: 60 }
  const tries = await Promise.allSettled(Array.from({ length: 40 }, () => takeAttempt(app, limit)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
  expect(activeMax).toBe(1)
})

test('sign-ins take turns by address: one at a time for each, two in total', async () => {
  const begun: string[] = []
  const held = Promise.withResolvers<void>()
  const come = (address: string) =>
    enterInTurn(address, async () => {
      begun.push(address)
      await held.promise
    })
  const crowd = Array.from({ length: 30 }, () => come('192.0.2.1'))
  crowd.push(come('192.0.2.2'), come('192.0.2.3'))
  expect(begun).toEqual(['192.0.2.1', '192.0.2.2'])
  held.resolve()
  await Promise.all(crowd)
  expect(begun.indexOf('192.0.2.3')).toBeLessThanOrEqual(4)
})

test('more than 40 waiting sign-ins and sign-ups of an address are refused, and other addresses are served', async () => {
  const held = Promise.withResolvers<void>()
  const crowd = Array.from({ length: 41 }, () => enterInTurn('192.0.2.9', () => held.promise))
  const refused = { code: 'rate_limited', retryAfterS: 2 }
  await expect(enter(1, '192.0.2.9')).rejects.toMatchObject(refused)
  const up = { ...person(2, '192.0.2.9'), shopName: 'Toko', language: 'id' as const }
  await expect(signUp(shop.app, up)).rejects.toMatchObject(refused)
  await expect(signUp(shop.app, { ...up, address: '192.0.2.10' })).resolves.toEqual(expect.any(String))
  await expect(enter(2, '192.0.2.10')).resolves.toMatchObject({ secondStep: 'none' })
  held.resolve()
  await Promise.all(crowd)
  await expect(enter(2, '192.0.2.9')).resolves.toMatchObject({ secondStep: 'none' })
})
