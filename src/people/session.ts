import { randomBytes } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { identity } from '../database/identity.ts'
import { installationFilter } from '../database/scope.ts'
import { User } from './user.ts'

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  comment: 'A signed-in browser. Only a hash of its token is stored.',
  filters: installationFilter,
  indexes: [{ name: 'session_of_user', properties: ['user', 'expiresAt'] }],
  properties: {
    id: identity(),
    user: () => p.manyToOne(User).lazyRef(),
    tokenHash: p.blob().comment('SHA-256 of the token in the cookie.').$type<Buffer>().unique(),
    confirmedAt: p
      .datetime()
      .comment('When the second step was passed; null before, and until then nothing else is accessible.')
      .strictNullable(),
    authenticatedAt: p
      .datetime()
      .comment('When the user last authenticated, by password or otherwise: money and secrets require it again.'),
    createdAt: p.datetime(),
    seenAt: p.datetime().comment('When it was last used.'),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().strictNullable(),
    address: p.text(),
    userAgent: p.text(),
  },
})

export const sessionIdleMaxMs = 12 * 3_600_000
const seenEveryMs = 300_000

/** A browser in which a user is signed in. All transitions are in session-moves.ts. */
export class Session extends SessionSchema.class {
  /** Returns whether the second step was passed. */
  isConfirmed(): boolean {
    return this.confirmedAt !== null
  }

  /** Returns whether its use has to be recorded: a write for each request would cost four times as much as the read. */
  isSeenLongBefore(now: Date): boolean {
    return now.getTime() - this.seenAt.getTime() > seenEveryMs
  }
}
SessionSchema.setClass(Session)

/** Returns the condition for open sessions: not revoked, not expired, and not idle for 12 hours. */
export function openSessionsCondition(now: Date) {
  return { revokedAt: null, expiresAt: { $gt: now }, seenAt: { $gt: new Date(now.getTime() - sessionIdleMaxMs) } }
}

/** Returns 256 random bits for a cookie. */
export function generateSessionToken(): string {
  return randomBytes(32).toString('base64url')
}
