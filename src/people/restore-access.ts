import { commandActor, recordAct } from '../accounts/audit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { hashPassword, makePassword } from './password.ts'
import { revokeSessions } from './session-moves.ts'
import { normalizeUsername, User } from './user.ts'

export interface RestoredAccess {
  /** The password, shown only once. */
  password: string
}

/**
 * Sets a new password for a user who lost theirs and has no chat to reset it. Their sessions end. `dropsSecondStep`,
 * for a lost device, disables the second step until they set up another. Refuses `not_found`.
 */
export async function restoreAccess(
  app: Needs<'transaction' | 'now'>,
  { username, dropsSecondStep }: { username: string; dropsSecondStep: boolean },
): Promise<RestoredAccess> {
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  await app.transaction('shared', async tx => {
    const { em } = tx
    const user = await em.findOne(User, { username: normalizeUsername(username), isActive: true })
    if (!user) throw new Refusal('not_found', 'There is no user of this name')
    const dropped = dropsSecondStep ? { secondStep: 'none' as const, sealedTotp: null } : {}
    await em.nativeUpdate(User, { id: user.id }, { passwordHash, ...dropped })
    await revokeSessions(app, em, user.id, 'all')
    const subject = `user ${user.id}`
    await recordAct(app, tx, { accountId: null, ...commandActor, act: 'password.reset', subject })
    if (!dropsSecondStep) return
    const detail = { second_step: 'none' }
    await recordAct(app, tx, { accountId: null, ...commandActor, act: 'second_step.chosen', subject, detail })
  })
  return { password }
}
