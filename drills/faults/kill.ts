import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '../../packages/embedded-postgres/src/process-alive.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import type { Database } from '../../src/lib/sql.ts'
import { allEntities } from '../../test/kit/entities.ts'
import { type Audit, auditBooks, countUnfinished } from './audit.ts'
import { type Customers, startCustomers } from './customers.ts'
import { type Fleet, type FleetMember, startFleet } from './fleet.ts'

export interface KillOptions {
  /** The program of each process. */
  entry: string
  kills: number
  /** The kinds of work that are watched for the moment to kill, drawn at random for each kill. */
  aims: Aim[]
  /** How long a kill waits for that work. */
  patienceMs: number
  /** PostgreSQL is stopped immediately after this number of kills. */
  killsPerDatabaseStop: number
}

export interface KillReport extends Audit {
  kills: number
  databaseStops: number
  /** The number of kills of processes that had not written anything for a while. */
  idleKills: number
  seconds: { start: number; kill: number; settle: number }
  answers: Record<number, number>
  complaints: string[]
  deserters: string[]
}

type Aim = 'creates' | 'charges' | 'settles' | 'calls'

const works: Record<Aim, { role: string; countSql: string }> = {
  creates: { role: 'api', countSql: 'select count(*) as count from payment' },
  charges: { role: 'jobs', countSql: "select count(*) as count from charge where state = 'coded'" },
  settles: { role: 'jobs', countSql: 'select count(*) as count from transfer' },
  calls: { role: 'jobs', countSql: 'select count(*) as count from delivery_attempt' },
}

const roles = ['api', 'api', 'jobs', 'jobs']
const customersCount = 5
const settleMsMax = 120_000

/**
 * Lets customers create and pay while processes and the database die at random. Then it waits until all is settled, and
 * audits.
 */
export async function killAtRandom(options: KillOptions): Promise<KillReport> {
  const since = createStopwatch()
  await using scene = await openScene(options.entry)
  const { fleet, sql, crowd } = scene
  const startS = since()
  const stopHastening = speedUpLeases(sql)
  const killed = await killThem(options, scene)
  const killS = since()
  await crowd.stop()
  await settle(sql, crowd, fleet)
  await stopHastening()
  const settleS = since()
  return {
    kills: options.kills,
    ...killed,
    ...(await auditBooks(sql, crowd.ledger)),
    seconds: { start: startS, kill: killS, settle: settleS },
    answers: crowd.ledger.answers,
    complaints: crowd.ledger.complaints,
    deserters: fleet.deserters,
  }
}

/** Returns a function that returns the seconds since its previous call. */
export function createStopwatch(): () => number {
  let before = performance.now()
  return () => {
    const seconds = Math.round((performance.now() - before) / 100) / 10
    before = performance.now()
    return seconds
  }
}

interface Scene extends AsyncDisposable {
  fleet: Fleet
  database: EmbeddedPostgres
  sql: Database
  crowd: Customers
}

