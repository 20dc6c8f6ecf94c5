import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { OpenEndedType } from '../database/open-ended.ts'
import { accountAndModeFilter, type Mode, modes } from '../database/scope.ts'
import type { Seal } from '../lib/seal.ts'
import { SealKey } from './seal-key.ts'

/** The scopes of a key: `read` can read everything, each other scope can read and change its own part. */
export const keyScopes = ['read', 'payments', 'orders', 'money', 'endpoints'] as const
export type KeyScope = (typeof keyScopes)[number]

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  comment: "A merchant's API key. It is shown once and stored as a keyed hash.",
  filters: accountAndModeFilter,
  indexes: [{ name: 'api_key_account', properties: ['account'] }],
  properties: {
    id: identity(),
    account: owner,
    mode: p.enum(modes),
    label: p.text().check(charactersBetweenSql('label', 1, 100)),
    hint: p.text().comment('The beginning and end of the key, for recognition.'),
    keyHash: p.blob().comment('A keyed hash of the key, which is not stored itself.').$type<Buffer>().unique(),
    scopes: p
      .array<KeyScope>()
      .comment('Its permissions.')
      .default([...keyScopes]),
    hashKey: () => p.manyToOne(SealKey).comment('The key of the ring with which its hash was made.').lazyRef(),
    allowedAddresses: p
      .array()
      .comment('The networks that may use it; empty for all.')
      .default([])
      .check('(array_length(allowed_addresses, 1) is null) or (array_length(allowed_addresses, 1) <= 20)'),
    isRateLimited: p.boolean().default(true),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.type(OpenEndedType).comment('infinity if it never expires.').defaultRaw("'infinity'"),
    revokedAt: p.datetime().strictNullable(),
    lastUsedAt: p.datetime().strictNullable(),
  },
})

/** The API key of a merchant's backend. It is shown once and stored as a keyed hash. */
export class ApiKey extends ApiKeySchema.class {
  declare expiresAt: Date

  isUsableAt(now: Date): boolean {
    return this.revokedAt === null && this.expiresAt > now
  }
}
ApiKeySchema.setClass(ApiKey)

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 43
const checksumLength = 6
const shape = new RegExp(`^wrg_(live|test)_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`)

/** Returns `wrg_test_` or `wrg_live_`, 256 random bits and a checksum, by which scanners recognise a leaked key. */
export function generateApiKey(mode: Mode): string {
  const start = `wrg_${mode}_${toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)}`
  return start + keyChecksum(start)
}

/** Returns whether the text can be a key: most wrong ones are rejected without querying the database. */
export function isApiKey(text: string): boolean {
  return shape.test(text) && text.endsWith(keyChecksum(text.slice(0, -checksumLength)))
}

const purpose = 'api keys'

/** Returns the stored hash of a key. It is keyed, so that even a stolen table cannot be searched. */
export function hashApiKey(app: { seal: Seal }, key: string): Buffer {
  return createHmac('sha256', app.seal.deriveKey(purpose)).update(key).digest()
}

/**
 * Returns the hashes under which a key may be stored: it may be as old as the installation, and cannot be rehashed
 * without its text.
 */
export function listApiKeyHashes(app: { seal: Seal }, key: string): Buffer[] {
  return app.seal.deriveKeys(purpose, 'all').map(root => createHmac('sha256', root.key).update(key).digest())
}

/** Returns the part of a key that lists show, enough to distinguish two keys. */
export function makeApiKeyHint(key: string): string {
  return `${key.slice(0, 13)}…${key.slice(-4)}`
}

function keyChecksum(text: string): string {
  return toBase62(BigInt(crc32(text)), checksumLength)
}

function toBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (text.length < length) {
    text = alphabet[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
