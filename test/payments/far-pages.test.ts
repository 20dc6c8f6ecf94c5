import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageSql } from '../../src/payments/list-payments-sql.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { foldStatistics } from '../../src/payments/statistics/fold-statistics.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from './scenario.ts'

// Every page of these few payments is read as if it were far away, where hourly totals find its beginning.

const batches = Array.from({ length: 9 }, () => randomInt(1, 7))
const all = batches.reduce((sum, size) => sum + size)

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  for (const size of batches) {
    await createMany(size)
    shop.advance(randomInt(900, 9_000))
  }
})
afterAll(() => shop.close())

async function createMany(count: number): Promise<void> {
  for (let made = 0; made < count; made++) await create(shop)
}

async function readPage(statement: ReturnType<typeof pageSql>, offset: number): Promise<string[]> {
  const rows = (await shop.app.sql.query(statement, { ...shop.demo, limit: 3, offset })) as Payment[]
  return rows.map(({ invoiceId }) => invoiceId)
}

/** Compares each page with the one that is found by skipping. */
async function expectEqualPages(): Promise<void> {
  for (let offset = 0; offset <= all + 1; offset++) {
    const skipped = await readPage(pageSql({}), offset)
    expect(skipped).toHaveLength(Math.max(0, Math.min(3, all - offset)))
    expect([offset, await readPage(pageSql({}, true), offset)]).toEqual([offset, skipped])
  }
}

describe('a page far from the first', () => {
  test('is the one that skipping all payments before it finds, while their changes are folded in', async () => {
    await expectEqualPages()
    await foldStatistics(shop.app)
    await expectEqualPages()
    await createMany(2)
    expect(await readPage(pageSql({}, true), 2)).toEqual(await readPage(pageSql({}), 2))
  })

  test('is found from the hours that are counted, while older ones are not', async () => {
    const { accountId, mode } = shop.demo
    const [middle] = await shop.app.sql.query<{ hour: Date }>(
      'select hour from payment_hour where account_id = $1 and mode = $2 order by hour desc offset 2',
      [accountId, mode],
    )
    const since = [accountId, mode, middle!.hour]
    await shop.app.sql.write('insert into statistics_fill (account_id, mode, since) values ($1, $2, $3)', since)
    const emptySql = 'update payment_hour set total = 0 where account_id = $1 and mode = $2 and hour < $3'
    await shop.app.sql.write(emptySql, since)
    for (let offset = 0; offset <= all; offset++) {
      expect([offset, await readPage(pageSql({}, true), offset)]).toEqual([offset, await readPage(pageSql({}), offset)])
    }
  })
})
