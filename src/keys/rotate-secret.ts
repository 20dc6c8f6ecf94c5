import type { Needs } from '../needs.ts'
import { lockKeysSql } from './key-ring.ts'
import { SealKey } from './seal-key.ts'

const leadS = 5

/**
 * Starts a new key of the installation: after a few seconds it seals new values, and `resealValues` reseals the others.
 * Returns false if an earlier rotation is unfinished, which then continues.
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
