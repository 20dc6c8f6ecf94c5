import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'

type Shelf = 'files' | 'images'

/**
 * Keeps bytes under a name that nobody chose, in `DATA_DIR/goods`, and returns the name. A file is whole or not there; one
 * that no row names, because the process died in between, harms nobody.
 */
export async function storeBytes(app: Needs<'config'>, shelf: Shelf, bytes: Buffer): Promise<string> {
  const storageKey = randomToken()
  const place = storedPath(app, shelf, storageKey)
  await fs.mkdir(path.dirname(place), { recursive: true })
  const draft = await fs.open(`${place}.new`, 'wx', 0o600)
  try {
    await draft.writeFile(bytes)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await fs.rename(`${place}.new`, place)
  return storageKey
}

/** Takes back what was stored for a row that was never written. */
export async function dropBytes(app: Needs<'config'>, shelf: Shelf, storageKey: string): Promise<void> {
  await fs.rm(storedPath(app, shelf, storageKey), { force: true })
}

// Two characters of folder keep directories small.
export function storedPath(app: Needs<'config'>, shelf: Shelf, storageKey: string): string {
  if (!isStorageKey(storageKey)) throw new Error('Bug: not a storage key')
  return path.join(app.config.dataDir, 'goods', shelf, storageKey.slice(0, 2), storageKey)
}

export function isStorageKey(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}

export function hashOf(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** A name to show and to download under: never a path, never more than 255 characters. */
export function cleanName(name: string): string {
  const base = name.split(/[\\/]/).at(-1)!
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
  const clean = base.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return [...clean].slice(0, 200).join('') || 'file'
}
