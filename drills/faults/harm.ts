import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { EmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import type { Database } from '../../src/lib/sql.ts'
import type { TestMongod } from '../../test/kit/mongod/start.ts'
import type { DatabaseDoor } from './door-proxy.ts'
import type { Fleet } from './fleet.ts'
import { waitForReady } from './kill.ts'

export interface HarmOptions {
  /** The seconds between two faults. */
  everyS: number
  /** How long PostgreSQL is stopped, or a process is frozen. */
  awayMs: number
}

export interface HarmTargets {
  /** Agenda's store; undefined if PostgreSQL is the store. */
  mongod: Pick<TestMongod, 'pid'> | undefined
  fleet: Fleet
  database: EmbeddedPostgres
  door: DatabaseDoor
  sql: Database
}

export interface HarmReport {
  /** The times when each fault began. */
  done: Partial<Record<Fault, string[]>>
  awayS: number
  /** The number from PostgreSQL's statistics before each stop, because an immediate stop drops them. */
  countedDeadlocks: number
}

/** A kind of fault. `outside`: the providers and Telegram accept connections, but do not answer. */
type Fault =
  | 'PostgreSQL stopped'
  | 'jobs killed'
  | 'outside frozen'
  | 'PostgreSQL frozen'
  | 'jobs frozen'
  | 'MongoDB frozen'

/** Causes one kind of fault after another, repeatedly, until the time is too short to recover from another. */
export async function causeFaults(
  { everyS, awayMs }: HarmOptions,
  end: number,
  scene: HarmTargets,
): Promise<HarmReport> {
  const result: HarmReport = {
    done: {},
    awayS: 0,
    countedDeadlocks: 0,
  }
  const faults: Record<Fault, () => Promise<void>> = {
    async 'PostgreSQL stopped'() {
      result.countedDeadlocks += await deadlocksOf(scene)
      const stoppedAt = Date.now()
      await stopDatabase(scene, awayMs, end)
      result.awayS = Math.max(result.awayS, (Date.now() - stoppedAt) / 1000)
    },
    async 'jobs killed'() {
      const victim = await waitForReady(scene.fleet, 'jobs', 2)
      victim.kill()
    },
    'outside frozen': () => freeze([scene.fleet.sandbox.pid()!], awayMs),
    'PostgreSQL frozen': () => freeze(withChildren(scene.database.pid), awayMs),
    async 'jobs frozen'() {
      const victim = await waitForReady(scene.fleet, 'jobs', 2)
      await freeze([victim.pid()!], awayMs)
    },
    'MongoDB frozen': () => freeze([scene.mongod!.pid()], awayMs),
  }
  const names = (Object.keys(faults) as Fault[]).filter(name => name !== 'MongoDB frozen' || scene.mongod)
  const everyMs = everyS * 1000
  await pause(everyMs)
  for (let turn = 0; Date.now() + everyMs + awayMs < end; turn++) {
    const name = names[turn % names.length]!
    result.done[name] = [...(result.done[name] ?? []), new Date().toISOString()]
    await faults[name]()
    await pause(everyMs)
  }
  await pause(Math.max(0, end - Date.now()))
  result.countedDeadlocks += await deadlocksOf(scene)
  return result
}

// A database that is not back by the end counts as unavailable until then.
async function stopDatabase({ database, door, sql }: HarmTargets, awayMs: number, end: number): Promise<void> {
  process.kill(database.pid, 'SIGQUIT')
  door.shut()
  await pause(awayMs)
  await door.open()
  while (Date.now() < end && !(await sql.query('select 1').catch(() => null))) await pause(50)
}

async function freeze(pids: number[], forMs: number): Promise<void> {
  const frozen = pids.filter(pid => signal(pid, 'SIGSTOP'))
  await pause(forMs)
  for (const pid of frozen) signal(pid, 'SIGCONT')
}

/** Sends a signal; returns false for a process that has just ended. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function withChildren(pid: number): number[] {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

async function deadlocksOf({ sql }: HarmTargets): Promise<number> {
  const [row] = await sql.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(row!.deadlocks)
}
