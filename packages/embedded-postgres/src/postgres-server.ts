import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DataFolderError } from './data-folder-error.ts'
import { defaultOwner, type Owner } from './owner.ts'
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts'

export interface ServerOptions {
  /** The folder for everything of this server; created if missing. */
  dir: string
  owner?: Owner
  maxConnections?: number
  /** Server settings by PostgreSQL's names, such as `{ fsync: 'off' }`. */
  settings?: Record<string, string>
  /** Receives a sentence for each event that matters to an operator. */
  log?(message: string): void
  /** Called whenever one of its programs has started. */
  atWork?(): void
}

/** The properties of a server, known before it runs. */
export interface Server {
  dir: string
  data: string
  logFile: string
  owner: Owner
  binaries: PostgresBinaries
  /** The address; `host` is the folder of the unix socket. */
  connection: { host: string; port: number; user: string; database: string }
  args: string[]
  log(message: string): void
  atWork(): void
}

export const isWindows = process.platform === 'win32'

export async function describeServer(dir: string, options: ServerOptions): Promise<Server> {
  const { owner = defaultOwner } = options
  const data = path.join(dir, 'data')
  const host = isWindows ? '127.0.0.1' : socketFolder(dir, owner)
  const port = Number(options.settings?.port ?? (isWindows ? choosePort(dir) : 5432))
  const settings: Record<string, string> = {
    listen_addresses: isWindows ? host : '',
    port: String(port),
    unix_socket_directories: isWindows ? '' : host,
    unix_socket_permissions: '0700',
    max_connections: String(options.maxConnections ?? 100),
    logging_collector: 'off',
    // After a crash, each of its two thousand files would be opened and synced separately, which keeps a disk busy for
    // 6 to 40 s.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    ...options.settings,
  }
  return {
    dir,
    data,
    logFile: path.join(dir, 'postgres.log'),
    owner,
    binaries: await findPostgres(dir, data, owner),
    connection: { host, port, user: owner.role, database: owner.database },
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    log: options.log ?? (() => {}),
    atWork: options.atWork ?? (() => {}),
  }
}

// Returns the folder for the socket. The address of a unix socket has room for about 100 bytes, which a deep data
// folder would exceed.
function socketFolder(dir: string, owner: Owner): string {
  const name = `${owner.socketPrefix}-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`
  const folder = path.join(os.tmpdir(), name)
  return folder.length < 80 ? folder : path.join('/tmp', name)
}

// Returns a port for Windows, where the driver cannot use unix sockets. It is above the usual ports, and constant for
// the folder.
function choosePort(dir: string): number {
  return 20_000 + (createHash('sha256').update(dir).digest().readUInt16BE() % 20_000)
}

export function createStartError(server: Server, problem: string, reason: string): DataFolderError {
  return new DataFolderError(
    `The embedded PostgreSQL could not ${problem} in ${server.dir}: ${reason} (its log is ${server.logFile}). ` +
      `Set ${server.owner.serverSetting} to use a PostgreSQL server of your own instead.`,
  )
}

// It gets its own session and writes its output to a file, so that neither Ctrl-C nor the end of this process affects
// it.
export function spawnProgram(
  server: Server,
  program: 'initdb' | 'postgres' | 'pg_ctl',
  programArgs: string[],
): ChildProcess {
  const log = fs.openSync(server.logFile, 'a', 0o600)
  try {
    const { file, args } = server.binaries.command(program, programArgs)
    const child = spawn(file, args, {
      ...server.binaries.user,
      cwd: server.dir,
      env: plainEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
      windowsHide: true,
    })
    server.atWork()
    return child
  } finally {
    fs.closeSync(log)
  }
}

/**
 * Returns the environment for PostgreSQL's programs. It contains no secrets, and none of the PG* variables of the
 * user's shell.
 */
export function plainEnvironment(...more: string[]): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', ...more]
  const entries = kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}

export function waitForExit(child: ChildProcess): Promise<{ code: number | null; reason?: string }> {
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: null, reason: error.message }))
    child.once('exit', code => resolve({ code }))
  })
}

export function changeOwner(owner: { uid: number; gid: number } | undefined, file: string): void {
  if (owner) fs.chownSync(file, owner.uid, owner.gid)
}

export function readFileSize(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

export function readLogTail(server: Server, from: number): string {
  const text = fs.existsSync(server.logFile) ? fs.readFileSync(server.logFile).subarray(from).toString('utf8') : ''
  return text.trim().slice(-600)
}
