import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { BenchServer } from './server-process.ts'

/** The server, whose processor time is that of its process and of its database's sessions together (Linux). */
export async function withSessions(
  server: BenchServer,
  connection: pg.ClientConfig,
): Promise<BenchServer & AsyncDisposable> {
  const client = new pg.Client(connection)
  await client.connect()
  // A session that has ended keeps what it had when it was last looked at.
  const known = new Map<number, number>()
  const sessionsMs = async () => {
    const { rows } = await client.query(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    for (const { pid } of rows) known.set(pid, timeOf(pid) ?? known.get(pid) ?? 0)
    return [...known.values()].reduce((sum, ms) => sum + ms, 0)
  }
  return {
    ...server,
    cpuMs: async () => (await server.cpuMs()) + (await sessionsMs()),
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
