import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { BenchServer } from './server-process.ts'

/** Returns the server with processor time that includes its database's sessions (Linux). */
export async function includeSessionsTime(
  server: BenchServer,
  connection: pg.ClientConfig,
): Promise<BenchServer & AsyncDisposable> {
  const sessions = await measureSessions(connection)
  return {
    ...server,
    cpuMs: async () => (await server.cpuMs()) + (await sessions.ms()),
    [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
  }
}

export interface SessionsTime extends AsyncDisposable {
  /** Returns the processor time of all sessions of the database so far, except the one that asks (Linux). */
  ms(): Promise<number>
}

export async function measureSessions(connection: pg.ClientConfig): Promise<SessionsTime> {
  const client = new pg.Client(connection)
  await client.connect()
  // A session that has ended keeps its last known value.
  const known = new Map<number, number>()
  return {
    async ms() {
      const { rows } = await client.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      for (const { pid } of rows) known.set(pid, timeOf(pid) ?? known.get(pid) ?? 0)
      return [...known.values()].reduce((sum, ms) => sum + ms, 0)
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

function timeOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return undefined
  }
}

/** Returns the processor time in ms of all threads of a process. */
export function readProcessorTime(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce(
    (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  )
}
