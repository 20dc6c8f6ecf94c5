import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFolderConnection } from '../../src/embedded/embedded-postgres.ts'
import { findFreePort, type ShopProcess, startShop } from '../kit/shop-process.ts'

const watchedS = 30
const settlingMs = 15_000
const statementsPerSMax = 15

let dir: string
let shop: ShopProcess

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'warung-idle-'))
  shop = await startShop({ PORT: String(await findFreePort()), DATA_DIR: dir })
})

afterAll(async () => {
  shop.signal('SIGTERM')
  await shop.ended
  rmSync(dir, { recursive: true, force: true })
})

test('an idle installation sends at most 15 statements a second, including its sandbox, demo and bots', async () => {
  const database = new pg.Client(await findFolderConnection(path.join(dir, 'postgres')))
  await database.connect()
  const logAll = async (what: 'all' | 'none') => {
    await database.query(`alter system set log_statement = '${what}'`)
    await database.query('select pg_reload_conf()')
  }
  // A start does some work itself, such as creating the demo's pictures.
  await pause(settlingMs)
  await logAll('all')
  await pause(watchedS * 1000)
  await logAll('none')
  await database.end()

  const log = readFileSync(path.join(dir, 'postgres', 'postgres.log'), 'utf8')
  const statements = log.split('\n').filter(line => /LOG: {2}(statement|execute [^:]+): /.test(line))
  const perS = statements.length / watchedS
  process.stdout.write(`statements a second while nobody does anything: ${perS.toFixed(1)}\n`)
  // The check for due work must be among them; otherwise the test has seen nothing.
  expect(statements.length).toBeGreaterThan(watchedS)
  expect(perS).toBeLessThanOrEqual(statementsPerSMax)
})
