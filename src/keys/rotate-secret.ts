import type { Needs } from '../needs.ts'
import { lockKeysSql } from './key-ring.ts'
import { SealKey } from './seal-key.ts'

const leadS = 5

/**
 * Begins a new key of the installation: from a few seconds on it seals what is written, and `resealValues` seals the
 * rest anew. Returns false where an earlier rotation is not finished: that one goes on.
 */
export async function rotateSecret(app: Needs<'transaction' | 'keyRing'>): Promise<boolean> {
  const hasBegun = await app.transaction('shared', async ({ em, write }) => {
    await write(lockKeysSql)
    if ((await em.count(SealKey, { resealedAt: null })) > 0) return false
    await app.keyRing.add(em, leadS)
    return true
  })
  await app.keyRing.refresh()
  return hasBegun
}
