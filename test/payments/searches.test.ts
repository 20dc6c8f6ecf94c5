import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunSlowRead } from '../../src/database/slow-reads.ts'
import { listOrders } from '../../src/orders/list-orders.ts'
import { listPayments } from '../../src/payments/list-payments.ts'
import { searchAllSql } from '../../src/payments/list-payments-sql.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from './scenario.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

test("other accounts' payments with a rare word do not hide a match", async () => {
  await create(shop, { description: 'kopi luwak' })
  for (let other = 0; other < 3; other++) await create(shop, { description: 'kopi luwak' }, shop.keys.second)
  const scope = { accountId: shop.demo.accountId, mode: 'test' } as const
  const search = { ...scope, pattern: ['%luwak%'], rare: ['%luwak%'], matchesMax: 1, limit: 10, offset: 0 }
  expect(await shop.app.sql.query(searchAllSql({}, ['ilike']), search)).toMatchObject([
    { description: 'kopi luwak', cut: false },
  ])
})

test('twenty simultaneous searches of one account run one after another, and each is answered', async () => {
  await create(shop, { description: 'kopi tubruk' })
  let reading = 0
  let readingMax = 0
  const slowly: RunSlowRead = (read, of) =>
    shop.app.slowly(async reads => {
      readingMax = Math.max(readingMax, ++reading)
      return read(reads).finally(() => reading--)
    }, of)
  const app = { ...shop.app, slowly }
  const scope = { accountId: shop.demo.accountId, mode: 'test' } as const
  const searches = Array.from({ length: 20 }, () => listPayments(app, scope, { search: 'tubruk', page: 1, limit: 20 }))
  for (const { total } of await Promise.all(searches)) expect(total).toBe(1)
  expect(readingMax).toBe(1)
})

test('of thirty simultaneous API searches those beyond the queue are 429 with Retry-After', async () => {
  const held = Promise.withResolvers<never[]>()
  const slowly = (() => held.promise.then(() => Promise.reject(new Error('held')))) as RunSlowRead
  const scope = { accountId: shop.demo.accountId, mode: 'test' } as const
  const orders = { search: 'ORD', limit: 20, offset: 0 }
  const waiting = Array.from({ length: 21 }, () => listOrders({ slowly }, scope, orders).catch(error => error.message))
  const answer = await shop.api('/list-payments?search=tubruk')
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([429, 'rate_limited', '2'])
  expect((await shop.api('/list-payments?search=tubruk', { key: shop.keys.second })).status).toBe(200)
  expect((await shop.api('/list-payments')).status).toBe(200)
  held.resolve([])
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['held']))
})
