import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataFolderError } from './data-folder-error.ts'
import { defaultOwner, type Owner } from './owner.ts'

export interface FolderLock {
  release(): void
}

/**
 * Locks a folder for this process until `release` or until the process ends in any way. Of any number of simultaneous
 * callers exactly one succeeds. Throws FolderInUse, without changing anything, while another process (or an earlier
 * call in this one) has it.
 */
export async function lockFolder(dir: string, owner = defaultOwner): Promise<FolderLock> {
  const held = takeLock(dir)
  if (!held) throw new FolderInUse(dir, await readHolder(dir), owner)
  open.add(held)
  writeHolder(dir)
  return {
    release() {
      if (!open.delete(held)) return
      fs.rmSync(holderFile(dir), { force: true })
      held.close()
    },
  }
}

// Referenced here, because the garbage collector would close, and thereby unlock, an unreferenced database.
const open = new Set<DatabaseSync>()

export class FolderInUse extends DataFolderError {
  override name = 'FolderInUse'
  readonly pid: number | undefined

  constructor(dir: string, holder: Holder | undefined, owner: Owner) {
    const who = holder ? `process ${holder.pid}, since ${holder.since}` : 'another process'
    super(
      `The data folder ${dir} is in use by ${who}. Nothing was touched. ` +
        `Stop that process first, or give this one a folder of its own (${owner.folderSetting}) or a database server ` +
        `(${owner.serverSetting}).`,
    )
    this.pid = holder?.pid
  }
}

// A kernel lock cannot become stale. It ends with the process, even after SIGKILL, and is not affected by pids that are
// reused or numbered differently in another container. Node cannot take such a lock; SQLite, which is part of Node, can
// on every platform. Reading or copying `lock` inside this process would release it (POSIX), so the code here never
// does that.
function takeLock(dir: string): DatabaseSync | undefined {
  const lock = openLock(dir)
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw cannotLock(dir, error as Error)
  }
}

function openLock(dir: string): DatabaseSync {
  try {
    const file = path.join(dir, 'lock')
    const lock = new DatabaseSync(file, { timeout: patienceMs })
    fs.chmodSync(file, 0o600)
    return lock
  } catch (error) {
    throw cannotLock(dir, error as Error)
  }
}

function cannotLock(dir: string, cause: Error): Error {
  return new DataFolderError(
    `The data folder ${dir} cannot be locked: ${cause.message}. It must belong to this user and be on a local disk.`,
    { cause },
  )
}

const sqliteBusy = 5
// Two processes that start at once see each other's first step as a lock; with this waiting time one of them succeeds.
const patienceMs = 300

interface Holder {
  pid: number
  since: string
}

function writeHolder(dir: string): void {
  // The file of a killed process may belong to another user, so it is removed instead of overwritten.
  fs.rmSync(holderFile(dir), { force: true })
  const holder: Holder = { pid: process.pid, since: new Date().toISOString() }
  fs.writeFileSync(holderFile(dir), JSON.stringify(holder), { mode: 0o600 })
}

// The successful process writes its name a moment later, so a process that failed simultaneously reads again.
async function readHolder(dir: string): Promise<Holder | undefined> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return JSON.parse(fs.readFileSync(holderFile(dir), 'utf8')) as Holder
    } catch {
      await sleep(15)
    }
  }
  return undefined
}

function holderFile(dir: string): string {
  return path.join(dir, 'lock.holder')
}
