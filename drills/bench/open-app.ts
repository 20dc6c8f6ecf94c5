import type { ClientConfig } from 'pg'
import { createApp } from '../../src/app.ts'
import { migrateSchema } from '../../src/database/migrate.ts'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { createLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import type { App } from '../../src/needs.ts'
import { createTestConfig } from '../../test/kit/config.ts'
import { allEntities } from '../../test/kit/entities.ts'

/** A direct connection to the server; the pool uses the pooler if one is named. */
interface BenchDatabase extends ClientConfig {
  pooler?: ClientConfig
}

/** Opens what `npm start` composes, without the roles: the same pool, the same log, no recurring work. */
export async function openApp(
  { pooler, ...connection }: BenchDatabase = JSON.parse(process.argv[2]!),
  settings: Record<string, string> = {},
): Promise<{ app: App & AsyncDisposable; database: OpenDatabase }> {
  const config = createTestConfig(settings)
  await migrateSchema(connection)
  const database = await connectDatabase(connection, {
    poolMax: config.databasePoolMax,
    entities: allEntities,
    ...(pooler && { pooler }),
  })
  const log = createLog(config.logLevel)
  const keyRing = await openKeyRing({ database, ...config })
  const app = createApp({ config, database, keyRing, wake: createLocalWake(log), log, now: () => new Date() })
  return { app, database }
}
