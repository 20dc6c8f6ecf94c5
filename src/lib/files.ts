import fs from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'

/**
 * Creates a folder and its parents. It avoids `recursive`, which never returns on a file system that reports the folder
 * to create as missing (/proc).
 */
export function makeFolder(dir: string): void {
  if (fs.existsSync(dir)) return
  makeFolder(path.dirname(dir))
  try {
    fs.mkdirSync(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Writes a file that only its owner can read. A reader sees the entire file or none; of several writers one wins. */
export function writeOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, text, { mode: 0o600 })
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Some file systems do not support links.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') fs.renameSync(draft, file)
    else if (code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}

export interface Space {
  folder: string
  freeBytes: number
  totalBytes: number
}

/**
 * Measures the free space on the disk of a folder. If the folder does not exist yet, its nearest existing parent is
 * measured.
 */
export async function measureSpace(folder: string): Promise<Space> {
  if (!fs.existsSync(folder)) return measureSpace(path.dirname(folder))
  const { bavail, blocks, bsize } = await statfs(folder)
  return { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Returns the size of all files below a folder. A file that is deleted during the measurement counts as 0. */
export function measureFolder(folder: string): number {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const sizeOf = ({ parentPath, name }: fs.Dirent) =>
    fs.statSync(path.join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0
  return entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
}

export const formatGigabytes = (bytes: number): string => (bytes / 1e9).toFixed(1)
