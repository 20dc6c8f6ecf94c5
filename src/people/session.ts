import { createHash, randomBytes } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../database/scope.ts'
import { User } from './user.ts'

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  filters: byInstallation,
  indexes: [{ name: 'session_of_user', properties: ['user', 'expiresAt'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    user: () => p.manyToOne(User).lazyRef(),
    tokenHash: p.blob().$type<Buffer>().unique(),
    /** Null until the second step was passed; nothing but that step is open to it before. */
    confirmedAt: p.datetime().strictNullable(),
    /** When they last proved who they are, by a password or otherwise: money and secrets ask for it anew. */
    authenticatedAt: p.datetime(),
    createdAt: p.datetime(),
    seenAt: p.datetime(),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().strictNullable(),
    address: p.text(),
    userAgent: p.text(),
  },
})

/** One browser in which somebody is signed in. Only a hash of its token is kept. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session)

/** 256 random bits, for a cookie. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
