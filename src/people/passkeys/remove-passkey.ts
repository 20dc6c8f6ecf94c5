import { type Actor, recordAct } from '../../accounts/audit.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Identity } from '../identities/identity.ts'
import { User } from '../user.ts'
import { Passkey } from './passkey.ts'

/**
 * Removes a passkey from a user. Refuses `not_found`, and `refused_transition` for the last one that signing in
 * requires.
 */
export async function removePasskey(
  app: Needs<'transaction' | 'now'>,
  userId: number,
  id: string,
  by: Actor,
): Promise<void> {
  await app.transaction('shared', async tx => {
    const { em } = tx
    const { passwordHash, secondStep } = await em.findOneOrFail(User, userId)
    const others = await em.count(Passkey, { user: userId, id: { $ne: id } })
    const hasOtherWay = passwordHash !== null || (await em.count(Identity, { user: userId })) > 0
    if (others === 0 && (secondStep === 'passkey' || !hasOtherWay)) {
      throw new Refusal('refused_transition', 'Signing in needs it')
    }
    const removed = await em.nativeDelete(Passkey, { id, user: userId })
    if (removed === 0) throw notFound('passkey')
    await recordAct(app, tx, { accountId: null, ...by, act: 'passkey.removed', subject: `user ${userId}` })
  })
}
