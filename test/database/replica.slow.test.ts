import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account } from '../../src/accounts/account.ts'
import { createApp } from '../../src/app.ts'
import { type EventPosition, listEvents } from '../../src/callbacks/list-events.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { migrateSchema } from '../../src/database/migrate.ts'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { findStandingByAccount, type Standing } from '../../src/keys/standing.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import type { App } from '../../src/needs.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { listPayments } from '../../src/payments/list-payments.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { createTestConfig } from '../kit/config.ts'
import { executeStatements } from '../kit/connection.ts'
import { allEntities } from '../kit/entities.ts'
import { waitUntil } from '../kit/shop-process.ts'

/**
 * DATABASE_READ_URL points to a real standby whose replay is stopped: readers see the same as with a replica that lags.
 */
let folder: string
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let database: OpenDatabase
let app: App & AsyncDisposable
let standing: Standing

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-replica-'))
  const dirOf = (name: string) => path.join(folder, name)
  primary = await startEmbeddedPostgres({ dir: dirOf('primary') })
  await migrateSchema(primary.connection)
  await primary.stop()
  await cp(path.join(dirOf('primary'), 'data'), path.join(dirOf('standby'), 'data'), {
    recursive: true,
    preserveTimestamps: true,
  })
  primary = await startEmbeddedPostgres({ dir: dirOf('primary') })
  await follow(path.join(dirOf('standby'), 'data'), primary.connection)
  standby = await startEmbeddedPostgres({ dir: dirOf('standby') })
  database = await connectDatabase(primary.connection, {
    poolMax: 4,
    entities: allEntities,
    replica: standby.connection,
  })
  const config = createTestConfig({})
  const keyRing = await openKeyRing({ database, ...config })
  app = createApp({
    config,
    database,
    keyRing,
    wake: createLocalWake(silentLog),
    log: silentLog,
    now: () => new Date(),
  })
  const { id: accountId } = await createAccount(app, { name: 'toko', plan: 'premium' })
  const credentials = makeBridgedCredentials('http://127.0.0.1:9/sandbox', 'wallet', '081200000001')
  await createConnection(app, { accountId, connector: 'wallet', mode: 'test', label: 'Dompet', credentials })
  standing = (await findStandingByAccount(app, accountId, 'test'))!
}, 120_000)

afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await database?.close()
  await standby?.stop()
  await primary?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function follow(data: string, { host, port, user }: pg.ClientConfig): Promise<void> {
  const settings = path.join(data, 'postgresql.auto.conf')
  const line = `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`
  await writeFile(settings, (await readFile(settings, 'utf8')) + line)
  await writeFile(path.join(data, 'standby.signal'), '')
}

/** Creates a payment whose event is old enough to be visible. */
async function create(): Promise<string> {
  const { invoiceId } = await createPayment(app, standing, { amount: 15_000, paymentMethod: 'wallet_direct' })
  await app.sql.write("update event set recorded_at = recorded_at - interval '2 seconds' where subject = $1", [
    invoiceId,
  ])
  return invoiceId
}

async function caughtUp(): Promise<void> {
  const [end] = await app.sql.query<{ place: string }>('select pg_current_wal_insert_lsn()::text as place')
  await waitUntil(async () => {
    const [reached] = await app.slowly(({ sql }) =>
      sql.query<{ reached: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as reached', [end!.place]),
    )
    return reached!.reached
  }, 30_000)
}

const listed = async () =>
  (await listPayments(app, standing, { page: 1, limit: 10 })).payments.map(({ invoiceId }) => invoiceId)
const told = async (after?: EventPosition) => {
  const { events, place } = await listEvents(app, standing, { types: ['payment.created'], after, limit: 10 })
  return { invoices: events.map(({ payment }) => payment!.invoiceId), place }
}

test('lists come from the replica, and a reader of events misses none that the replica has yet to get', async () => {
  const before = await create()
  await caughtUp()
  expect(await listed()).toEqual([before])
  const { invoices, place } = await told()
  expect(invoices).toEqual([before])

  await executeStatements(standby.connection, 'select pg_wal_replay_pause()')
  const missed = await create()
  expect(await listed()).toEqual([before])
  const next = await told(place)
  expect(next.invoices).toEqual([missed])

  await executeStatements(standby.connection, 'select pg_wal_replay_resume()')
  const last = await create()
  await caughtUp()
  expect(await listed()).toEqual([last, missed, before])
  expect((await told(next.place)).invoices).toEqual([last])
})

test('a standby accepts no writes, so reading there changes no data', async () => {
  const write = app.slowly(({ em }) => em('installation').nativeUpdate(Account, {}, { displayName: 'Lain' }))
  await expect(write).rejects.toThrow('read-only')
})
