import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { embeddedFolder } from '../embedded/embedded-database.ts'
import {
  DataFolderError,
  FolderInUse,
  findFolderConnection,
  startEmbeddedPostgres,
} from '../embedded/embedded-postgres.ts'
import { toPositional } from '../lib/sql.ts'
import { statement } from '../lib/statement.ts'

/** The header of a backup, which contains `data`, `goods` and possibly `secret.key`. */
export interface Manifest {
  warung: 1
  made_at: string
  has_secret: boolean
}

export const manifestName = 'backup.json'

export interface BackUpOptions {
  file: string
  /** Whether to include `secret.key`, without which nothing sealed can be opened. */
  withSecret: boolean
  /** Whether to include `goods`, whose files never change. */
  withGoods: boolean
}

/**
 * Writes the embedded database as of the end of the copy, the goods and the secret into one archive, while the shop
 * keeps running. This is PostgreSQL's low-level base backup
 * (https://www.postgresql.org/docs/18/continuous-archiving.html, 25.3.4). Throws DataFolderError if there is nothing to
 * copy or the file exists.
 */
export async function backUp(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { file, withSecret, withGoods }: BackUpOptions,
): Promise<Manifest> {
  refuseServer(config)
  const folder = embeddedFolder(config)
  if (!fs.existsSync(path.join(folder, 'data'))) throw new DataFolderError(`There is no database in ${folder}.`)
  if (fs.existsSync(file)) throw new DataFolderError(`${file} exists: name another file.`)
  const draft = `${path.resolve(file)}.draft-${randomBytes(4).toString('hex')}`
  fs.mkdirSync(draft, { mode: 0o700 })
  try {
    await copyDatabase(folder, path.join(draft, 'data'))
    // After the database: every file named in its rows exists by now, and files never change.
    const goods = path.join(config.dataDir, 'goods')
    if (withGoods && fs.existsSync(goods)) fs.cpSync(goods, path.join(draft, 'goods'), { recursive: true })
    const secret = path.join(config.dataDir, 'secret.key')
    const has_secret = withSecret && fs.existsSync(secret)
    if (has_secret) fs.copyFileSync(secret, path.join(draft, 'secret.key'))
    const manifest: Manifest = { warung: 1, made_at: new Date().toISOString(), has_secret }
    fs.writeFileSync(path.join(draft, manifestName), JSON.stringify(manifest))
    await packFolder(draft, file)
    return manifest
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

/** Throws DataFolderError if the database is on a separate server, because its folder is not on this machine. */
export function refuseServer({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  if (!databaseUrl) return
  throw new DataFolderError(
    'DATABASE_URL names a server of your own: use its programs, pg_basebackup or pg_dump (docs/operate.md).',
  )
}

async function copyDatabase(folder: string, to: string): Promise<void> {
  const { connection, release } = await joinServer(folder)
  const client = new pg.Client(connection)
  try {
    await client.connect()
    await copyWhile(client, path.join(folder, 'data'), to)
  } finally {
    await client.end()
    await release()
  }
}

async function joinServer(dir: string) {
  try {
    const embedded = await startEmbeddedPostgres({ dir })
    return { connection: embedded.connection, release: () => embedded.stop() }
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    return { connection: await findFolderConnection(dir), release: async () => {} }
  }
}

// PostgreSQL's functions for an online backup, all called in one session.

// From here on the server retains its log until the session ends.
const keepLogSql = statement<{ slot: string }>('select pg_create_physical_replication_slot(:slot, true, true)')

const startSql = `select pg_walfile_name(pg_backup_start('warung', true)) segment`

const stopSql = 'select pg_walfile_name(lsn) segment, labelfile, spcmapfile from pg_backup_stop(false)'

// One session from start to stop: when it ends, the server forgets the backup and the slot that retains its log.
async function copyWhile(client: pg.Client, data: string, to: string): Promise<void> {
  await client.query(toPositional(keepLogSql, { slot: `backup_${randomBytes(4).toString('hex')}` }))
  const started = await queryOne<{ segment: string }>(client, startSql)
  copyFolder(data, to, '')
  const stopped = await queryOne<{ segment: string; labelfile: string; spcmapfile: string }>(client, stopSql)
  fs.writeFileSync(path.join(to, 'backup_label'), stopped.labelfile, { mode: 0o600 })
  if (stopped.spcmapfile !== '') throw new DataFolderError('The database has tablespaces, which Warung never makes.')
  copyLog(path.join(data, 'pg_wal'), path.join(to, 'pg_wal'), started.segment, stopped.segment)
}

async function queryOne<Row extends object>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  return rows[0]!
}

// Omitted like in the server's own pg_basebackup: these files are created again, or belong to the running server.
const emptied = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'])
emptied.add('pg_stat_tmp').add('pg_subtrans')
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/

function copyFolder(from: string, to: string, inside: string): void {
  fs.mkdirSync(to, { mode: 0o700 })
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory() && inside === '' && emptied.has(entry.name)) makeEmpty(target)
    else if (entry.isDirectory()) copyFolder(source, target, path.join(inside, entry.name))
    else copyIfThere(source, target)
  }
}

function makeEmpty(folder: string): void {
  fs.mkdirSync(folder, { mode: 0o700 })
  // The log has marker files in folders that the server does not recreate.
  if (!folder.endsWith('pg_wal')) return
  for (const name of ['archive_status', 'summaries']) fs.mkdirSync(path.join(folder, name), { mode: 0o700 })
}

// If a table is dropped during the copy, its file disappears; the log records the drop.
function copyIfThere(source: string, target: string): void {
  try {
    fs.copyFileSync(source, target, fs.constants.COPYFILE_FICLONE)
    fs.chmodSync(target, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

// Segment names are hexadecimal, of equal length and of one timeline here, so they sort in the order of writing.
function copyLog(from: string, to: string, first: string, last: string): void {
  const segments = fs.readdirSync(from).filter(name => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  for (const name of segments) copyIfThere(path.join(from, name), path.join(to, name))
}

// Writes the entire file or nothing, readable only by its owner: it contains the rows of a shop and possibly its
// secret.
async function packFolder(draft: string, file: string): Promise<void> {
  const tar = await import('tar')
  const packed = `${draft}.tar.gz`
  fs.writeFileSync(packed, '', { mode: 0o600 })
  try {
    await tar.create({ gzip: true, cwd: draft, file: packed, portable: true }, fs.readdirSync(draft))
    fs.renameSync(packed, file)
  } finally {
    fs.rmSync(packed, { force: true })
  }
}
