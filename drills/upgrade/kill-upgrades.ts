import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '../../src/database/open.ts'
import type { EmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import type { Database } from '../../src/lib/sql.ts'
import { executeStatements, formatDatabaseUrl, selectDatabase } from '../../test/kit/connection.ts'
import { makeNextMigrations, readUpgradeState, upgradedState } from './next-version.ts'
import type { UpgradeReport } from './replace-under-load.ts'

const entry = path.join(import.meta.dirname, 'upgrade-process.ts')
const copied = 'killed'
const aimMsMax = 1_300

/**
 * Upgrades copies of a filled database to a version after the current one. The upgrades are killed at random between
 * their first and last migration.
 */
export async function killUpgrades(server: EmbeddedPostgres, kills: number, dir: string): Promise<UpgradeReport> {
  const folder = makeNextMigrations()
  const problems: string[] = []
  let [killed, copies, late] = [0, 0, 0]
  try {
    while (killed < kills) {
      await copy(server)
      copies++
      const before = await onCopy(server, countRows)
      let isDone = false
      while (!isDone && killed < kills) {
        const told = await killOne(server, folder, dir)
        if (told === 'killed') killed++
        else late++
        isDone = told === 'done'
      }
      await finish(server, folder, dir)
      const state = await onCopy(server, readUpgradeState)
      if (JSON.stringify(state) !== JSON.stringify(upgradedState))
        problems.push(`what is left is ${JSON.stringify(state)}`)
      const after = await onCopy(server, countRows)
      if (JSON.stringify(after) !== JSON.stringify(before)) problems.push(`there were ${JSON.stringify(before)} rows`)
    }
    return { found: { kills: killed, copies, late }, problems }
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

async function copy({ connection }: EmbeddedPostgres): Promise<void> {
  const beside = selectDatabase(connection, 'postgres')
  await executeStatements(beside, `drop database if exists ${copied} with (force)`)
  await executeStatements(beside, `create database ${copied} template ${connection.database}`)
}

async function onCopy<Result>({ connection }: EmbeddedPostgres, work: (sql: Database) => Promise<Result>) {
  const database = await connectDatabase(selectDatabase(connection, copied), { poolMax: 1, entities: [] })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

const countSql = `
  select (select count(*) from payment) as payments, (select count(*) from event) as events,
    (select count(*) from transfer) as transfers, (select count(*) from store_order) as orders,
    (select coalesce(sum(final_amount), 0) from payment where status = 'paid') as money`

const countRows = (sql: Database) => sql.query(countSql)

function begin({ connection }: EmbeddedPostgres, folder: string, dir: string) {
  return fork(entry, [folder, dir, formatDatabaseUrl(selectDatabase(connection, copied))], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

// The process that migrates has the lock.
const holdsTurnSql = `
  select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = '${copied}')`

async function killOne(server: EmbeddedPostgres, folder: string, dir: string): Promise<'killed' | 'done'> {
  const going = begin(server, folder, dir)
  let hasEnded = false
  const ended = once(going, 'exit').then(() => {
    hasEnded = true
  })
  const database = await connectDatabase(selectDatabase(server.connection, 'postgres'), { poolMax: 1, entities: [] })
  try {
    while (!hasEnded && (await database.sql.query(holdsTurnSql)).length === 0) await pause(10)
    await pause(randomInt(aimMsMax))
    const isKilled = !hasEnded && going.kill('SIGKILL')
    await ended
    // The server still finishes its work from before the kill.
    while ((await database.sql.query(holdsTurnSql)).length > 0) await pause(10)
    return isKilled ? 'killed' : 'done'
  } finally {
    await database.close()
  }
}

async function finish(server: EmbeddedPostgres, folder: string, dir: string): Promise<void> {
  const going = begin(server, folder, dir)
  const written: string[] = []
  for (const stream of [going.stdout!, going.stderr!]) stream.on('data', text => written.push(String(text)))
  const [code] = await once(going, 'exit')
  if (code !== 0) throw new Error(`the last upgrade ended with ${code}: ${written.join('')}`)
}
