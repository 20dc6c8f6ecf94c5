import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '../../src/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import { isAlive } from '../../src/lib/process-alive.ts'
import type { Database } from '../../src/lib/sql.ts'
import { type Audit, audit, unfinished } from './audit.ts'
import { type Customers, startCustomers } from './customers.ts'
import { type Fleet, startFleet } from './fleet.ts'

export interface KillOptions {
  /** What each process runs. */
  entry: string
  kills: number
  /** Which roles are killed. */
  victims: string[]
  /** PostgreSQL is stopped at once after so many kills. */
  killsPerDatabaseStop: number
}

export interface KillReport extends Audit {
  kills: number
  databaseStops: number
  seconds: number
  answers: Record<number, number>
  complaints: string[]
  deserters: string[]
}

const roles = ['api', 'api', 'jobs', 'jobs']
const customersCount = 5
const killEveryMsMax = 250
const settleMsMax = 120_000

/** Lets customers create and pay while processes and the database die at random, waits until all is settled, and audits. */
export async function killAtRandom(options: KillOptions): Promise<KillReport> {
  const startedAt = Date.now()
  await using scene = await openScene(options.entry)
  const { fleet, database, sql, crowd } = scene

  const stopTime = hastenTime(sql, crowd)
  const databaseStops = await killThem(options, fleet, database)
  await crowd.stop()
  await settle(sql, crowd, fleet)
  await stopTime()
  return {
    kills: options.kills,
    databaseStops,
    ...(await audit(sql, crowd.ledger)),
    seconds: Math.round((Date.now() - startedAt) / 1000),
    answers: crowd.ledger.answers,
    complaints: crowd.ledger.complaints,
    deserters: fleet.deserters,
  }
}

interface Scene extends AsyncDisposable {
  fleet: Fleet
  database: EmbeddedPostgres
  sql: Database
  crowd: Customers
}

// A database of its own that keeps its promises (fsync), and what was opened last is closed first.
async function openScene(entry: string): Promise<Scene> {
  await using opening = new AsyncDisposableStack()
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-kill-'))
  opening.defer(() => fs.rmSync(dir, { recursive: true, force: true }))
  const database = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), maxConnections: 200 })
  opening.defer(() => database.stop())
  const { host, port, user, database: name } = database.connection
  const databaseUrl = `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
  const fleet = await startFleet({ entry, roles, databaseUrl, dir })
  opening.defer(() => fleet.stop())
  await fleet.ready()
  const open = await connectDatabase({ connectionString: databaseUrl }, 4)
  opening.defer(() => open.close())
  const crowd = startCustomers({
    count: customersCount,
    apiUrls: fleet.members.filter(({ role }) => role === 'api').map(member => `http://127.0.0.1:${member.port}`),
    apiKey: JSON.parse(fs.readFileSync(path.join(dir, 'demo.json'), 'utf8')).api_key,
    sandboxUrl: fleet.sandboxUrl,
  })
  opening.defer(() => crowd.stop())
  const opened = opening.move()
  return { fleet, database, sql: open.sql, crowd, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function killThem(options: KillOptions, fleet: Fleet, database: EmbeddedPostgres): Promise<number> {
  const victims = fleet.members.filter(({ role }) => options.victims.includes(role))
  let databaseStops = 0
  for (let kill = 1; kill <= options.kills; kill++) {
    await until(() => options.victims.every(role => victims.some(member => member.role === role && member.isReady())))
    await pause(randomInt(killEveryMsMax))
    victims[randomInt(victims.length)]!.kill()
    if (kill % options.killsPerDatabaseStop !== 0) continue
    await until(() => isAlive(database.pid))
    process.kill(database.pid, 'SIGQUIT')
    databaseStops++
  }
  return databaseStops
}

const leaseTables = ['charge', 'reading', 'delivery']
const quickenEveryMs = 1_000
const quickenS = 10
const advanceEveryMs = 8_000
const advanceS = 400

/**
 * Business time runs ahead, so that payments expire among the kills; and leases run out ten times sooner than they should:
 * what a killed process held is taken over within seconds, and who is alive and slow loses it, which must do no harm.
 */
function hastenTime(sql: Database, crowd: Customers): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async (everyMs: number, work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      await pause(everyMs, undefined, { signal }).catch(() => {})
      // The database is away now and then.
      if (!signal.aborted) await work().catch(() => {})
    }
  }
  const quicken = async () => {
    for (const table of leaseTables) await sql.write(quickenSql(table), [quickenS])
  }
  const running = [repeat(quickenEveryMs, quicken), repeat(advanceEveryMs, () => crowd.advanceClock(advanceS))]
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

const quickenSql = (table: string) => `
  update ${table} set leased_until = leased_until - make_interval(secs => $1)
  where ctid = any(array(select ctid from ${table} where leased_until > now() for update skip locked))`

const lifetimeS = 1_860

async function settle(sql: Database, crowd: Customers, fleet: Fleet): Promise<void> {
  await fleet.ready()
  await crowd.advanceClock(lifetimeS)
  await crowd.payLate()
  const deadline = Date.now() + settleMsMax
  while (Date.now() < deadline) {
    // Pauses between two questions are for the providers' sake.
    await sql.write('update reading set due_at = now()')
    await sql.write('update charge set ask_at = now() where not is_closed')
    if ((await unfinished(sql)) === 0) return
    await pause(200)
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5)
}
