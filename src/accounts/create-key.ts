import type { EntityManager } from '@mikro-orm/postgresql'
import { forEver } from '../database/open-ended.ts'
import type { Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkAllowedAddresses } from './allowed-addresses.ts'
import { ApiKey, hashApiKey, hintOfApiKey, type KeyScope, keyScopes, newApiKey } from './api-key.ts'

export interface NewKey {
  accountId: number
  mode: Mode
  label: string
  isRateLimited?: boolean
  /** Unset: everything. */
  scopes?: readonly KeyScope[] | undefined
  /** Unset: never. */
  expiresAt?: Date | undefined
  /** Addresses and networks that it may be used from. Unset or empty: everywhere. */
  allowedAddresses?: readonly string[] | undefined
}

/** Makes a key and returns its text, which is shown this once: only its hash is kept. Refuses `invalid_request`. */
export async function createKey(app: Needs<'em' | 'seal' | 'now'>, asked: NewKey): Promise<string> {
  if (asked.label.length < 1 || asked.label.length > 100) throw refuseField('label', 'has 1 to 100 characters')
  if (asked.scopes?.length === 0) throw refuseField('scopes', `has at least one of ${keyScopes.join(', ')}`)
  if (asked.expiresAt && asked.expiresAt <= app.now()) throw refuseField('expires_at', 'lies ahead')
  const allowedAddresses = checkAllowedAddresses(asked.allowedAddresses ?? [])
  return writeKey(app, app.em(asked), { ...asked, allowedAddresses })
}

/** Writes a key whose values are known to be good. */
export async function writeKey(app: Needs<'seal' | 'now'>, em: EntityManager, asked: NewKey): Promise<string> {
  const key = newApiKey(asked.mode)
  em.create(ApiKey, {
    account: asked.accountId,
    mode: asked.mode,
    label: asked.label,
    hint: hintOfApiKey(key),
    keyHash: hashApiKey(app, key),
    hashKey: app.seal.keyId(),
    isRateLimited: asked.isRateLimited ?? true,
    scopes: [...(asked.scopes ?? keyScopes)],
    allowedAddresses: [...(asked.allowedAddresses ?? [])],
    createdAt: app.now(),
    revokedAt: null,
    lastUsedAt: null,
    expiresAt: asked.expiresAt ?? forEver,
  })
  await em.flush()
  return key
}
