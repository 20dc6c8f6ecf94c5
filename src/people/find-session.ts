import { hashOfToken } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { findMemberships, type UserMembership } from './find-memberships.ts'
import { openSessionsAt, Session } from './session.ts'
import { markSeen } from './session-moves.ts'

/** The signed-in user and their accounts, read with every request of a page. */
export interface CurrentSession {
  id: number
  userId: number
  username: string
  displayName: string
  language: 'id' | 'en'
  isOperator: boolean
  /** False: only the second step is open yet. */
  isConfirmed: boolean
  authenticatedAt: Date
  /** False for those who sign in by a provider or a passkey alone. */
  hasPassword: boolean
  /** They came by a provider and have not said their phone number yet (contract 5.5). */
  needsPhone: boolean
  memberships: UserMembership[]
}

/** Returns the session of a cookie; null if it is unknown, revoked, expired, or idle for 12 hours. */
export async function findSession(app: Needs<'em' | 'now'>, token: string): Promise<CurrentSession | null> {
  const em = app.em('shared')
  const now = app.now()
  const session = await em.findOne(
    Session,
    { tokenHash: hashOfToken(token), ...openSessionsAt(now), user: { isActive: true } },
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
