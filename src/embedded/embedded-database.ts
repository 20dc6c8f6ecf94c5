import path from 'node:path'
import type { Config } from '../config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Returns the folder of an installation's embedded database. */
export function embeddedFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'postgres')
}

/** An embedded database that is starting; a failure is reported to whichever caller waits for it. */
export interface StartingDatabase {
  serves: Promise<EmbeddedPostgres>
}

/**
 * Starts the embedded database, unless a server is configured. Returns once its programs run on their own, while its
 * folder is still being created or it is still starting.
 */
export async function startEmbeddedDatabase(settings: Settings): Promise<StartingDatabase | undefined> {
  if (settings.databaseUrl) return undefined
  const { promise: isAtWork, resolve } = Promise.withResolvers<void>()
  const serves = startEmbeddedPostgres({ dir: embeddedFolder(settings), atWork: resolve })
  serves.catch(() => {})
  await Promise.race([isAtWork, serves])
  return { serves }
}
