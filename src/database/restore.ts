import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { embeddedFolder } from '../embedded/embedded-database.ts'
import { DataFolderError, findPostgres, lockFolder, startEmbeddedPostgres } from '../embedded/embedded-postgres.ts'
import { type Manifest, manifestName, refuseServer } from './back-up.ts'

const KnownManifest = z.object({ warung: z.literal(1), made_at: z.string(), has_secret: z.boolean() })

export interface RestoreOutcome {
  manifest: Manifest
  /** Where the previous contents were moved; empty for a new folder. */
  setAside: string[]
}

/**
 * Restores a backup into the data folder and lets the database recover from it once. Existing data is moved aside,
 * never removed. Throws FolderInUse while a shop uses the folder, and DataFolderError if the file is not a backup.
 */
export async function restoreBackup(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  file: string,
): Promise<RestoreOutcome> {
  refuseServer(config)
  const folder = embeddedFolder(config)
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(folder)
  let restored: RestoreOutcome
  try {
    restored = await putInPlace(config.dataDir, folder, file)
  } finally {
    lock.release()
  }
  await (await startEmbeddedPostgres({ dir: folder })).stop()
  return restored
}

async function putInPlace(dataDir: string, folder: string, file: string): Promise<RestoreOutcome> {
  // On the same file system as its destination.
  const draft = path.join(folder, `restore-${randomBytes(4).toString('hex')}`)
  fs.mkdirSync(draft, { mode: 0o700 })
  try {
    await unpackBackup(file, draft)
    const manifest = readManifest(draft, file)
    await giveToServer(folder, path.join(draft, 'data'))
    const aside = `.before-${new Date().toISOString().replace(/\W/g, '')}`
    const setAside: string[] = []
    const place = (name: string, target: string) => {
      if (!fs.existsSync(path.join(draft, name))) return
      if (fs.existsSync(target)) {
        fs.renameSync(target, target + aside)
        setAside.push(target + aside)
      }
      fs.renameSync(path.join(draft, name), target)
    }
    place('data', path.join(folder, 'data'))
    place('goods', path.join(dataDir, 'goods'))
    place('secret.key', path.join(dataDir, 'secret.key'))
    return { manifest, setAside }
  } finally {
    fs.rmSync(draft, { recursive: true, force: true })
  }
}

async function unpackBackup(file: string, to: string): Promise<void> {
  const tar = await import('tar')
  try {
    await tar.extract({ file, cwd: to, strict: true, preserveOwner: false })
  } catch (error) {
    throw new DataFolderError(`${file} cannot be read as a backup: ${(error as Error).message}`)
  }
}

function readManifest(draft: string, file: string): Manifest {
  try {
    return KnownManifest.parse(JSON.parse(fs.readFileSync(path.join(draft, manifestName), 'utf8')))
  } catch {
    throw new DataFolderError(`${file} is no backup of Warung.`)
  }
}

// If the server cannot run as this user, the folder belongs to the user as which it runs.
async function giveToServer(folder: string, data: string): Promise<void> {
  const { user } = await findPostgres(folder, path.join(folder, 'data'))
  if (!user) return
  fs.chownSync(data, user.uid, user.gid)
  for (const name of fs.readdirSync(data, { recursive: true, encoding: 'utf8' }))
    fs.chownSync(path.join(data, name), user.uid, user.gid)
}
