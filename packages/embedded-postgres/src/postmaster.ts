import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  changeOwner,
  createStartError,
  isWindows,
  readFileSize,
  readLogTail,
  type Server,
  spawnProgram,
  waitForExit,
} from './postgres-server.ts'
import { isAlive, isPostmasterFor } from './process-alive.ts'

export const pollMs = 15
const startTimeoutMs = 300_000
export const silenceMaxMs = 60_000
const stopTimeoutMs = 30_000
const logBytesMax = 10_000_000

/** Takes over the postmaster that runs on the folder, or starts one. Returns its process id when it is ready. */
export async function ensureRunning(server: Server): Promise<number> {
  const orphan = findPostmaster(server)
  if (orphan) {
    if (hasSameArguments(server) && (await becomesReady(server, orphan))) return orphan
    await stopPostmaster(server, orphan)
  }
  return launchServer(server)
}

function findPostmaster(server: Server): number | undefined {
  const pid = readPidFile(server.data)?.pid
  return pid !== undefined && isPostmasterFor(pid, server.data) ? pid : undefined
}

interface PidFile {
  pid: number
  /** The folder of the unix socket, or the listen address on Windows. */
  host: string
  port: number
  status: string
}

// PostgreSQL's own file contains: pid, data folder, start, port, socket folder, listen address, shared memory. The last
// line is the state for which pg_ctl waits: starting, ready or stopping.
export function readPidFile(data: string): PidFile | undefined {
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

// An orphaned server with other settings is stopped, and started with the current settings.
function hasSameArguments(server: Server): boolean {
  const file = path.join(server.data, 'postmaster.opts')
  const wanted = server.args.map(arg => ` "${arg}"`).join('')
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').trimEnd().endsWith(wanted)
}

/** Waits until the server is ready; returns false if it ended, or runs without answering. */
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

async function launchServer(server: Server): Promise<number> {
  if (readFileSize(server.logFile) > logBytesMax) fs.renameSync(server.logFile, `${server.logFile}.1`)
  const deadline = Date.now() + silenceMaxMs
  for (;;) {
    clearTraces(server)
    makeSocketFolder(server)
    const logStart = readFileSize(server.logFile)
    const child = spawnProgram(server, 'postgres', server.args)
    const exit = waitForExit(child)
    // This process waits until it is ready, even if nothing else keeps the process alive.
    if (child.pid && (await becomesReady(server, child.pid))) {
      child.unref()
      return child.pid
    }
    if (child.pid && isAlive(child.pid)) await stopPostmaster(server, child.pid)
    const reason = (await exit).reason ?? readLogTail(server, logStart)
    // The last processes of a killed postmaster need a moment to notice.
    if (!reason.includes('is still in use') || Date.now() > deadline) throw createStartError(server, 'start', reason)
    await sleep(pollMs)
  }
}

// Its postmaster has ended, but PostgreSQL would mistake a zombie, or another process with that pid, for it. It ignores
// the pid of its own parent; the file's other lines still protect against processes that use the data.
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
  changeOwner(server.binaries.user, host)
}

export async function stopPostmaster(server: Server, pid: number): Promise<void> {
  await signalServer(server, pid, 'fast')
  const deadline = Date.now() + stopTimeoutMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      server.log(
        `The embedded PostgreSQL did not stop within ${stopTimeoutMs} ms; it stops at once and recovers at the ` +
          'next start',
      )
      await signalServer(server, pid, 'immediate')
      await sleep(1000)
    }
    await sleep(pollMs)
  }
}

async function signalServer(server: Server, pid: number, mode: 'fast' | 'immediate'): Promise<void> {
  if (isWindows) {
    await waitForExit(spawnProgram(server, 'pg_ctl', ['stop', '-D', server.data, '-m', mode]))
    return
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
