import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import type { KeyScope } from './api-key.ts'

export interface ListedKey {
  id: number
  mode: Mode
  label: string
  /** Its first and last characters. */
  hint: string
  scopes: KeyScope[]
  allowedAddresses: string[]
  createdAt: Date
  /** Null: it does not expire. */
  expiresAt: Date | null
  revokedAt: Date | null
  /** To the minute. */
  lastUsedAt: Date | null
  isUsable: boolean
}

/** The API keys of an account in both modes, those that still work first, each newest first. */
export async function listKeys(app: Needs<'sql' | 'now'>, accountId: number): Promise<ListedKey[]> {
  return app.sql.query<ListedKey>(
    `select id, mode, label, hint, scopes, allowed_addresses as "allowedAddresses", created_at as "createdAt",
       nullif(expires_at, 'infinity') as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt",
       revoked_at is null and expires_at > $2 as "isUsable"
     from api_key where account_id = $1 order by "isUsable" desc, id desc`,
    [accountId, app.now()],
  )
}
