import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { executeStatements, selectDatabase } from '../../test/kit/connection.ts'
import { findPgBouncer, howToHavePgBouncer, startPgBouncer } from '../../test/kit/pgbouncer/start.ts'
import { isShort } from './length.ts'
import { comparePairs } from './pairs.ts'
import { startServer } from './server-process.ts'
import { printLine } from './table.ts'

/*
 * `npm run -w drills bench:pooler`: creates and checks payments through PgBouncer in transaction mode, and over direct
 * connections, in turns. An answer other than 200 ends it. It exits with 1 if the pooler costs more than a quarter.
 */
const ratioMin = 0.75
// A process of Warung opens as many, so that the connection's path is measured, not a lack of connections.
const sharedConnections = 20

const binary = findPgBouncer()
if (!binary) throw new Error(`There is no PgBouncer here. To have it: ${howToHavePgBouncer}`)

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-bench-'))
const postgres = await startEmbeddedPostgres({
  dir: folder,
  settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB' },
})
const children: ChildProcess[] = []
try {
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  await executeStatements(postgres.connection, 'create database pooled')
  const pooled = selectDatabase(postgres.connection, 'pooled')
  const pooler = await startPgBouncer(binary, folder, pooled, sharedConnections)
  const start = (connection: object) => startServer(children, path.join(import.meta.dirname, 'shop.ts'), connection)
  const through = await start({ ...pooled, pooler: { connectionString: pooler.url } })
  const direct = await start(postgres.connection)
  const ratios = await comparePairs('requests', [
    ['through PgBouncer', through],
    ['direct', direct],
  ])
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  await pooler.stop()
  if (!isShort && [...ratios.values()].some(ratio => ratio.perS < ratioMin)) process.exitCode = 1
} finally {
  for (const child of children) child.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit()
