import type { EntityManager } from '@mikro-orm/postgresql'
import type { Needs } from '../needs.ts'
import { Session } from './session.ts'

/** Which of a user's sessions: one, all, or all but the one that asks. */
export type WhichSessions = 'all' | { only: number } | { butNot: number }

/** Signs a user out of sessions, at once and everywhere. Returns how many they were; another user's are none. */
export async function revokeSessions(
  app: Needs<'now'>,
  em: EntityManager,
  userId: number,
  which: WhichSessions,
): Promise<number> {
  const chosen = which === 'all' ? {} : { id: 'only' in which ? which.only : { $ne: which.butNot } }
  return em.nativeUpdate(Session, { user: userId, revokedAt: null, ...chosen }, { revokedAt: app.now() })
}
