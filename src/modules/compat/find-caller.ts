import { findStandingByAccount, type Standing } from '../../keys/standing.ts'
import type { Needs } from '../../needs.ts'
import { CompatKey, type CompatScope, isCompatKey, listCompatKeyHashes } from './compat-key.ts'

/** The authenticated caller of a request. */
export interface Caller {
  standing: Standing
  keyId: string
  key: string
  scopes: readonly CompatScope[]
  notifyUrl: string | null
}

/** Returns the caller behind a key; null for one that is malformed, unknown, revoked, or of a closed account. */
export async function findCaller(app: Needs<'em' | 'sql' | 'seal' | 'now'>, text: string): Promise<Caller | null> {
  if (!isCompatKey(text)) return null
  const now = app.now()
  const em = app.em('installation')
  const key = await em.findOne(CompatKey, { keyHash: { $in: listCompatKeyHashes(app, text) }, revokedAt: null })
  if (!key) return null
  const standing = await findStandingByAccount(app, key.accountId, key.mode)
  if (!standing) return null
  const minuteAgo = new Date(now.getTime() - 60_000)
  if (key.lastUsedAt === null || key.lastUsedAt < minuteAgo) {
    await em.nativeUpdate(CompatKey, { id: key.id }, { lastUsedAt: now })
  }
  return { standing, keyId: key.id, key: text, scopes: key.scopes, notifyUrl: key.notifyUrl }
}
