import type { Config } from '../config.ts'
import { backUpBeforeUpgrade } from './back-up-before-upgrade.ts'
import { type MigrateOptions, migrateSchema, type Upgrade } from './migrate.ts'
import type { OpenDatabase } from './open.ts'

export interface UpgradeOutcome extends Upgrade {
  /** The verified backup; undefined with a separate server, whose operator makes backups. */
  backup: string | undefined
}

/**
 * Performs the first step of every process and command: upgrades the schema, for an embedded database after a verified
 * backup. Returns the upgrade that was made. Throws SchemaMismatchError and DataFolderError with nothing changed.
 */
export async function upgradeDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { connection }: Pick<OpenDatabase, 'connection'>,
  tell: (line: string) => void,
  options: Pick<MigrateOptions, 'own' | 'folder'> = {},
): Promise<UpgradeOutcome | undefined> {
  let backup: string | undefined
  const before = async (upgrade: Upgrade) => {
    tell(`The database is upgraded from version ${upgrade.from} to ${upgrade.to}. First it is backed up.`)
    backup = await backUpBeforeUpgrade(config, upgrade)
    tell(`The backup was read back and is ${backup}`)
  }
  const upgrade = await migrateSchema(connection, { ...options, tell, ...(config.databaseUrl ? {} : { before }) })
  return upgrade && { ...upgrade, backup }
}
