import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lockFolder } from './folder-lock.ts'
import { defaultOwner } from './owner.ts'
import { assertMajorVersion, initialiseFolder, makeFolder, removeDrafts, shareWithOwner } from './postgres-folder.ts'
import { createStartError, describeServer, isWindows, type Server, type ServerOptions } from './postgres-server.ts'
import { ensureRunning, pollMs, readPidFile, silenceMaxMs, stopPostmaster } from './postmaster.ts'
import { isAlive, isPostmasterFor } from './process-alive.ts'

export interface EmbeddedPostgres {
  connection: Server['connection']
  /** The process id of the current postmaster; it changes after a crash. */
  readonly pid: number
  /**
   * Stops the server quickly. It returns when all its processes have ended, and the folder is free for the next start.
   */
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL on a folder, reachable only through a unix socket that only this user can open. It survives
 * the death of this process, and the next start takes over the running server. A postmaster that dies is started again.
 * Throws FolderInUse while another running process has the folder, and otherwise an Error with the reason why it cannot
 * start.
 */
export async function startEmbeddedPostgres(options: ServerOptions): Promise<EmbeddedPostgres> {
  const { owner = defaultOwner } = options
  const dir = makeFolder(options.dir, owner)
  const lock = await lockFolder(dir, owner)
  try {
    const server = await describeServer(dir, options)
    shareWithOwner(server)
    removeDrafts(server)
    if (!fs.existsSync(server.data)) await initialiseFolder(server)
    assertMajorVersion(server)
    const pid = await ensureRunning(server)
    await ensureDatabase(server).catch(error => {
      throw createStartError(server, 'be used', (error as Error).message)
    })
    return superviseServer(server, pid, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * Returns the address of a folder's server for a second process, and waits while it starts. Throws an Error if it is
 * not ready within 60 s.
 */
export async function connectionOfFolder(dir: string, owner = defaultOwner): Promise<EmbeddedPostgres['connection']> {
  const data = path.join(fs.realpathSync(dir), 'data')
  const deadline = Date.now() + silenceMaxMs
  while (Date.now() < deadline) {
    const file = readPidFile(data)
    if (file?.status === 'ready' && isPostmasterFor(file.pid, data))
      return { host: file.host, port: file.port, user: owner.role, database: owner.database }
    await sleep(pollMs)
  }
  throw new Error(
    `No embedded PostgreSQL is ready in ${dir}: start ${owner.name} first, or set ${owner.serverSetting}.`,
  )
}

async function ensureDatabase(server: Server): Promise<void> {
  const missing = '3D000'
  const { database } = server.connection
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

const superviseEveryMs = 250
const retryEveryMs = 5000

function superviseServer(server: Server, firstPid: number, release: () => void): EmbeddedPostgres {
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
    if (isPostmasterFor(pid, server.data)) await stopPostmaster(server, pid)
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
