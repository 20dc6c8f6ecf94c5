import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { formatDatabaseUrl } from '../kit/connection.ts'
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from '../kit/database.ts'
import { allEntities } from '../kit/entities.ts'
import { findPgBouncer, howToHavePgBouncer, startPgBouncer, type TestPgBouncer } from '../kit/pgbouncer/start.ts'
import { findFreePort, type ShopProcess, startShop, waitUntil } from '../kit/shop-process.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-addresses-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('%s alone is not sufficient to name a database', name => {
  const settings = { DATA_DIR: folder, [name]: 'postgres://shop@127.0.0.1/shop' }
  expect(() => readConfig(settings)).toThrow(ConfigError)
  expect(() => readConfig(settings)).toThrow(`${name} is another way to what DATABASE_URL names`)
})

test('lists and statistics are read from DATABASE_READ_URL, and current data from the primary', async () => {
  const primary = await createTestDatabase()
  const replica = await createTestDatabase()
  const database = await connectDatabase(primary.connection, {
    poolMax: 4,
    entities: allEntities,
    replica: replica.connection,
  })
  const nameOf = ({ sql }: { sql: Pick<TestDatabase['sql'], 'query'> }) =>
    sql.query<{ name: string }>('select current_database() as name')
  const [slow] = await database.slowly(nameOf)
  const [now] = await nameOf(database)
  expect(slow).toEqual({ name: replica.connection.database })
  expect(now).toEqual({ name: primary.connection.database })
  await database.close()
  await Promise.all([primary.drop(), replica.drop()])
})

const binary = findPgBouncer()
if (!binary) process.stderr.write(`Left out: PgBouncer before the database. To have it: ${howToHavePgBouncer}\n`)

describe.skipIf(!binary)('through PgBouncer in transaction mode', () => {
  let database: TestDatabase
  let pooler: TestPgBouncer
  let shop: ShopProcess
  let key: string
  let sandbox: string

  beforeAll(async () => {
    database = await createEmptyTestDatabase()
    pooler = await startPgBouncer(binary!, folder, database.connection)
    const port = String(await findFreePort())
    shop = await startShop({
      PORT: port,
      BASE_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: formatDatabaseUrl(database.connection),
    })
    const demo = JSON.parse(await readFile(path.join(folder, 'data/demo.json'), 'utf8'))
    key = demo.api_key
    sandbox = demo.sandbox_url
  }, 120_000)

  afterAll(async () => {
    shop?.signal('SIGTERM')
    await shop?.ended
    await pooler?.stop()
    await database?.drop()
  })

  const post = async (url: string, body: object) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as { data: { invoice_id: string } } }
  }

  test('payments are created and paid in parallel through PgBouncer, without an error', async () => {
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        post(`${shop.url}/api/create-payment`, { amount: 10_000 + number, payment_method: 'wallet_direct' }),
      ),
    )
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 200))
    const ids = created.map(({ body }) => body.data.invoice_id)
    for (const invoice_id of ids) expect((await post(`${sandbox}/transfers`, { invoice_id })).status).toBe(200)
    await waitUntil(async () => {
      const [paid] = await database.sql.query<{ count: number }>(
        `select count(*) from payment where invoice_id = any($1) and status = 'paid'`,
        [ids],
      )
      return paid!.count === ids.length
    }, 60_000)
    expect(shop.output()).not.toMatch(/"level":[56]0/)
  }, 120_000)

  test('through PgBouncer a statement still times out, and no shared session commits without waiting for the disk', async () => {
    const sessions = await Promise.all(Array.from({ length: 8 }, () => settingsThrough(pooler.url)))
    const [direct] = await Promise.all([settingsThrough(formatDatabaseUrl(database.connection))])
    for (const session of sessions) {
      expect(session).toEqual({ ...direct, statement_timeout: '15s', lock_timeout: '10s' })
    }
  })
})

async function settingsThrough(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as statement_timeout,
        current_setting('lock_timeout') as lock_timeout,
         current_setting('synchronous_commit') as synchronous_commit, pg_sleep(0.05)::text as held`,
    )
    return rows[0]
  } finally {
    await client.end()
  }
}
