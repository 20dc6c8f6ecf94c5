import { randomCrockford } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { hashBackupCode } from './use-backup-code.ts'

const count = 10

/** Ten codes for paper, each good once, shown this once; those before are void. */
export async function makeBackupCodes(app: Needs<'sql' | 'transaction'>, userId: number): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `${randomCrockford(8)}-${randomCrockford(8)}`)
  await app.transaction('installation', async tx => {
    await tx.query('select 1 from app_user where id = $1 for no key update', [userId])
    await tx.write('delete from backup_code where user_id = $1', [userId])
    await tx.write('insert into backup_code (user_id, code_hash) select $1, unnest($2::bytea[])', [
      userId,
      codes.map(code => hashBackupCode(userId, code)),
    ])
  })
  return codes
}
