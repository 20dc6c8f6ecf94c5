import type { EntityManager } from '@mikro-orm/postgresql'
import { hashToken } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { Session } from './session.ts'

// All transitions of a session after its start: confirmed by a second step, used, reauthenticated, revoked.

/** waiting for its second step -> confirmed, with a new token. Returns whether it succeeded. */
export async function markConfirmed(em: EntityManager, id: number, token: string, now: Date): Promise<boolean> {
  const change = { confirmedAt: now, authenticatedAt: now, tokenHash: hashToken(token) }
  return (await em.nativeUpdate(Session, { id, revokedAt: null, confirmedAt: null }, change)) === 1
}

/** Records the use of a session, unless a later one is already recorded. */
export async function markSeen(em: EntityManager, id: number, now: Date): Promise<void> {
  await em.nativeUpdate(Session, { id, seenAt: { $lt: now } }, { seenAt: now })
}

/**
 * Records that the user of a session has just proved again who they are, which allows access to money and secrets for a
 * while.
 */
export async function markAuthenticated(app: Needs<'em' | 'now'>, id: number): Promise<void> {
  await app.em('shared').nativeUpdate(Session, { id }, { authenticatedAt: app.now() })
}

/** Selects sessions of a user: one, all, or all except the current one. */
export type SessionSelection = 'all' | { only: number } | { butNot: number }

/**
 * Signs a user out of sessions, immediately and everywhere. Returns the number of sessions; those of another user are
 * not counted.
 */
export async function revokeSessions(
  app: Needs<'now'>,
  em: EntityManager,
  userId: number,
  selection: SessionSelection,
): Promise<number> {
  const chosen = selection === 'all' ? {} : { id: 'only' in selection ? selection.only : { $ne: selection.butNot } }
  return em.nativeUpdate(Session, { user: userId, revokedAt: null, ...chosen }, { revokedAt: app.now() })
}
