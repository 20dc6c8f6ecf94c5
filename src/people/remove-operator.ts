import { commandActor, recordAct } from '../accounts/audit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { revokeSessions } from './session-moves.ts'
import { normalizeUsername, User } from './user.ts'

/**
 * Removes an operator of the installation. They are signed out immediately and can no longer sign in. Refuses
 * `not_found`.
 */
export async function removeOperator(app: Needs<'transaction' | 'now'>, username: string): Promise<void> {
  await app.transaction('shared', async tx => {
    const { em } = tx
    const user = await em.findOne(User, { username: normalizeUsername(username), isOperator: true, isActive: true })
    const removed = user && (await em.nativeUpdate(User, { id: user.id, isActive: true }, { isActive: false }))
    if (!user || removed === 0) throw new Refusal('not_found', 'There is no operator of this name')
    await revokeSessions(app, em, user.id, 'all')
    await recordAct(app, tx, { accountId: null, ...commandActor, act: 'operator.removed', subject: `user ${user.id}` })
  })
}
