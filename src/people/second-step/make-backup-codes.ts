import { LockMode } from '@mikro-orm/core'
import { recordAct } from '../../accounts/audit.ts'
import { generateCrockford } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { User } from '../user.ts'
import { BackupCode } from './backup-code.ts'
import { hashBackupCode } from './use-backup-code.ts'

const count = 10

/** Creates ten printable codes, each valid once and shown only now; earlier ones become invalid. */
export async function makeBackupCodes(
  app: Needs<'transaction' | 'now'>,
  userId: number,
  address: string,
): Promise<string[]> {
  const codes = Array.from({ length: count }, () => `${generateCrockford(8)}-${generateCrockford(8)}`)
  await app.transaction('shared', async tx => {
    const { em } = tx
    const user = await em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    await em.nativeDelete(BackupCode, { user })
    for (const code of codes) em.create(BackupCode, { user, codeHash: hashBackupCode(userId, code), usedAt: null })
    const actor = `user ${userId}`
    await recordAct(app, tx, { accountId: null, actor, act: 'backup_codes.made', subject: actor, address })
  })
  return codes
}
