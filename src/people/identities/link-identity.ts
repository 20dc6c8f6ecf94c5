import { type Actor, recordAct } from '../../accounts/audit.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Passkey } from '../passkeys/passkey.ts'
import { User } from '../user.ts'
import { adoptEmail, retryIfTaken } from './adopt-email.ts'
import { Identity } from './identity.ts'
import type { ProvedIdentity } from './identity-provider.ts'

/**
 * Lets a user sign in through a provider from now on. An address that the provider has verified becomes the user's if
 * they have none, and is verified if it is the same. Refuses `refused_transition` for an identity of another user.
 */
export async function linkIdentity(
  app: Needs<'transaction' | 'now'>,
  userId: number,
  identity: ProvedIdentity,
  by: Actor,
): Promise<void> {
  await retryIfTaken(() => linkIdentityOnce(app, userId, identity, by))
}

async function linkIdentityOnce(
  app: Needs<'transaction' | 'now'>,
  userId: number,
  identity: ProvedIdentity,
  by: Actor,
): Promise<void> {
  const { issuer, subject, email } = identity
  const now = app.now()
  await app.transaction('shared', async tx => {
    const { em } = tx
    const row = { issuer, subject, user: userId, email, createdAt: now, usedAt: now }
    const { affectedRows } = await em.qb(Identity).insert(row).onConflict(['issuer', 'subject']).ignore().execute()
    if (affectedRows === 0) {
      const known = await em.findOneOrFail(Identity, { issuer, subject })
      if (known.user.id === userId) return
      throw new Refusal('refused_transition', 'Another user signs in by this already')
    }
    await adoptEmail(app, em, userId, identity)
    await recordAct(app, tx, {
      accountId: null,
      ...by,
      act: 'identity.linked',
      subject: `user ${userId}`,
      detail: { issuer },
    })
  })
}

/**
 * Removes a provider from a user. Refuses `not_found`, and `refused_transition` if the user could then no longer sign
 * in.
 */
export async function unlinkIdentity(
  app: Needs<'transaction' | 'now'>,
  userId: number,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  by: Actor,
): Promise<void> {
  await app.transaction('shared', async tx => {
    const { em } = tx
    const { passwordHash } = await em.findOneOrFail(User, userId)
    const others = await em.count(Identity, { user: userId, $not: { issuer, subject } })
    const passkeys = await em.count(Passkey, { user: userId })
    if (passwordHash === null && others + passkeys === 0) {
      throw new Refusal('refused_transition', 'Nothing would be left to sign in with')
    }
    const removed = await em.nativeDelete(Identity, { issuer, subject, user: userId })
    if (removed === 0) throw new Refusal('not_found', 'This provider is not linked')
    await recordAct(app, tx, {
      accountId: null,
      ...by,
      act: 'identity.unlinked',
      subject: `user ${userId}`,
      detail: { issuer },
    })
  })
}
