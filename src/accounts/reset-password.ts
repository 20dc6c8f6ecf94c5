import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkCode } from './check-code.ts'
import { checkPassword, hashPassword } from './password.ts'
import { revokeSessions } from './revoke-sessions.ts'

/**
 * Sets a new password with the code that was sent, and signs the user out everywhere.
 * Refuses `invalid_request` for the password, `unauthorized` for the code, `rate_limited`.
 */
export async function resetPassword(
  app: Needs<'sql' | 'transaction' | 'now' | 'seal'>,
  { username, code, password }: { username: string; code: string; password: string },
): Promise<void> {
  checkPassword(password)
  const [user] = await app.sql.query<{ id: number }>('select id from app_user where username = $1 and is_active', [
    username.normalize('NFKC').toLowerCase(),
  ])
  const isRight = user && (await checkCode(app, { userId: user.id, purpose: 'reset', sessionId: null, code }))
  if (!isRight) throw new Refusal('unauthorized', 'The code is not right, or it is over')
  const passwordHash = await hashPassword(password)
  await app.transaction('installation', async tx => {
    await tx.write('update app_user set password_hash = $2 where id = $1', [user.id, passwordHash])
    await revokeSessions(app, tx, user.id, 'all')
  })
}
