import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backUpBeforeUpgrade } from '../../src/database/back-up-before-upgrade.ts'
import { type DumpProgram, findDumpProgram } from '../../src/database/dump.ts'
import { migrateSchema } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { restoreBackup } from '../../src/database/restore.ts'
import { readOwnVersion } from '../../src/database/version.ts'
import type { Sql } from '../../src/lib/sql.ts'
import { makeChildEnv } from '../../test/kit/child-env.ts'
import { formatDatabaseUrl } from '../../test/kit/connection.ts'
import { createTestDatabase } from '../../test/kit/database.ts'
import { findFreePort, startShop } from '../../test/kit/shop-process.ts'
import { installedServer, startInstalledServer } from './installed-server.ts'
import { makeNextMigrations, readUpgradeState, upgradedState } from './next-version.ts'

/** More are run before a release; `npm run -w drills upgrade` has forty under load. */
const kills = Number(process.env.WARUNG_KILLS ?? 3)

const root = path.join(import.meta.dirname, '..', '..')
const earlier = { version: '0.0.9', stops: [], livesWith: '0.0.9' }

let dir: string
let dataDir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-upgrade-'))
  fs.chmodSync(dir, 0o711)
  dataDir = path.join(dir, 'data')
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

interface Ran {
  code: number | null
  told: string
}

function run(
  program: string,
  args: string[],
  settings: Record<string, string> = {},
): { pid: number; ended: Promise<Ran> } {
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    env: { ...makeChildEnv(), DATA_DIR: dataDir, ...settings },
  })
  const told: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => told.push(String(text)))
  const ended = new Promise<Ran>(resolve => child.once('close', code => resolve({ code, told: told.join('') })))
  return { pid: child.pid!, ended }
}

const warung = (args: string[], settings?: Record<string, string>) => run('src/warung.ts', args, settings).ended

async function onDatabase<Result>(folder: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: folder, databasePoolMax: 2 }, [])
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

const versionIn = async (sql: Sql) =>
  (await sql.query<{ version: string }>('select version from schema_version'))[0]!.version
const makeEarlier = (sql: Sql) => sql.write('update schema_version set version = $1', [earlier.version])
const backups = () => fs.readdirSync(path.join(dataDir, 'backups')).sort()

