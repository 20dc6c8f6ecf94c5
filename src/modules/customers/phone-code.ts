import { createHmac, hash } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { accountAndModeFilter, modes } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'

/** The maximum number of comparisons of one code. */
export const looksMax = 5

const PhoneCodeSchema = defineEntity({
  name: 'PhoneCode',
  tableName: 'phone_code',
  comment: 'A six-digit code that a merchant sends to a phone number, with which its owner proves ownership.',
  filters: accountAndModeFilter,
  uniques: [{ name: 'phone_code_one_live', properties: ['account', 'mode', 'phoneDigits'], where: 'is_live' }],
  indexes: [{ name: 'phone_code_old', properties: ['expiresAt'] }],
  checks: [{ name: 'phone_code_attempts', expression: '(attempts >= 0) and (attempts <= 5)' }],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    phoneDigits: p.text().comment('The number that the code was sent to.'),
    codeHash: p.blob().comment('A keyed hash of the code.').$type<Buffer>(),
    attempts: p.smallint().comment('The number of its five attempts that are used up.').default(0),
    isLive: p.boolean().comment('False once it was used or replaced.').default(true),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().comment('When the number was proved.').strictNullable(),
  },
})

/** A code by which a customer proves that a phone number is theirs. */
export class PhoneCode extends PhoneCodeSchema.class {}
PhoneCodeSchema.setClass(PhoneCode)

export interface OwnNumber {
  accountId: number
  mode: 'live' | 'test'
  /** The digits as `extractPhoneDigits` returns them. */
  digits: string
}

/**
 * Hashes a number under which acts are counted: the counts outlive deleted data, so they must not contain the number
 * itself.
 */
export const hashNumber = (digits: string): string => hash('sha256', digits, 'base64url')

/** Returns keyed hashes, because there are only a million codes: under every recently used key, newest first. */
export function listPhoneCodeHashes(
  { seal }: Needs<'seal'>,
  { accountId, mode, digits }: OwnNumber,
  code: string,
): Buffer[] {
  return seal
    .deriveKeys('phone codes', 'all')
    .map(({ key }) => createHmac('sha256', key).update(`${accountId}|${mode}|${digits}|${code}`).digest())
}
