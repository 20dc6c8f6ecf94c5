import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DataFolderError } from './data-folder-error.ts'
import { lockFolder } from './folder-lock.ts'
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts'
import { isAlive, isPostmasterOf } from './process-alive.ts'

export interface EmbeddedPostgres {
  /** `host` is the folder of the unix socket. */
  connection: { host: string; port: number; user: string; database: string }
  /** The postmaster that serves now; another one after a crash. */
  readonly pid: number
  /** Fast shutdown: returns when no process is left, and the folder is free for the next start. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Holds everything of this server; made when absent. */
  dir: string
  maxConnections?: number
  /** Server settings by PostgreSQL's names, `{ fsync: 'off' }`. */
  settings?: Record<string, string>
  /** Told in one sentence about what an operator would want to know. */
  log?(message: string): void
}

/**
 * Starts a real PostgreSQL on a folder, reachable only through a unix socket that only this user can open. It survives
 * the death of this process; the next start takes it over as it runs. A postmaster that dies is started again.
 * Throws FolderInUse while another process that lives has the folder, and an Error that says why it cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dir = makeFolder(options.dir)
  const lock = await lockFolder(dir)
  try {
    const server = await describeServer(dir, options)
    shareWithOwner(server)
    removeDrafts(server)
    if (!fs.existsSync(server.data)) await initialise(server)
    assertMajorVersion(server)
    const pid = await ensureRunning(server)
    await ensureDatabase(server).catch(error => {
      throw cannotStart(server, 'be used', (error as Error).message)
    })
    return supervise(server, pid, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Where the server of a folder listens, for a process that uses it beside the one that owns it; waits while it starts.
 * Throws an Error when none becomes ready within 60 s.
 */
export async function connectionOfFolder(dir: string): Promise<EmbeddedPostgres['connection']> {
  const data = path.join(fs.realpathSync(dir), 'data')
  const deadline = Date.now() + silenceMaxMs
  while (Date.now() < deadline) {
    const file = readPidFile(data)
    if (file?.status === 'ready' && isPostmasterOf(file.pid, data))
      return { host: file.host, port: file.port, user, database }
    await sleep(pollMs)
  }
  throw new Error(`No embedded PostgreSQL is ready in ${dir}: start Warung first, or set DATABASE_URL.`)
}

interface Server {
  dir: string
  data: string
  logFile: string
  binaries: PostgresBinaries
  connection: EmbeddedPostgres['connection']
  args: string[]
  log(message: string): void
}

const user = 'warung'
const database = 'warung'
const isWindows = process.platform === 'win32'

const draftPrefix = 'data.draft-'

const pollMs = 15
const startTimeoutMs = 300_000
const silenceMaxMs = 60_000
const stopTimeoutMs = 30_000
const superviseEveryMs = 250
const retryEveryMs = 5000
const logBytesMax = 10_000_000

