import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

/** The signed app of an installation, with the hash that its release published. */
export interface Apk {
  version: string
  sha256: string
  bytes: Buffer
}

/** The folder in which releases and the container image include the app. */
const apkFolder = path.join(import.meta.dirname, '../../../apk')

let carried: Apk | null = null

/** Returns the app that this installation includes; null if it includes none. Its file is read and hashed once. */
export async function findApk(): Promise<Apk | null> {
  carried ??= await readApk(apkFolder)
  return carried
}

/** Returns the app in a folder; null without one, or if its bytes do not match the published hash. */
export async function readApk(folder: string): Promise<Apk | null> {
  const names = await fs.readdir(folder).catch(() => [])
  const name = names.find(each => pattern.test(each))
  if (name === undefined) return null
  try {
    const bytes = await fs.readFile(path.join(folder, name))
    const sums = await fs.readFile(path.join(folder, `${name}.sha256`), 'utf8')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return sums.trim().split(/\s+/)[0] === sha256 ? { version: pattern.exec(name)![1]!, sha256, bytes } : null
  } catch {
    return null
  }
}

const pattern = /^warung-forwarder-(\d+\.\d+\.\d+)\.apk$/
