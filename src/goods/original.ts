import { createHash } from 'node:crypto'
import { SentFile } from './sent-file.ts'

export function hashBytes(bytes: Buffer | SentFile): Buffer {
  return bytes instanceof SentFile ? bytes.sha256 : createHash('sha256').update(bytes).digest()
}

/** Returns a name for display and download: never a path, and at most 255 characters. */
export function cleanName(name: string): string {
  const base = name.split(/[\\/]/).at(-1)!
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
  const clean = base.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  return [...clean].slice(0, 255).join('') || 'file'
}
