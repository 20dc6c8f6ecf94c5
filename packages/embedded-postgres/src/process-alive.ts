import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/** Returns whether a process runs; false for a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  const status = readProc(pid, 'stat')
  return status !== undefined && /^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
}

/** Returns whether this pid is the postmaster of that data folder, and not a process that got the number later. */
export function isPostmasterFor(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  return worksIn(pid, data) ?? readCommand(pid).includes(data)
}

// Returns whether a process works in a folder. A postmaster's working folder is its data folder, even after a move.
// Undefined without /proc or the right to read it.
function worksIn(pid: number, folder: string): boolean | undefined {
  const cwd = readStat(`/proc/${pid}/cwd`)
  const target = readStat(folder)
  return cwd && target && cwd.ino === target.ino && cwd.dev === target.dev
}

function readStat(file: string): fs.BigIntStats | undefined {
  try {
    return fs.statSync(file, { bigint: true })
  } catch {
    return undefined
  }
}

function readCommand(pid: number): string {
  return readProc(pid, 'cmdline') ?? commandFromPs(pid)
}

function commandFromPs(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return ''
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
