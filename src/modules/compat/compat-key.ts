import { createHmac, randomUUID } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../../accounts/account.ts'
import { atMostSql, charactersBetweenSql } from '../../database/checks.ts'
import { accountAndModeFilter, type Mode, modes } from '../../database/scope.ts'
import { generateApiKey, isApiKey } from '../../keys/api-key.ts'
import type { Seal } from '../../lib/seal.ts'

/** The scopes of a key: `read` reads, `payments` creates and ends payments, `money` refunds and reads the balance. */
export const compatScopes = ['read', 'payments', 'money'] as const
export type CompatScope = (typeof compatScopes)[number]

const CompatKeySchema = defineEntity({
  name: 'CompatKey',
  tableName: 'compat_key',
  comment: 'A key for the SDKs of other gateways, sealed because notifications are signed with it.',
  filters: accountAndModeFilter,
  indexes: [{ name: 'compat_key_account', properties: ['account', 'mode'] }],
  properties: {
    id: p.uuid().primary(),
    account: owner,
    accountId: ownerId(),
    mode: p.enum(modes),
    label: p.text().check(charactersBetweenSql('label', 1, 100)),
    hint: p.text().comment('The beginning and end of the key, for recognition.'),
    keyHash: p.blob().comment('A keyed hash with which requests find it.').$type<Buffer>().unique(),
    sealed: p.text().comment('The key itself, sealed.'),
    scopes: p.array<CompatScope>().comment('Its permissions.'),
    notifyUrl: p
      .text()
      .comment('The address of notifications for payments without their own; null for none.')
      .strictNullable()
      .check(atMostSql('notify_url', 2048)),
    createdAt: p.datetime(),
    revokedAt: p.datetime().strictNullable(),
    lastUsedAt: p.datetime().strictNullable(),
  },
})

/** A key for the SDKs of other gateways. It is stored sealed, because notifications are signed with it. */
export class CompatKey extends CompatKeySchema.class {
  declare scopes: CompatScope[]
}
CompatKeySchema.setClass(CompatKey)

/** The Xendit SDKs refuse keys without this prefix. */
const prefix = 'xnd_'

/** Returns a new key: the prefix, followed by text in the form of the shop's own keys. */
export function generateCompatKey(mode: Mode): { id: string; key: string } {
  return { id: randomUUID(), key: prefix + generateApiKey(mode) }
}

/** Returns whether the text has the form of such a key, which an ordinary API key does not. */
export function isCompatKey(text: string): boolean {
  return text.startsWith(prefix) && isApiKey(text.slice(prefix.length))
}

const purpose = 'compat keys'

/** Returns the keyed hash that is stored for a key. */
export function hashCompatKey({ seal }: { seal: Seal }, key: string): Buffer {
  return createHmac('sha256', seal.deriveKey(purpose)).update(key).digest()
}

/** Returns the hashes under which a key may be stored, because keys can be older than the newest secret. */
export function listCompatKeyHashes({ seal }: { seal: Seal }, key: string): Buffer[] {
  return seal.deriveKeys(purpose, 'all').map(root => createHmac('sha256', root.key).update(key).digest())
}

/** Returns the context to which the sealed text of a key is bound. */
export function compatKeyContext(id: string): string {
  return `compat_key|sealed|${id}`
}

/** The sealed column, which is resealed when the installation's keys are rotated. */
export const compatKeyColumn = {
  table: 'compat_key',
  property: 'sealed',
  contextOf: ({ id }: { id?: number | string }) => compatKeyContext(String(id)),
}

/** Returns the token in notifications of Xendit's form: derived, so that the key itself is never sent. */
export function makeCallbackToken(key: string): string {
  return createHmac('sha256', key).update('x-callback-token').digest('hex')
}
