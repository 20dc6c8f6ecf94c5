import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { hashApiKey, hintOfApiKey, newApiKey } from './api-key.ts'
import type { Mode } from './entities.ts'
import { type KeyScope, keyScopes } from './standing.ts'

export interface NewKey {
  accountId: number
  mode: Mode
  label: string
  isRateLimited?: boolean
  /** Unset: everything. */
  scopes?: readonly KeyScope[] | undefined
  /** Unset: never. */
  expiresAt?: Date | undefined
}

/** Makes a key and answers its text, which is shown this once: only its hash is kept. */
export async function createKey(app: Needs<'sql' | 'seal'>, asked: NewKey): Promise<string> {
  if (asked.label.length < 1 || asked.label.length > 100) throw refuseField('label', 'has 1 to 100 characters')
  const key = newApiKey(asked.mode)
  await app.sql.write(
    `insert into api_key (account_id, mode, label, hint, key_hash, is_rate_limited, scopes, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, 'infinity'::timestamptz))`,
    [
      asked.accountId,
      asked.mode,
      asked.label,
      hintOfApiKey(key),
      hashApiKey(app, key),
      asked.isRateLimited ?? true,
      asked.scopes ?? keyScopes,
      asked.expiresAt ?? null,
    ],
  )
  return key
}
