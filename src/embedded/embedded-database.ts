import path from 'node:path'
import type { Config } from '../config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Where the embedded database of an installation is. */
export function embeddedFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'postgres')
}

/** The embedded database on its way; what keeps it from starting is told to who waits for it. */
export interface StartingDatabase {
  serves: Promise<EmbeddedPostgres>
}

/**
 * Starts the embedded database, unless the settings name a server, and returns as soon as its programs work by
 * themselves: its folder is made, or it starts, while this process does something else.
 */
export async function beginEmbeddedDatabase(settings: Settings): Promise<StartingDatabase | undefined> {
  if (settings.databaseUrl) return undefined
  const { promise: isAtWork, resolve } = Promise.withResolvers<void>()
  const serves = startEmbeddedPostgres({ dir: embeddedFolder(settings), atWork: resolve })
  serves.catch(() => {})
  await Promise.race([isAtWork, serves])
  return { serves }
}
