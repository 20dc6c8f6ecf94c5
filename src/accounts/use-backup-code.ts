import { createHash } from 'node:crypto'
import type { Needs } from '../needs.ts'

/** Takes one of the codes on paper; true once for each. */
export async function useBackupCode(app: Needs<'sql' | 'now'>, userId: number, code: string): Promise<boolean> {
  const used = await app.sql.write(
    'update backup_code set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null',
    [userId, hashBackupCode(userId, code), app.now()],
  )
  return used === 1
}

/** A plain hash is enough for 80 random bits. However it was typed: blanks, dashes and case do not count. */
export function hashBackupCode(userId: number, code: string): Buffer {
  return createHash('sha256')
    .update(`${userId}|${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`)
    .digest()
}