describe('an embedded database', () => {
  test('`npm start` backs up, verifies and upgrades an earlier version, and names the backup', async () => {
    const settings = { PORT: String(await findFreePort()), DATA_DIR: dataDir }
    const first = await startShop(settings)
    const key = JSON.parse(fs.readFileSync(path.join(dataDir, 'demo.json'), 'utf8')).api_key
    const created = await fetch(`${first.url}/api/create-payment`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 20_000, payment_method: 'qris' }),
    })
    expect(created.status).toBe(200)
    first.signal('SIGTERM')
    await first.ended
    expect(first.output()).not.toContain('backup')
    await onDatabase(dataDir, makeEarlier)

    const second = await startShop(settings)
    const file = path.join(dataDir, 'backups', `before-${readOwnVersion().version}.tar.gz`)
    expect(second.output()).toContain(`The backup was read back and is ${file}`)
    expect(second.output()).toMatch(/the database is upgraded: all \d+ invariants and every audit log hold/)
    expect(backups()).toEqual([path.basename(file)])
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    second.signal('SIGTERM')
    await second.ended
    expect(await onDatabase(dataDir, versionIn)).toBe(readOwnVersion().version)

    await restoreBackup({ dataDir, databaseUrl: undefined }, file)
    await onDatabase(dataDir, async sql => {
      expect(await versionIn(sql)).toBe(earlier.version)
      const paid = 'select invoice_id from payment where amount = 20000'
      expect((await sql.query(paid)).length).toBeGreaterThan(0)
    })
    expect(fs.existsSync(path.join(dataDir, 'goods'))).toBe(true)
    expect(fs.existsSync(path.join(dataDir, 'secret.key'))).toBe(true)
  }, 300_000)

  test('`doctor upgrade` reports without a change, `upgrade` upgrades, and a second time changes nothing', async () => {
    await onDatabase(dataDir, async () => {})
    expect((await warung(['migrate'])).code).toBe(0)
    await onDatabase(dataDir, makeEarlier)
    const dry = await warung(['doctor', 'upgrade'])
    expect(dry.told).toContain(`${earlier.version} is here, and ${readOwnVersion().version} comes`)
    expect(dry.told).toMatch(/the backup takes 0\.\d GB at most, and [\d.]+ GB are free/)
    expect(dry.told).toContain('0 payments are open')
    expect(dry.code).toBe(0)
    expect(await onDatabase(dataDir, versionIn)).toBe(earlier.version)
    expect(fs.existsSync(path.join(dataDir, 'backups'))).toBe(false)

    const done = await warung(['upgrade'])
    expect(done.told).toContain(`The database is of version ${readOwnVersion().version}.`)
    expect(done.told).toMatch(/all \d+ invariants/)
    expect(done.code).toBe(0)
    expect(backups()).toHaveLength(1)
    const [made] = backups().map(name => fs.statSync(path.join(dataDir, 'backups', name)).mtimeMs)
    const again = await warung(['upgrade'])
    expect(again).toMatchObject({ code: 0, told: expect.stringContaining('there is nothing to do') })
    expect(backups().map(name => fs.statSync(path.join(dataDir, 'backups', name)).mtimeMs)).toEqual([made])

    await onDatabase(dataDir, sql => sql.write("update schema_version set version = '99.0.0', lives_with = '98.0.0'"))
    for (const words of [['upgrade'], ['doctor', 'upgrade'], ['migrate']]) {
      const refused = await warung(words)
      expect(refused.told).toContain('Start version 98.0.0 or newer')
      expect(refused.code).toBe(1)
    }
  }, 300_000)

  test('an interrupted upgrade is finished by the next start, with one backup from before', async () => {
    const folder = makeNextMigrations()
    try {
      await onDatabase(dataDir, async () => {})
      expect((await warung(['migrate'])).code).toBe(0)
      const upgrade = () => run('drills/upgrade/upgrade-process.ts', [folder, dataDir])
      const since = performance.now()
      for (let kill = 0; kill < kills; kill++) {
        const going = upgrade()
        // A process that has finished by then cannot be killed.
        const isOver = await Promise.race([going.ended.then(() => true), pause(randomInt(500, 7_000))])
        if (isOver !== true) process.kill(going.pid, 'SIGKILL')
        await going.ended
      }
      const last = await upgrade().ended
      expect(last.told).toMatch(/upgraded|there was nothing to do/)
      expect(last.code).toBe(0)
      expect(await onDatabase(dataDir, readUpgradeState)).toEqual(upgradedState)
      expect(backups()).toEqual(['before-98.0.0.tar.gz'])
      process.stdout.write(`${kills} kills in ${Math.round((performance.now() - since) / 1000)} s\n`)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  }, 300_000)

  test('an embedded database keeps its data if the server is killed, and the next start finishes the upgrade', async () => {
    const folder = makeNextMigrations()
    try {
      expect((await warung(['migrate'])).code).toBe(0)
      const going = run('drills/upgrade/upgrade-process.ts', [folder, dataDir])
      const state = path.join(dataDir, 'postgres', 'data', 'postmaster.pid')
      const backup = path.join(dataDir, 'backups', 'before-98.0.0.tar.gz')
      await expect.poll(() => fs.existsSync(backup), { timeout: 60_000, interval: 20 }).toBe(true)
      process.kill(Number(fs.readFileSync(state, 'utf8').split('\n')[0]), 'SIGQUIT')
      const ended = await going.ended
      const last = await run('drills/upgrade/upgrade-process.ts', [folder, dataDir]).ended
      expect({ ended, last }).toMatchObject({ last: { code: 0 } })
      expect(await onDatabase(dataDir, readUpgradeState)).toEqual(upgradedState)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  }, 180_000)

  test('an upgrade is refused if its backup is unreadable, or has no space', async () => {
    expect((await warung(['migrate'])).code).toBe(0)
    await onDatabase(dataDir, makeEarlier)
    const config = { dataDir, databaseUrl: undefined }
    const wrong = { from: '0.0.1', to: '1.0.0' }
    await expect(backUpBeforeUpgrade(config, wrong)).rejects.toThrow(`it holds version ${earlier.version}`)
    expect(backups()).toEqual([])
    // A file without content, larger than any disk.
    const sparse = path.join(dataDir, 'postgres', 'data', 'base', 'sparse')
    fs.writeFileSync(sparse, '')
    fs.truncateSync(sparse, 8e12)
    const dry = await warung(['doctor', 'upgrade'])
    expect(dry).toMatchObject({ code: 1, told: expect.stringContaining('make room at') })
    const refused = await warung(['key', 'list', '--account', 'demo'])
    expect(refused).toMatchObject({ code: 1, told: expect.stringContaining('There is no room at') })
    fs.rmSync(sparse)
    expect(await onDatabase(dataDir, versionIn)).toBe(earlier.version)
    expect(backups()).toEqual([])
  }, 180_000)
})