function makeFolder(dir: string): string {
  try {
    // Others may pass through the parents, not look: the server may have to run as another user than root.
    fs.mkdirSync(path.dirname(path.resolve(dir)), { recursive: true, mode: 0o711 })
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    return fs.realpathSync(dir)
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${dir} cannot be used: ${(error as Error).message}. Set DATA_DIR to a folder of this user.`,
    )
  }
}

async function describeServer(dir: string, options: EmbeddedPostgresOptions): Promise<Server> {
  const data = path.join(dir, 'data')
  const host = isWindows ? '127.0.0.1' : socketFolder(dir)
  const port = Number(options.settings?.port ?? (isWindows ? portOf(dir) : 5432))
  const settings: Record<string, string> = {
    listen_addresses: isWindows ? host : '',
    port: String(port),
    unix_socket_directories: isWindows ? '' : host,
    unix_socket_permissions: '0700',
    max_connections: String(options.maxConnections ?? 100),
    logging_collector: 'off',
    ...options.settings,
  }
  return {
    dir,
    data,
    logFile: path.join(dir, 'postgres.log'),
    binaries: await findPostgres(dir, data),
    connection: { host, port, user, database },
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    log: options.log ?? (() => {}),
  }
}

// The address of a unix socket has room for about 100 bytes, which a deep data folder would exceed.
function socketFolder(dir: string): string {
  const name = `warung-${createHash('sha256').update(dir).digest('hex').slice(0, 12)}`
  const folder = path.join(os.tmpdir(), name)
  return folder.length < 80 ? folder : path.join('/tmp', name)
}

// Windows has no unix sockets that the driver speaks: a port above the usual ones that stays the same for the folder.
function portOf(dir: string): number {
  return 20_000 + (createHash('sha256').update(dir).digest().readUInt16BE() % 20_000)
}

// Root on a plain user's folder leaves nothing behind that would keep that user out later.
function shareWithOwner(server: Server): void {
  if (!server.binaries.user) return
  const { uid, gid } = fs.statSync(server.dir)
  for (const name of ['lock', 'lock.holder', 'postgres.log']) {
    const file = path.join(server.dir, name)
    if (fs.existsSync(file)) fs.chownSync(file, uid, gid)
  }
}

function removeDrafts(server: Server): void {
  for (const name of fs.readdirSync(server.dir)) {
    if (!name.startsWith(draftPrefix)) continue
    try {
      fs.rmSync(path.join(server.dir, name), { recursive: true, force: true })
    } catch {
      // The initdb of a start that was killed is still writing there; the next start removes it.
    }
  }
}

/** Never leaves half a data folder: it is made beside, and renamed when whole. */
async function initialise(server: Server): Promise<void> {
  const draft = path.join(server.dir, `${draftPrefix}${randomBytes(4).toString('hex')}`)
  fs.mkdirSync(draft, { mode: 0o700 })
  giveTo(server.binaries.user, draft)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', user, '--auth-local=trust', `--auth-host=${isWindows ? 'trust' : 'reject'}`]
  const logStart = sizeOf(server.logFile)
  const child = spawnProgram(server, 'initdb', ['-D', draft, ...access, ...locale, '--data-checksums'])
  const exit = await ended(child)
  if (exit.code !== 0) {
    fs.rmSync(draft, { recursive: true, force: true })
    throw cannotStart(server, 'be created', exit.reason ?? logTail(server, logStart))
  }
  fs.renameSync(draft, server.data)
  syncFolder(server.dir)
}

function cannotStart(server: Server, what: string, reason: string): DataFolderError {
  return new DataFolderError(
    `The embedded PostgreSQL could not ${what} in ${server.dir}: ${reason} (its log is ${server.logFile}). ` +
      'Set DATABASE_URL to use a PostgreSQL server of your own instead.',
  )
}

function assertMajorVersion(server: Server): void {
  const file = path.join(server.data, 'PG_VERSION')
  const found = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  const wanted = server.binaries.majorVersion
  if (found === String(wanted)) return
  if (!/^\d+$/.test(found)) {
    throw new DataFolderError(
      `${server.data} is damaged: its PG_VERSION is missing or unreadable. Nothing was touched. Restore a backup (npm run warung -- restore).`,
    )
  }
  throw new DataFolderError(
    `${server.data} holds data of PostgreSQL ${found}, and this version of Warung brings PostgreSQL ${wanted}. Nothing was touched. ` +
      'Run the version of Warung that made it, or move the data to a server of its own (pg_dump) and set DATABASE_URL.',
  )
}

async function ensureRunning(server: Server): Promise<number> {
  const orphan = findPostmaster(server)
  if (orphan) {
    if (hasSameArguments(server) && (await becomesReady(server, orphan))) return orphan
    await stopPostmaster(server, orphan)
  }
  return launch(server)
}

function findPostmaster(server: Server): number | undefined {
  const pid = readPidFile(server.data)?.pid
  return pid !== undefined && isPostmasterOf(pid, server.data) ? pid : undefined
}

interface PidFile {
  pid: number
  /** The folder of the unix socket, or where it listens on Windows. */
  host: string
  port: number
  status: string
}

// PostgreSQL's own file: pid, data folder, start, port, socket folder, listen address, shared memory, and at last what
// pg_ctl waits for: starting, ready or stopping.
function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = fs.readFileSync(pidFile(data), 'utf8').split('\n')
    const [pid, , , port, socket, address, , status = ''] = lines
    return { pid: Number(pid), host: socket || address || '', port: Number(port), status: status.trim() }
  } catch {
    return undefined
  }
}

function pidFile(data: string): string {
  return path.join(data, 'postmaster.pid')
}

// An orphan with other settings is stopped and started with those wanted now.
function hasSameArguments(server: Server): boolean {
  const file = path.join(server.data, 'postmaster.opts')
  const wanted = server.args.map(arg => ` "${arg}"`).join('')
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').trimEnd().endsWith(wanted)
}

/** False when it ended, or lives and does not answer. */
async function becomesReady(server: Server, pid: number): Promise<boolean> {
  const started = Date.now()
  while (isAlive(pid)) {
    const file = readPidFile(server.data)
    const status = file?.pid === pid ? file.status : ''
    if (status === 'ready') return hasSocket(server)
    const waitedMs = Date.now() - started
    if (waitedMs > (status === '' ? silenceMaxMs : startTimeoutMs)) return false
    await sleep(pollMs)
  }
  return false
}

function hasSocket(server: Server): boolean {
  return isWindows || fs.existsSync(path.join(server.connection.host, `.s.PGSQL.${server.connection.port}`))
}

async function launch(server: Server): Promise<number> {
  if (sizeOf(server.logFile) > logBytesMax) fs.renameSync(server.logFile, `${server.logFile}.1`)
  const deadline = Date.now() + silenceMaxMs
  for (;;) {
    clearTraces(server)
    makeSocketFolder(server)
    const logStart = sizeOf(server.logFile)
    const child = spawnProgram(server, 'postgres', server.args)
    const exit = ended(child)
    // Until it is ready this process waits for it, and nothing else may be left to keep this process alive.
    if (child.pid && (await becomesReady(server, child.pid))) {
      child.unref()
      return child.pid
    }
    if (child.pid && isAlive(child.pid)) await stopPostmaster(server, child.pid)
    const reason = (await exit).reason ?? logTail(server, logStart)
    // The last processes of a postmaster that was killed need a moment to notice.
    if (!reason.includes('is still in use') || Date.now() > deadline) throw cannotStart(server, 'start', reason)
    await sleep(pollMs)
  }
}

// No postmaster lives here, but its pid may now be a zombie or somebody else's, which PostgreSQL would take for one. It
// ignores the pid of its own parent; the file's other lines keep its guard against processes that still use the data.
function clearTraces(server: Server): void {
  try {
    const [, ...rest] = fs.readFileSync(pidFile(server.data), 'utf8').split('\n')
    fs.writeFileSync(pidFile(server.data), [process.pid, ...rest].join('\n'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  if (!isWindows) fs.rmSync(server.connection.host, { recursive: true, force: true })
}

function makeSocketFolder(server: Server): void {
  if (isWindows) return
  const { host } = server.connection
  try {
    fs.mkdirSync(host, { mode: 0o700 })
  } catch (error) {
    throw new Error(`The folder for the socket of PostgreSQL cannot be made: ${(error as Error).message}`)
  }
  giveTo(server.binaries.user, host)
}

async function ensureDatabase(server: Server): Promise<void> {
  const missing = '3D000'
  try {
    await withClient(server, database, async () => {})
  } catch (error) {
    if ((error as { code?: string }).code !== missing) throw error
    await withClient(server, 'postgres', client => client.query(`create database ${database}`))
  }
}

async function withClient(server: Server, name: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    ...server.connection,
    database: name,
    ssl: false,
    connectionTimeoutMillis: silenceMaxMs,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function supervise(server: Server, firstPid: number, release: () => void): EmbeddedPostgres {
  let pid = firstPid
  let nextTryAt = 0
  let reviving: Promise<void> | undefined
  let stopping: Promise<void> | undefined
  const revive = async () => {
    server.log('The embedded PostgreSQL ended unexpectedly; it is started again')
    try {
      pid = await ensureRunning(server)
    } catch (error) {
      server.log((error as Error).message)
      nextTryAt = Date.now() + retryEveryMs
    }
    reviving = undefined
  }
  const watch = setInterval(() => {
    if (!reviving && !isAlive(pid) && Date.now() >= nextTryAt) reviving = revive()
  }, superviseEveryMs).unref()
  const stop = async () => {
    clearInterval(watch)
    await reviving
    if (isPostmasterOf(pid, server.data)) await stopPostmaster(server, pid)
    if (!isWindows) fs.rmSync(server.connection.host, { recursive: true, force: true })
    release()
  }
  return {
    connection: server.connection,
    get pid() {
      return pid
    },
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

async function stopPostmaster(server: Server, pid: number): Promise<void> {
  await signal(server, pid, 'fast')
  const deadline = Date.now() + stopTimeoutMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      server.log(
        `The embedded PostgreSQL did not stop within ${stopTimeoutMs} ms; it stops at once and recovers at the next start`,
      )
      await signal(server, pid, 'immediate')
      await sleep(1000)
    }
    await sleep(pollMs)
  }
}

async function signal(server: Server, pid: number, mode: 'fast' | 'immediate'): Promise<void> {
  if (isWindows) {
    await ended(spawnProgram(server, 'pg_ctl', ['stop', '-D', server.data, '-m', mode]))
    return
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

// Its own session and a file for its words, so that neither Ctrl-C nor the end of this process reaches it.
function spawnProgram(server: Server, program: 'initdb' | 'postgres' | 'pg_ctl', programArgs: string[]): ChildProcess {
  const log = fs.openSync(server.logFile, 'a', 0o600)
  try {
    const { file, args } = server.binaries.command(program, programArgs)
    return spawn(file, args, {
      ...server.binaries.user,
      cwd: server.dir,
      env: plainEnvironment(),
      stdio: ['ignore', log, log],
      detached: true,
      windowsHide: true,
    })
  } finally {
    fs.closeSync(log)
  }
}

// Nothing secret goes along, and no PG* variable of somebody's shell can change the server.
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']
  const entries = kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(entries), LC_ALL: 'C' }
}

function ended(child: ChildProcess): Promise<{ code: number | null; reason?: string }> {
  return new Promise(resolve => {
    child.once('error', error => resolve({ code: null, reason: error.message }))
    child.once('exit', code => resolve({ code }))
  })
}

function giveTo(owner: { uid: number; gid: number } | undefined, file: string): void {
  if (owner) fs.chownSync(file, owner.uid, owner.gid)
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function logTail(server: Server, from: number): string {
  const text = fs.existsSync(server.logFile) ? fs.readFileSync(server.logFile).subarray(from).toString('utf8') : ''
  return text.trim().slice(-600)
}

function syncFolder(folder: string): void {
  if (isWindows) return
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
