import type { Needs } from '../needs.ts'

const leadS = 5

/**
 * Begins a new key of the installation: from a few seconds on it seals what is written, and `resealValues` brings over
 * what lies there. Returns false where an earlier rotation is not finished: that one goes on.
 */
export async function rotateSecret(app: Needs<'sql' | 'transaction' | 'keyRing'>): Promise<boolean> {
  const hasBegun = await app.transaction('installation', async tx => {
    await tx.write('lock table seal_key in share row exclusive mode')
    const unfinished = await tx.query('select 1 from seal_key where resealed_at is null')
    if (unfinished.length > 0) return false
    await app.keyRing.add(tx, leadS)
    return true
  })
  await app.keyRing.refresh()
  return hasBegun
}
