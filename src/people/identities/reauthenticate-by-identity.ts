import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { CurrentSession } from '../find-session.ts'
import { Session } from '../session.ts'
import { Identity } from './identity.ts'
import type { ProvedIdentity } from './identity-provider.ts'

const recentMs = 600_000

/** For users without a password, a fresh sign-in at their provider stands in for it. Refuses `unauthorized`. */
export async function reauthenticateByIdentity(
  app: Needs<'em' | 'now'>,
  { id, userId }: Pick<CurrentSession, 'id' | 'userId'>,
  { issuer, subject, authenticatedAt }: ProvedIdentity,
): Promise<void> {
  const em = app.em('installation')
  const own = await em.findOne(Identity, { issuer, subject, user: userId })
  // By real time, as the provider knows no other.
  const isFresh = authenticatedAt === null || Date.now() - authenticatedAt.getTime() < recentMs
  if (!own || !isFresh) throw new Refusal('unauthorized', 'That was not you, or not just now')
  await em.nativeUpdate(Session, { id }, { authenticatedAt: app.now() })
}
