import { createHmac } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { identity } from '../database/identity.ts'
import { installationFilter } from '../database/scope.ts'
import type { Seal } from '../lib/seal.ts'
import { User } from './user.ts'

/** The purposes: to sign in, to set a new password, and to prove again, for money and secrets, who is signed in. */
export const codePurposes = ['sign_in', 'reset', 'prove'] as const
export type CodePurpose = (typeof codePurposes)[number]

const OneTimeCodeSchema = defineEntity({
  name: 'OneTimeCode',
  tableName: 'one_time_code',
  comment: 'A six-digit code sent to a person through the bot.',
  filters: installationFilter,
  uniques: [{ name: 'one_time_code_one_live', properties: ['user', 'purpose'], where: 'is_live' }],
  checks: [{ name: 'one_time_code_attempts', expression: '(attempts >= 0) and (attempts <= 5)' }],
  properties: {
    id: identity(),
    user: () => p.manyToOne(User).lazyRef(),
    purpose: p
      .enum(codePurposes)
      .comment('Its purpose: signing in, resetting a password, or confirming an identity again.'),
    codeHash: p.blob().comment('A keyed hash of the code.').$type<Buffer>(),
    sessionId: p
      .bigint('number')
      .comment('The session that requested it, the only one that can use it. Null for a person who is not signed in.')
      .strictNullable(),
    attempts: p.integer().comment('The number of its five attempts that are used up.').default(0),
    isLive: p.boolean().comment('False once it was used or replaced.').default(true),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})

export class OneTimeCode extends OneTimeCodeSchema.class {}
OneTimeCodeSchema.setClass(OneTimeCode)

/** Returns keyed hashes, because there are only a million codes: under every recently used key, newest first. */
export function listCodeHashes(app: { seal: Seal }, userId: number, code: string): Buffer[] {
  return app.seal
    .deriveKeys('one-time codes', 'all')
    .map(({ key }) => createHmac('sha256', key).update(`${userId}|${code}`).digest())
}
