import { createHmac } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { byInstallation } from '../database/scope.ts'
import type { Seal } from '../lib/seal.ts'
import { User } from './user.ts'

/** To sign in, to set a new password, and to prove once more, for money and secrets, who is signed in. */
export const codePurposes = ['sign_in', 'reset', 'prove'] as const
export type CodePurpose = (typeof codePurposes)[number]

const OneTimeCodeSchema = defineEntity({
  name: 'OneTimeCode',
  tableName: 'one_time_code',
  filters: byInstallation,
  uniques: [{ name: 'one_time_code_one_live', properties: ['user', 'purpose'], where: 'is_live' }],
  checks: [{ name: 'one_time_code_attempts', expression: '(attempts >= 0) and (attempts <= 5)' }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    user: () => p.manyToOne(User).lazyRef(),
    purpose: p.enum(codePurposes),
    codeHash: p.blob().$type<Buffer>(),
    /** The session that asked for it; no other can use it. Null for somebody who is not signed in. */
    sessionId: p.bigint('number').strictNullable(),
    attempts: p.integer().default(0),
    /** False once it was used or replaced. */
    isLive: p.boolean().default(true),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})

/** Six digits that somebody was sent through the bot. */
export class OneTimeCode extends OneTimeCodeSchema.class {}
OneTimeCodeSchema.setClass(OneTimeCode)

/** Keyed hashes, because there are only a million codes: under every key that was lately in use, newest first. */
export function hashesOfCode(app: { seal: Seal }, userId: number, code: string): Buffer[] {
  return app.seal
    .deriveKeys('one-time codes', 'all')
    .map(({ key }) => createHmac('sha256', key).update(`${userId}|${code}`).digest())
}
