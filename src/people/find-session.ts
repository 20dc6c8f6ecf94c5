import type { EntityManager } from '@mikro-orm/postgresql'
import type { Needs } from '../needs.ts'
import { Membership, type Role } from './membership.ts'
import { hashSessionToken, Session } from './session.ts'

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
  /** They came by a provider and have not said their phone number yet (spec 5.5). */
  needsPhone: boolean
  memberships: { accountId: number; accountName: string; role: Role }[]
}

export const idleMs = 12 * 3_600_000
const seenEveryMs = 300_000

/** The session of a cookie; null for one that is unknown, revoked, over, or idle for 12 hours. */
export async function findSession(app: Needs<'em' | 'now'>, token: string): Promise<CurrentSession | null> {
  const em = app.em('installation')
  const now = app.now()
  const session = await em.findOne(
    Session,
    {
      tokenHash: hashSessionToken(token),
      revokedAt: null,
      expiresAt: { $gt: now },
      seenAt: { $gt: new Date(now.getTime() - idleMs) },
      user: { isActive: true },
    },
    { populate: ['user'] },
  )
  if (!session) return null
  // A write for each request would cost four times as much as the read.
  if (now.getTime() - session.seenAt.getTime() > seenEveryMs) {
    await em.nativeUpdate(Session, { id: session.id, seenAt: { $lt: now } }, { seenAt: now })
  }
  const { id: userId, username, displayName, language, isOperator, passwordHash, phone } = session.user
  return {
    id: session.id,
    userId,
    username,
    displayName,
    language,
    isOperator,
    isConfirmed: session.confirmedAt !== null,
    authenticatedAt: session.authenticatedAt,
    hasPassword: passwordHash !== null,
    needsPhone: passwordHash === null && phone === null && !isOperator,
    memberships: await membershipsOf(em, userId),
  }
}

async function membershipsOf(em: EntityManager, userId: number): Promise<CurrentSession['memberships']> {
  const ofUser = { user: userId, account: { isActive: true } }
  const memberships = await em.find(Membership, ofUser, { populate: ['account'], orderBy: { id: 'asc' } })
  return memberships.map(({ account, role }) => ({ accountId: account.id, accountName: account.displayName, role }))
}