// It has its own database with fsync, and the last thing opened is closed first.
async function openScene(entry: string): Promise<Scene> {
  await using opening = new AsyncDisposableStack()
  await removeLeftovers()
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), folderPrefix))
  opening.defer(() => fs.rmSync(dir, { recursive: true, force: true }))
  const database = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres'), maxConnections: 200 })
  opening.defer(() => database.stop())
  const { host, port, user, database: name } = database.connection
  const databaseUrl = `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
  const fleet = await startFleet({ entry, roles, databaseUrl, dir })
  opening.defer(() => fleet.stop())
  await fleet.ready()
  const open = await connectDatabase({ connectionString: databaseUrl }, { poolMax: 4, entities: allEntities })
  opening.defer(() => open.close())
  // The sandbox's receiver forgets all but its last ten thousand callbacks, while the audit checks each.
  await open.sql.write('create rule forget_nothing as on delete to sandbox.received do instead nothing')
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

const folderPrefix = 'warung-kill-'
const leftoverAgeMs = 60_000

// A killed run leaves its server behind, as intended. Starting it again makes it ours, so that it can be stopped.
async function removeLeftovers(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    if (!name.startsWith(folderPrefix)) continue
    const dir = path.join(os.tmpdir(), name)
    try {
      if (Date.now() - fs.statSync(dir).mtimeMs < leftoverAgeMs) continue
      const server = await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') })
      await server.stop()
      fs.rmSync(dir, { recursive: true, force: true })
    } catch {
      // It is in use, or belongs to another process.
    }
  }
}

async function killThem(
  options: KillOptions,
  { fleet, database, sql, crowd }: Scene,
): Promise<{ databaseStops: number; idleKills: number }> {
  let databaseStops = 0
  let idleKills = 0
  for (let kill = 1; kill <= options.kills; kill++) {
    const aim = options.aims[randomInt(options.aims.length)]!
    // Usually a process continues to work, as in a real shop; occasionally none does.
    await waitForReady(fleet, works[aim].role, kill % 5 === 0 ? 1 : 2)
    if (!(await seeWork(sql, aim, options.patienceMs))) idleKills++
    await pause(randomInt(aimMsMax))
    const victim = await waitForReady(fleet, works[aim].role)
    victim.kill()
    if (kill % killsPerAdvance === 0) await crowd.advanceClock(advanceS)
    if (kill % options.killsPerDatabaseStop !== 0) continue
    await until(() => isAlive(database.pid))
    process.kill(database.pid, 'SIGQUIT')
    databaseStops++
  }
  return { databaseStops, idleKills }
}

/** Returns a ready member, once this number of them are ready. */
export async function waitForReady(fleet: Fleet, role: string, atLeast = 1): Promise<FleetMember> {
  for (;;) {
    const ready = fleet.members.filter(member => member.role === role && member.isReady())
    if (ready.length >= atLeast) return ready[randomInt(ready.length)]!
    await pause(5)
  }
}

const aimMsMax = 40
const workMax = 3

/**
 * Waits until such work has been done again, so that a kill hits more of it; returns false if it was not seen for long.
 */
async function seeWork(sql: Database, aim: Aim, patienceMs: number): Promise<boolean> {
  const wanted = ((await countWork(sql, aim)) ?? 0) + 1 + randomInt(workMax)
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const done = await countWork(sql, aim)
    if (done !== undefined && done >= wanted) return true
    await pause(10)
  }
  return false
}

async function countWork(sql: Database, aim: Aim): Promise<number | undefined> {
  const rows = await sql.query<{ count: number }>(works[aim].countSql).catch(() => [])
  return rows[0]?.count
}

const leaseTables = ['charge', 'reading', 'delivery']
const quickenEveryMs = 500
const quickenS = 5
const killsPerAdvance = 10
const advanceS = 450

/**
 * Makes leases and the scheduler's locks expire ten times sooner than usual. The work of a killed process is taken over
 * within seconds, and a slow process loses its lease, which must be harmless. `extraWork` accelerates more, as often.
 */
export function speedUpLeases(sql: Database, extraWork: () => Promise<void> = async () => {}): () => Promise<void> {
  const stopping = new AbortController()
  const hasten = async () => {
    for (const table of leaseTables) await sql.write(quickenSql(table), [quickenS])
    await sql.write('update reading set due_at = now()')
    await sql.write("update agenda_jobs set locked_at = null where locked_at < now() - interval '1 second'")
    await extraWork()
  }
  const repeat = async () => {
    while (!stopping.signal.aborted) {
      // The database is unavailable now and then.
      await hasten().catch(() => {})
      await pause(quickenEveryMs, undefined, stopping).catch(() => {})
    }
  }
  const running = repeat()
  return async () => {
    stopping.abort()
    await running
  }
}

const quickenSql = (table: string) => `
  update ${table} set leased_until = leased_until - make_interval(secs => $1)
  where ctid = any(array(select ctid from ${table} where leased_until > now() for update skip locked))`

const lifetimeS = 1_860

async function settle(sql: Database, crowd: Customers, fleet: Fleet): Promise<void> {
  await fleet.ready()
  await crowd.payRest()
  await crowd.advanceClock(lifetimeS)
  await crowd.payLate()
  const deadline = Date.now() + settleMsMax
  while (Date.now() < deadline) {
    if ((await countUnfinished(sql)) === 0) return
    await pause(200)
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(5)
}
