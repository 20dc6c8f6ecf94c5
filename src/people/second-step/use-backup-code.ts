import { createHash } from 'node:crypto'
import type { Needs } from '../../needs.ts'
import { BackupCode } from './backup-code.ts'

/** Uses up a backup code; returns true once for each. */
export async function useBackupCode(app: Needs<'em' | 'now'>, userId: number, code: string): Promise<boolean> {
  const unused = { user: userId, codeHash: hashBackupCode(userId, code), usedAt: null }
  return (await app.em('shared').nativeUpdate(BackupCode, unused, { usedAt: app.now() })) === 1
}

/** Returns whether a text has the form of a backup code rather than of six digits. */
export function isBackupCode(code: string): boolean {
  return normalizeCode(code).length === 16
}

/** Hashes a backup code; a plain hash suffices for 80 random bits. Blanks, dashes and case are ignored. */
export function hashBackupCode(userId: number, code: string): Buffer {
  return createHash('sha256')
    .update(`${userId}|${normalizeCode(code)}`)
    .digest()
}

function normalizeCode(code: string): string {
  return code.toUpperCase().replace(/[^0-9A-Z]/g, '')
}
