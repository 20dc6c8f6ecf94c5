import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ClientConfig } from 'pg'
import { createApp } from '../../src/app.ts'
import { migrateSchema } from '../../src/database/migrate.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import type { App } from '../../src/needs.ts'
import { createTestConfig } from '../../test/kit/config.ts'
import { allEntities } from '../../test/kit/entities.ts'

export interface FreshApp extends AsyncDisposable {
  app: App
  connection: ClientConfig
  /** Advances business time. */
  advance(seconds: number): void
}

/**
 * Opens the app that `npm start` composes, without the roles, on its own PostgreSQL with fsync and synchronous_commit
 * on.
 */
export async function openFreshApp(settings: Record<string, string> = {}): Promise<FreshApp> {
  await using opening = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-bench-'))
  opening.defer(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startEmbeddedPostgres({
    dir: folder,
    settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB' },
  })
  opening.defer(() => postgres.stop())
  const config = createTestConfig(settings)
  await migrateSchema(postgres.connection)
  const database = await connectDatabase(postgres.connection, {
    poolMax: config.databasePoolMax,
    entities: allEntities,
  })
  opening.defer(() => database.close())
  const keyRing = await openKeyRing({ database, ...config })
  const time = { offsetMs: 0 }
  const now = () => new Date(Date.now() + time.offsetMs)
  const app = createApp({ config, database, keyRing, wake: createLocalWake(silentLog), log: silentLog, now })
  opening.use(app)
  const opened = opening.move()
  return {
    app,
    connection: postgres.connection,
    advance: seconds => {
      time.offsetMs += seconds * 1000
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
