import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Config } from '../config.ts'
import { DataFolderError, plainEnvironment } from '../embedded/embedded-postgres.ts'
import { backupsFolderPath } from './back-up-before-upgrade.ts'
import type { Upgrade } from './migrate.ts'
import { tablesSql } from './schema-sql.ts'

const run = promisify(execFile)

export interface DumpProgram {
  file: string
  major: number
}

/**
 * Returns the oldest `pg_dump` on this machine that can read a server of this version (such as 150004); undefined if
 * none can.
 */
export async function findDumpProgram(
  serverVersion: number,
  { PATH = '' }: NodeJS.ProcessEnv = plainEnvironment(),
): Promise<DumpProgram | undefined> {
  const programs = await Promise.all(listDumpPlaces(PATH).map(findDumpVersion))
  return programs
    .flatMap(program => (program && program.major >= Math.floor(serverVersion / 10_000) ? [program] : []))
    .toSorted((a, b) => a.major - b.major)[0]
}

const isWindows = process.platform === 'win32'
const dumpName = isWindows ? 'pg_dump.exe' : 'pg_dump'
// Debian installs the programs of each version separately, and puts one of them in PATH.
const ofVersions = '/usr/lib/postgresql'

function listDumpPlaces(searched: string): string[] {
  const versions = fs.existsSync(ofVersions) ? fs.readdirSync(ofVersions) : []
  const folders = [
    ...searched.split(path.delimiter).filter(Boolean),
    ...versions.map(name => path.join(ofVersions, name, 'bin')),
  ]
  return folders.map(folder => path.join(folder, dumpName)).filter(file => fs.existsSync(file))
}

async function findDumpVersion(file: string): Promise<DumpProgram | undefined> {
  try {
    const { stdout } = await run(file, ['--version'])
    const major = Number(/(?<!\d)(\d+)(\.|beta|rc|devel|\s|$)/.exec(stdout)?.[1])
    return Number.isInteger(major) ? { file, major } : undefined
  } catch {
    return undefined
  }
}

/**
 * Dumps the database of a separate server with the server's own program, and verifies the dump with `pg_restore`.
 * Returns the file, which replaces that of an earlier attempt. Throws DataFolderError with nothing changed.
 */
export async function dumpBeforeUpgrade(
  config: Pick<Config, 'dataDir'>,
  { connection, program }: { connection: pg.ClientConfig; program: DumpProgram },
  { to }: Pick<Upgrade, 'to'>,
): Promise<string> {
  const folder = backupsFolderPath(config)
  fs.mkdirSync(folder, { recursive: true, mode: 0o711 })
  const file = path.join(folder, `before-${to}.dump`)
  const unread = `${file}.unread`
  try {
    fs.rmSync(unread, { force: true })
    fs.writeFileSync(unread, '', { mode: 0o600 })
    await run(program.file, ['--format=custom', `--file=${unread}`], { env: environmentFor(connection) })
    await readThrough(program, unread, await listTables(connection))
    fs.renameSync(unread, file)
    return file
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    throw new DataFolderError(
      `The database could not be dumped by ${program.file}: ${(stderr || message).trim()}. Nothing was changed. ` +
        'Or make a backup by other means and say so: npm run warung -- upgrade --backup-made',
      { cause: error },
    )
  } finally {
    fs.rmSync(unread, { force: true })
  }
}

// Passed in the environment, because all users of the machine can read command lines.
function environmentFor(connection: pg.ClientConfig): NodeJS.ProcessEnv {
  const { host, port, user, password, database, ssl } = new pg.Client(connection)
  return {
    ...plainEnvironment('HOME'),
    PGHOST: host,
    PGPORT: String(port),
    PGDATABASE: database,
    PGUSER: user,
    ...(typeof password === 'string' && { PGPASSWORD: password }),
    ...(ssl && { PGSSLMODE: 'require' }),
  }
}

async function listTables(connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ table: string }>(tablesSql)
    return rows.map(({ table }) => table)
  } finally {
    await client.end()
  }
}

const listBytesMax = 64 * 1024 * 1024

/** Verifies a dump: it must list every table, and each of its blocks must unpack. */
async function readThrough({ file }: DumpProgram, dump: string, tables: string[]): Promise<void> {
  const restoring = path.join(path.dirname(file), dumpName.replace('dump', 'restore'))
  const { stdout } = await run(restoring, ['--list', dump], { maxBuffer: listBytesMax })
  const listed = new Set(
    [...stdout.matchAll(/ TABLE DATA (\S+) (\S+) /g)].map(([, schema, table]) => `${schema}.${table}`),
  )
  const missing = tables.filter(table => !listed.has(table.replaceAll('"', '')))
  if (missing.length > 0) throw new Error(`the dump lacks ${missing.join(', ')}`)
  await run(restoring, [`--file=${isWindows ? 'NUL' : '/dev/null'}`, dump])
}
