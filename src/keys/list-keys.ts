import { toNullIfEndless } from '../database/open-ended.ts'
import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { ApiKey, type KeyScope } from './api-key.ts'

export interface ListedKey {
  id: number
  mode: Mode
  label: string
  /** Its first and last characters. */
  hint: string
  scopes: KeyScope[]
  allowedAddresses: string[]
  createdAt: Date
  /** When it expires; null for never. */
  expiresAt: Date | null
  revokedAt: Date | null
  /** When it was last used, to the minute. */
  lastUsedAt: Date | null
  isUsable: boolean
}

/** Returns the API keys of an account in both modes, valid ones first, each newest first. */
export async function listKeys(app: Needs<'em' | 'now'>, accountId: number): Promise<ListedKey[]> {
  const now = app.now()
  const keys = await app.em({ accountId, mode: 'both' }).find(ApiKey, {}, { orderBy: { id: 'desc' } })
  const listed = keys.map(key => ({
    id: key.id,
    mode: key.mode,
    label: key.label,
    hint: key.hint,
    scopes: key.scopes,
    allowedAddresses: key.allowedAddresses,
    createdAt: key.createdAt,
    expiresAt: toNullIfEndless(key.expiresAt),
    revokedAt: key.revokedAt,
    lastUsedAt: key.lastUsedAt,
    isUsable: key.isUsableAt(now),
  }))
  return [...listed.filter(key => key.isUsable), ...listed.filter(key => !key.isUsable)]
}
