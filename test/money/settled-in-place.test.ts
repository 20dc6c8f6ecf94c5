import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { listingProvider, moneyFor, openPayments, openWallets } from './many-wallets.ts'

const provider = listingProvider()
let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ parts: { connectors: provider.connectors } })
})
afterAll(() => shop.close())

interface Updated {
  table: string
  rows: number
  /** The rows that PostgreSQL changed without touching any index (heap-only tuples). */
  inPlace: number
}

/** Returns the rows that each table has updated so far. */
async function countUpdates(): Promise<Map<string, Updated>> {
  const { sql, config } = shop.app
  // Each session reports what it has counted, which it otherwise does only seconds later.
  const report = () => sql.query('select pg_stat_force_next_flush(), pg_sleep(0.1)')
  await Promise.all(Array.from({ length: config.databasePoolMax }, report))
  const tables = await sql.query<Updated>(
    'select relname as table, n_tup_upd as rows, n_tup_hot_upd as "inPlace" from pg_stat_user_tables',
  )
  return new Map(tables.map(updated => [updated.table, updated]))
}

test('settling changes payments, reservations and readings in place, without touching an index', async () => {
  const [wallet] = await openWallets(shop.app, 1)
  const payments = (await openPayments(shop.app, [wallet!], 20)).get(wallet!)!
  const now = shop.app.now()
  provider.lists.set(
    wallet!.number,
    payments.map(payment => moneyFor(payment, now)),
  )
  const before = await countUpdates()
  await shop.app.sql.write('update reading set due_at = now()')
  await waitUntilFinished(readTransfers(shop.app, 100))
  const changed = [...(await countUpdates())].flatMap(([table, { rows, inPlace }]) => {
    const earlier = before.get(table)!
    return rows === earlier.rows ? [] : [[table, { rows: rows - earlier.rows, inPlace: inPlace - earlier.inPlace }]]
  })
  const { reading, ...settled } = Object.fromEntries(changed)
  // The end of a hold, and what `payment_state` contains, are columns of indexes.
  expect(settled).toEqual({
    payment: { rows: 20, inPlace: 20 },
    payment_state: { rows: 20, inPlace: 0 },
    hold: { rows: 20, inPlace: 0 },
    reservation: { rows: 20, inPlace: 20 },
  })
  expect(reading.inPlace).toBe(reading.rows)
})
