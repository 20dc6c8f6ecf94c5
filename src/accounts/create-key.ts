import type { Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { checkAllowedAddresses } from './allowed-addresses.ts'
import { hashApiKey, hintOfApiKey, type KeyScope, keyScopes, newApiKey } from './api-key.ts'

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
export async function createKey(app: Needs<'sql' | 'seal' | 'now'>, asked: NewKey): Promise<string> {
  if (asked.label.length < 1 || asked.label.length > 100) throw refuseField('label', 'has 1 to 100 characters')
  if (asked.scopes?.length === 0) throw refuseField('scopes', `has at least one of ${keyScopes.join(', ')}`)
  if (asked.expiresAt && asked.expiresAt <= app.now()) throw refuseField('expires_at', 'lies ahead')
  return insertKey(app, app.sql, { ...asked, allowedAddresses: checkAllowedAddresses(asked.allowedAddresses ?? []) })
}

/** Writes a key whose values are known to be good. */
export async function insertKey(app: Needs<'seal' | 'now'>, tx: Sql, asked: NewKey): Promise<string> {
  const key = newApiKey(asked.mode)
  await tx.write(
    `insert into api_key (account_id, mode, label, hint, key_hash, hash_key_id, is_rate_limited, scopes, expires_at,
       allowed_addresses, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, 'infinity'::timestamptz), $10, $11)`,
    [
      asked.accountId,
      asked.mode,
      asked.label,
      hintOfApiKey(key),
      hashApiKey(app, key),
      app.seal.keyId(),
      asked.isRateLimited ?? true,
      asked.scopes ?? keyScopes,
      asked.expiresAt ?? null,
      asked.allowedAddresses ?? [],
      app.now(),
    ],
  )
  return key
}
