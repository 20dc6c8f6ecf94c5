import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { embeddedFolder } from '../embedded/embedded-database.ts'
import { DataFolderError, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts'
import { recordDiskFull } from '../lib/disk-full.ts'
import { formatGigabytes, measureFolder, measureSpace } from '../lib/files.ts'
import { backUp } from './back-up.ts'
import type { Upgrade } from './migrate.ts'
import { restoreBackup } from './restore.ts'
import { readThroughSql, readVersionSql, tablesSql } from './schema-sql.ts'

/** Returns the folder of the backups that upgrades create, of an embedded database or a server. */
export function backupsFolderPath({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'backups')
}

/**
 * Writes the embedded database into an archive, restores that beside it, and reads every row of the result. Returns the
 * archive, which replaces that of an earlier attempt. Goods and secret.key are not included, because an upgrade does
 * not change them. Throws DataFolderError with nothing changed; leftovers of an interrupted attempt are removed.
 */
export async function backUpBeforeUpgrade(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { from, to }: Pick<Upgrade, 'from' | 'to'>,
): Promise<string> {
  const folder = backupsFolderPath(config)
  // If this process is root, the server that reads the copy runs as another user, who may pass through this folder but
  // not list it.
  fs.mkdirSync(folder, { recursive: true, mode: 0o711 })
  removeLeftovers(folder)
  const file = path.join(folder, `before-${to}.tar.gz`)
  const unread = `${file}.unread`
  try {
    await refuseWithoutRoom(config)
    await backUp(config, { file: unread, withSecret: false, withGoods: false })
    await readBack(unread, path.join(folder, `before-${to}.read-back`), from)
    fs.renameSync(unread, file)
  } catch (error) {
    if (recordDiskFull(error)) throw noRoom(folder)
    throw error
  } finally {
    removeLeftovers(folder)
  }
  return file
}

/** Returns the space needed while a backup is created and verified. */
export function computeBackupBytes({ dataDir }: Pick<Config, 'dataDir'>): number {
  return copiesAtOnce * measureFolder(path.join(embeddedFolder({ dataDir }), 'data')) + spareBytes
}

// First the copy and its archive, then the archive and the restored copy.
const copiesAtOnce = 2
const spareBytes = 100_000_000

// Only one process upgrades at a time, so every file here is a leftover.
function removeLeftovers(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    if (/^before-.*\.(unread|read-back)/.test(name)) {
      fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    }
  }
}

async function refuseWithoutRoom(config: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = backupsFolderPath(config)
  const { freeBytes } = await measureSpace(folder)
  if (freeBytes < computeBackupBytes(config)) throw noRoom(folder, computeBackupBytes(config))
}

function noRoom(folder: string, neededBytes?: number): DataFolderError {
  const needed = neededBytes === undefined ? '' : ` ${formatGigabytes(neededBytes)} GB are needed.`
  return new DataFolderError(
    `There is no room at ${folder} for a backup before the upgrade.${needed} Nothing was changed. Make room, ` +
      'start the version ' +
      'before again, or say that you have a backup: npm run warung -- upgrade --backup-made',
  )
}

async function readBack(file: string, dataDir: string, from: string): Promise<void> {
  await restoreBackup({ dataDir, databaseUrl: undefined }, file)
  const server = await startEmbeddedPostgres({ dir: embeddedFolder({ dataDir }) })
  const client = new pg.Client(server.connection)
  try {
    await client.connect()
    const { rows: versions } = await client.query<{ version: string }>(readVersionSql)
    if (versions[0]?.version !== from) throw new Error(`it holds version ${versions[0]?.version}`)
    const { rows: tables } = await client.query<{ table: string }>(tablesSql)
    for (const { table } of tables) await client.query(readThroughSql(table))
  } catch (error) {
    throw new DataFolderError(
      `The backup before the upgrade could not be read back: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    )
  } finally {
    await client.end()
    await server.stop()
  }
}
