import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { CurrentSession } from '../find-session.ts'
import { markAuthenticated } from '../session-moves.ts'
import { Identity } from './identity.ts'
import type { ProvedIdentity } from './identity-provider.ts'

const recentMs = 600_000

/**
 * Accepts a fresh sign-in at their provider instead of a password, for users without one. The provider must report the
 * time of the sign-in; otherwise it may only have found an existing session. Refuses `unauthorized`.
 */
export async function reauthenticateByIdentity(
  app: Needs<'em' | 'now'>,
  { id, userId }: Pick<CurrentSession, 'id' | 'userId'>,
  identity: ProvedIdentity,
): Promise<void> {
  const { issuer, subject } = identity
  const own = await app.em('shared').findOne(Identity, { issuer, subject, user: userId })
  if (!own || !isFreshSignIn(identity)) throw new Refusal('unauthorized', 'That was not you, or not just now')
  await markAuthenticated(app, id)
}

/** Returns whether the provider authenticated the user within the last ten minutes. */
export function isFreshSignIn({ authenticatedAt }: Pick<ProvedIdentity, 'authenticatedAt'>): boolean {
  // By real time, because the provider has no other. Its clock may differ from ours, but by less than that.
  return authenticatedAt !== null && Math.abs(Date.now() - authenticatedAt.getTime()) < recentMs
}
