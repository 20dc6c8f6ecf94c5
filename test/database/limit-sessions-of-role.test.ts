import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { executeStatements, formatDatabaseUrl } from '../kit/connection.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(() => database.drop())

/** Does the same as a process that starts with DATABASE_DIRECT_URL. No table is needed here. */
async function start() {
  const address = formatDatabaseUrl(database.connection)
  const settings = { databaseUrl: address, databaseDirectUrl: address, dataDir: '', databasePoolMax: 1 }
  const opened = await openDatabase(settings, [])
  await opened.close()
}

const allLimits = [
  'DateStyle=ISO, MDY',
  'idle_in_transaction_session_timeout=30s',
  'lock_timeout=10s',
  'statement_timeout=15s',
]

/** Returns the role's settings in this database, and the transaction that stored them. */
async function limitsOfRole() {
  const [row] = await database.sql.query<{ limits: string[]; given_by: string }>(
    `select setconfig as limits, s.xmin::text as given_by
     from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where d.datname = current_database()`,
  )
  return { limits: row!.limits.toSorted(), givenBy: row!.given_by }
}

const alterRole = (change: string) =>
  executeStatements(
    database.connection,
    `alter role current_user in database ${database.connection.database} ${change}`,
  )

test('six processes that start simultaneously all start, and the role has its limits', async () => {
  for (let round = 0; round < 8; round++) {
    await alterRole('reset all')
    const started = await Promise.allSettled(Array.from({ length: 6 }, start))
    expect(started.filter(({ status }) => status === 'rejected')).toEqual([])
    expect((await limitsOfRole()).limits).toEqual(allLimits)
  }
})

test('a process that finds the limits as they should be changes nothing', async () => {
  await start()
  const first = await limitsOfRole()
  await start()
  expect(await limitsOfRole()).toEqual(first)
})

test.each(['reset lock_timeout', "set statement_timeout = '1h'"])(
  'after "%s" the next start restores the limit',
  async change => {
    await start()
    await alterRole(change)
    expect((await limitsOfRole()).limits).not.toEqual(allLimits)
    await start()
    expect((await limitsOfRole()).limits).toEqual(allLimits)
  },
)
