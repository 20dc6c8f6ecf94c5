import fs from 'node:fs'
import net from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrateSchema, readSchemaState } from '../../src/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../../test/kit/database.ts'
import { addedMigrations, makeNextMigrations, nextVersion, readUpgradeState, upgradedState } from './next-version.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = makeNextMigrations()
})
afterEach(async () => {
  await database.drop()
  fs.rmSync(folder, { recursive: true })
})

const next = (more: Parameters<typeof migrateSchema>[1] = {}) =>
  migrateSchema(database.connection, { own: nextVersion, folder, ...more })

test('of three simultaneous starts one makes a backup and upgrades, and two wait', async () => {
  const backedUp: string[][] = []
  const before = async ({ pending }: { pending: string[] }) => void backedUp.push(pending)
  const told = await Promise.all([next({ before }), next({ before }), next({ before })])
  expect(told.filter(Boolean)).toHaveLength(1)
  expect(backedUp).toEqual([addedMigrations])
  expect(await readUpgradeState(database.sql)).toEqual(upgradedState)
})

test('a refused backup changes nothing', async () => {
  const before = await readUpgradeState(database.sql)
  await expect(next({ before: () => Promise.reject(new Error('there is no room')) })).rejects.toThrow('no room')
  expect(await readUpgradeState(database.sql)).toEqual(before)
  const looked = await readSchemaState(database.connection, { folder })
  expect(looked).toMatchObject({ pending: addedMigrations, found: { version: before.version } })
  expect(await readUpgradeState(database.sql)).toEqual(before)
})

test('an up-to-date database is not backed up again, and its version is reported', async () => {
  await next()
  await next({ before: () => Promise.reject(new Error('was backed up')) })
  expect((await readSchemaState(database.connection, { folder })).pending).toEqual([])
})

test('a disk that fills up undoes the running migration, and the next start continues there', async () => {
  await database.sql.write(`create function full_disk() returns event_trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await database.sql.write(
    "create event trigger full_disk on ddl_command_end when tag in ('ALTER TABLE') execute function full_disk()",
  )
  await expect(next()).rejects.toThrow('No space left on device')
  const { version, steps } = await readUpgradeState(database.sql)
  expect({ version, steps }).not.toMatchObject({ version: nextVersion.version })
  expect(steps).toEqual(['add_steps'])
  await database.sql.write('drop event trigger full_disk')
  await next()
  expect(await readUpgradeState(database.sql)).toEqual(upgradedState)
})

test('after a database ends its sessions in the middle, the next start continues', async () => {
  const going = next()
  const ended = expect(going).rejects.toThrow()
  const sleeping = `select pid from pg_stat_activity where datname = current_database() and query like '%pg_sleep%'
    and state = 'active' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await database.sql.query(sleeping)).length, { timeout: 20_000 }).toBeGreaterThan(0)
  await database.sql.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await ended
  await expect.poll(() => next().then(() => readUpgradeState(database.sql)), { timeout: 20_000 }).toEqual(upgradedState)
})

test('a migration reports its progress only if it takes longer than two seconds', async () => {
  const name = addLong()
  const told: string[] = []
  await next({ tell: line => void told.push(line) })
  expect(told).toEqual([
    expect.stringMatching(new RegExp(`^${name} has been running for 2 s`)),
    expect.stringMatching(new RegExp(`^${name} is done: [23] s$`)),
  ])
})

test('a migration continues when its server is too busy to answer others immediately', async () => {
  addLong()
  const busy = await busyDoor(database.connection)
  try {
    await migrateSchema({ ...database.connection, ...busy.address }, { own: nextVersion, folder })
    expect(busy.answeredLate()).toBeGreaterThan(0)
    expect(await readUpgradeState(database.sql)).toEqual(upgradedState)
  } finally {
    busy.close()
  }
})

/** Adds a migration of the next version that takes 2.6 s. */
function addLong(): string {
  const name = 'Migration20990101000006_take_long'
  fs.writeFileSync(
    `${folder}/${name}.ts`,
    `import { Migration } from '${import.meta.resolve('@mikro-orm/migrations')}'
export class ${name} extends Migration { override up() { this.addSql('select pg_sleep(2.6)') } }\n`,
  )
  return name
}

/** Opens a path to a server that delays connections by 1.5 s once others have worked for almost a second. */
async function busyDoor(connection: pg.ClientConfig) {
  const { host, port } = new pg.Client(connection)
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  let late = 0
  const open = new Map<net.Socket, number>()
  const server = net.createServer(near => {
    const far = net.connect(to)
    const isBusy = [...open.values()].some(since => performance.now() - since > 800)
    open.set(near, performance.now())
    near.pipe(far)
    if (isBusy) late++
    setTimeout(() => far.pipe(near), isBusy ? 1_500 : 0)
    far.on('error', () => {}).on('close', () => near.destroy())
    near
      .on('error', () => {})
      .on('close', () => {
        open.delete(near)
        far.destroy()
      })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port },
    answeredLate: () => late,
    close: () => server.close(),
  }
}
