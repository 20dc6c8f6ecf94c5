import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { DataFolderError } from './data-folder-error.ts'
import type { Owner } from './owner.ts'
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

const draftPrefix = 'data.draft-'

export function makeFolder(dir: string, owner: Owner): string {
  try {
    // Other users may pass through the parents but not list them: the server may have to run as another user than root.
    fs.mkdirSync(path.dirname(path.resolve(dir)), { recursive: true, mode: 0o711 })
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 })
    fs.accessSync(dir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    return fs.realpathSync(dir)
  } catch (error) {
    throw new DataFolderError(
      `The data folder ${dir} cannot be used: ${(error as Error).message}. ` +
        `Set ${owner.folderSetting} to a folder of this user.`,
    )
  }
}

// Root must not leave files on a plain user's folder that would lock that user out later.
export function shareWithOwner(server: Server): void {
  if (!server.binaries.user) return
  const { uid, gid } = fs.statSync(server.dir)
  for (const name of ['lock', 'lock.holder', 'postgres.log']) {
    const file = path.join(server.dir, name)
    if (fs.existsSync(file)) fs.chownSync(file, uid, gid)
  }
}

export function removeDrafts(server: Server): void {
  for (const name of fs.readdirSync(server.dir)) {
    if (!name.startsWith(draftPrefix)) continue
    try {
      fs.rmSync(path.join(server.dir, name), { recursive: true, force: true })
    } catch {
      // The initdb of a killed start is still writing there; the next start removes it.
    }
  }
}

/**
 * Initialises a data folder. It is created beside its final place and renamed when complete, so that it never exists
 * half-finished.
 */
export async function initialiseFolder(server: Server): Promise<void> {
  const draft = path.join(server.dir, `${draftPrefix}${randomBytes(4).toString('hex')}`)
  fs.mkdirSync(draft, { mode: 0o700 })
  changeOwner(server.binaries.user, draft)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['-U', server.connection.user, '--auth-local=trust', `--auth-host=${isWindows ? 'trust' : 'reject'}`]
  const logStart = readFileSize(server.logFile)
  const child = spawnProgram(server, 'initdb', ['-D', draft, ...access, ...locale, '--data-checksums'])
  const exit = await waitForExit(child)
  if (exit.code !== 0) {
    fs.rmSync(draft, { recursive: true, force: true })
    throw createStartError(server, 'be created', exit.reason ?? readLogTail(server, logStart))
  }
  fs.renameSync(draft, server.data)
  syncFolder(server.dir)
}

export function assertMajorVersion(server: Server): void {
  const file = path.join(server.data, 'PG_VERSION')
  const found = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  const { owner, binaries } = server
  const wanted = binaries.majorVersion
  if (found === String(wanted)) return
  if (!/^\d+$/.test(found)) {
    throw new DataFolderError(
      `${server.data} is damaged: its PG_VERSION is missing or unreadable. Nothing was touched. Restore a backup` +
        `${owner.restoreCommand ? ` (${owner.restoreCommand})` : ''}.`,
    )
  }
  throw new DataFolderError(
    `${server.data} holds data of PostgreSQL ${found}, and this version of ${owner.name} brings PostgreSQL ` +
      `${wanted}. Nothing was touched. ` +
      `Run the version of ${owner.name} that made it, or move the data to a server of its own (pg_dump) and set ` +
      `${owner.serverSetting}.`,
  )
}

function syncFolder(folder: string): void {
  if (isWindows) return
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
