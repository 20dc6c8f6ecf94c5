import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Locks a folder for this process until the returned function is called or the process ends, however it ends. SQLite,
 * which is part of Node, takes a kernel lock, which cannot become stale. Throws an Error while another process has the
 * folder.
 */
export function lockFolder(dir: string): () => void {
  const lock = new DatabaseSync(path.join(dir, 'lock'), { timeout: patienceMs })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new Error(`${dir} is in use by another process: stop it first, or give --data another folder.`)
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}

// The garbage collector would close, and so unlock, a handle without a reference.
const held = new Set<DatabaseSync>()
const sqliteBusy = 5
// Two processes that start at once see each other's first step as a lock; the waiting time lets one of them through.
const patienceMs = 300