describe("a server of one's own", () => {
  test("a server is upgraded after a dump if a program can make one, and otherwise on the operator's word", async () => {
    const database = await createTestDatabase()
    const settings = { DATABASE_URL: formatDatabaseUrl(database.connection) }
    await makeEarlier(database.sql)
    const [{ number } = { number: 0 }] = await database.sql.query<{ number: number }>(
      `select current_setting('server_version_num')::int as number`,
    )
    const program = await findDumpProgram(number)
    const first = await warung(['upgrade'], settings)
    expect(first.code).toBe(program ? 0 : 1)
    expect(first.told).toContain(program ? 'before-' : 'there is no pg_dump here for a server of version')
    expect(await versionIn(database.sql)).toBe(program ? readOwnVersion().version : earlier.version)
    await makeEarlier(database.sql)
    const second = await warung(['upgrade', '--backup-made'], settings)
    expect(second.told).toContain('you say that you have made one')
    expect(second.code).toBe(0)
    expect(await versionIn(database.sql)).toBe(readOwnVersion().version)
    await database.drop()
  }, 180_000)

  test('a server is dumped by the oldest program that can read it', async () => {
    const stand = (major: number) => {
      const folder = path.join(dir, String(major))
      fs.mkdirSync(folder)
      fs.writeFileSync(path.join(folder, 'pg_dump'), `#!/bin/sh\necho 'pg_dump (PostgreSQL) ${major}.1'\n`, {
        mode: 0o755,
      })
      return folder
    }
    const PATH = [97, 95, 96].map(stand).join(path.delimiter)
    const found = async (version: number): Promise<DumpProgram | undefined> => findDumpProgram(version, { PATH })
    expect(await found(950_004)).toEqual({ major: 95, file: path.join(dir, '95', 'pg_dump') })
    expect(await found(960_000)).toMatchObject({ major: 96 })
    expect(await found(980_000)).toBeUndefined()
  })

  test.skipIf(!installedServer)(
    "a server's dump restores the earlier version",
    async () => {
      const server = await startInstalledServer(path.join(dir, 'server'))
      try {
        const database = await openDatabase({ databaseUrl: server.url, dataDir, databasePoolMax: 2 }, [])
        await migrateSchema(database.connection, { own: earlier })
        await database.close()
        const done = await warung(['upgrade'], { DATABASE_URL: server.url })
        expect(done.told).toContain(path.join(dataDir, 'backups', `before-${readOwnVersion().version}.dump`))
        expect(done.code).toBe(0)
        const dump = path.join(dataDir, 'backups', `before-${readOwnVersion().version}.dump`)
        expect(fs.statSync(dump).mode & 0o777).toBe(0o600)
        const back = await server.restore(dump)
        const database2 = await openDatabase({ databaseUrl: back, dataDir, databasePoolMax: 2 }, [])
        expect(await versionIn(database2.sql)).toBe(earlier.version)
        await database2.close()
      } finally {
        await server.stop()
      }
    },
    180_000,
  )
})
