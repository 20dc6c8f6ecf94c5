import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUser } from '../../src/people/create-user.ts'
import { findSession } from '../../src/people/find-session.ts'
import { sessionIdleMaxMs } from '../../src/people/session.ts'
import { startSession } from '../../src/people/start-session.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
let userId: number

beforeAll(async () => {
  shop = await createTestShop()
  ;({ id: userId } = await createUser(shop.app, { username: 'siti', displayName: 'Siti' }))
})
afterAll(() => shop.close())

const begin = () => startSession(shop.app, { userId, isConfirmed: true, address: '127.0.0.1', userAgent: 'Firefox' })

const seen = () => shop.app.sql.query<{ id: number; seen_at: Date }>('select id, seen_at from session order by id')

test('a used session keeps only itself alive, not another one of the same person', async () => {
  const [used, left] = [await begin(), await begin()]
  const before = await seen()
  shop.advance(299)
  expect(await findSession(shop.app, used)).not.toBeNull()
  expect(await seen(), 'a write for every request').toEqual(before)
  shop.advance(2)
  await findSession(shop.app, used)
  const after = await seen()
  expect(after[0]!.seen_at.getTime()).toBeGreaterThan(before[0]!.seen_at.getTime())
  expect(after[1]).toEqual(before[1])

  shop.advance(sessionIdleMaxMs / 1000 - 100)
  expect(await findSession(shop.app, used)).toMatchObject({ id: before[0]!.id, userId })
  expect(await findSession(shop.app, left)).toBeNull()
})
