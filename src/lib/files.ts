import fs from 'node:fs'
import path from 'node:path'

/**
 * Makes a folder and those above it. Does not use `recursive`, which never returns where a file system reports the folder to be
 * made as missing (/proc).
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

/** Writes a file that only its owner reads. A reader sees the whole file or none; of several writers one wins. */
export function writeOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  fs.writeFileSync(draft, text, { mode: 0o600 })
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Some file systems know no links.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') fs.renameSync(draft, file)
    else if (code !== 'EEXIST') throw error
  } finally {
    fs.rmSync(draft, { force: true })
  }
}
