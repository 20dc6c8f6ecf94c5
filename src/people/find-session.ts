import { hashToken } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { findMemberships, type UserMembership } from './find-memberships.ts'
import { openSessionsCondition, Session } from './session.ts'
import { markSeen } from './session-moves.ts'

/** The signed-in user and their accounts, read for every page request. */
export interface CurrentSession {
  id: number
  userId: number
  username: string
  displayName: string
  language: 'id' | 'en'
  isOperator: boolean
  /** Whether the session is confirmed; if not, only the second step is accessible. */
  isConfirmed: boolean
  authenticatedAt: Date
  /** Whether they have a password; false if they only sign in by a provider or passkey. */
  hasPassword: boolean
  /** Whether they signed up by a provider and have not entered their phone number yet (contract 5.5). */
  needsPhone: boolean
  memberships: UserMembership[]
}

/** Returns the session of a cookie; null if it is unknown, revoked, expired, or idle for 12 hours. */
export async function findSession(app: Needs<'em' | 'now'>, token: string): Promise<CurrentSession | null> {
  const em = app.em('shared')
  const now = app.now()
  const session = await em.findOne(
    Session,
    { tokenHash: hashToken(token), ...openSessionsCondition(now), user: { isActive: true } },
    { populate: ['user'] },
  )
  if (!session) return null
  if (session.isSeenLongBefore(now)) await markSeen(em, session.id, now)
  const { id: userId, username, displayName, language, isOperator, passwordHash, phone } = session.user
  return {
    id: session.id,
    userId,
    username,
    displayName,
    language,
    isOperator,
    isConfirmed: session.isConfirmed(),
    authenticatedAt: session.authenticatedAt,
    hasPassword: passwordHash !== null,
    needsPhone: passwordHash === null && phone === null && !isOperator,
    memberships: await findMemberships(app, userId, 'active'),
  }
}
