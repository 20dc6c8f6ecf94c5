import type { Needs } from '../needs.ts'
import { ApiKey, isApiKey, listApiKeyHashes } from './api-key.ts'

/** Returns why a formerly valid key ended; null for a text that never was one. Only its holder can ask. */
export async function explainKeyEnd(
  app: Needs<'em' | 'seal' | 'now' | 'calendar'>,
  key: string,
): Promise<string | null> {
  if (!isApiKey(key)) return null
  const stored = { keyHash: { $in: listApiKeyHashes(app, key) } }
  const storedKey = await app.em('installation').findOne(ApiKey, stored, { populate: ['account'] })
  if (!storedKey) return null
  if (storedKey.revokedAt) return 'This API key was revoked: use another one'
  if (storedKey.expiresAt <= app.now()) {
    return `This API key ended at ${app.calendar.format(storedKey.expiresAt)}: use another one`
  }
  return storedKey.account.isActive ? null : 'The account of this API key is suspended'
}
