import { afterAll, beforeAll, expect, test } from 'vitest'
import { analyzeTables } from '../../src/jobs/analyze-tables.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  // The server's own analysis of the table would interfere.
  await shop.app.sql.write('alter table idempotency set (autovacuum_enabled = off)')
})
afterAll(() => shop.close())

async function grow(rows: number): Promise<void> {
  await shop.app.transaction('installation', async tx => {
    await tx.write(
      `insert into idempotency (account_id, mode, key, fingerprint, invoice_id, created_at)
       select $1, 'test', gen_random_uuid()::text, '', 'INV', now() from generate_series(1, $2::integer)`,
      [shop.demo.accountId, rows],
    )
    // Otherwise PostgreSQL updates its counts a second late.
    await tx.query('select pg_stat_force_next_flush()')
  })
}

test('a table is analysed at 1,000 rows and at each tenfold growth after that, but not in between', async () => {
  await grow(900)
  expect(await analyzeTables(shop.app)).toEqual([])
  await grow(200)
  expect(await analyzeTables(shop.app)).toEqual(['idempotency'])
  await grow(2000)
  expect(await analyzeTables(shop.app)).toEqual([])
  await grow(10_000)
  expect(await analyzeTables(shop.app)).toEqual(['idempotency'])
})
