import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/** Whether a process runs; a zombie does not. */
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

/** Whether this pid is the postmaster of that data folder, and not a process that got its number later. */
export function isPostmasterOf(pid: number, data: string): boolean {
  return isAlive(pid) && (process.platform === 'win32' || commandOf(pid).includes(data))
}

function commandOf(pid: number): string {
  return readProc(pid, 'cmdline') ?? execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}
