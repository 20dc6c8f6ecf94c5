import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

let kit: TestDatabase
let database: OpenDatabase

beforeAll(async () => {
  kit = await createTestDatabase()
  database = await connectDatabase(kit.connection, { poolMax: 8, entities: [] })
})
afterAll(async () => {
  await database.close()
  await kit.drop()
})

test('40 slow reads at once use a quarter of the connections, and money does not wait behind them', async () => {
  let finished = 0
  const read = async () => {
    await database.slowly(() => database.sql.query('select pg_sleep(0.2) as slow_read'))
    finished++
  }
  const reads = Array.from({ length: 40 }, read)
  for (let round = 0; round < 10; round++) {
    const [busy] = await database.sql.query<{ count: number }>(
      `select count(*) from pg_stat_activity
       where datname = current_database() and state = 'active' and query like '%slow_read%' and pid <> pg_backend_pid()`,
    )
    expect(busy!.count).toBeLessThanOrEqual(2)
  }
  expect(finished).toBeLessThan(40)
  await Promise.all(reads)
})

test('more than can be read soon are refused at once, as 503', async () => {
  let letGo = () => {}
  const hold = new Promise<void>(resolve => {
    letGo = resolve
  })
  const reads = Array.from({ length: 200 }, () => database.slowly(() => hold).catch(error => error.code))
  const refused = reads.at(-1)
  expect(await refused).toBe('unavailable')
  letGo()
  const told = await Promise.all(reads)
  expect(told.filter(code => code === 'unavailable')).toHaveLength(200 - 2 - 2 * 50)
})

test('each is planned for its own values, and one that fails leaves its connection as it was', async () => {
  const setting = "select current_setting('plan_cache_mode') as mode"
  await expect(database.slowly(reads => reads.sql.query('select 1 / 0'))).rejects.toThrow('division by zero')
  expect(await database.slowly(reads => reads.sql.query(setting))).toEqual([{ mode: 'force_custom_plan' }])
  expect(await database.sql.query(setting)).toEqual([{ mode: 'auto' }])
})
