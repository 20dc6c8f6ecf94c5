import { announce } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { lowSql, recoveredSql } from './stock-sql.ts'
import { Variant } from './variant.ts'

const batchMax = 200

/**
 * Announces `stock.low` once for each variant whose stock fell to its seller's threshold, and again only after it had
 * recovered. Returns how many.
 */
export async function watchStock(app: Needs<'transaction' | 'now' | 'reactions' | 'wake'>): Promise<number> {
  const now = app.now()
  const count = await app.transaction('installation', async tx => {
    await tx.write(recoveredSql, [batchMax])
    const low = await tx.query<{ id: number; available: number }>(lowSql, [now, batchMax])
    const variants = await tx.em.find(Variant, { id: low.map(({ id }) => id) }, { populate: ['product'] })
    await announce(
      app,
      tx,
      variants.map(({ id, name, account, product }) => ({
        accountId: account.id,
        type: 'stock.low' as const,
        subject: `variant ${id} ${now.toISOString()}`,
        payload: {
          productId: product.publicId,
          name: name === '' ? product.name : `${product.name} (${name})`,
          available: low.find(one => one.id === id)!.available,
        },
        createdAt: now,
      })),
    )
    return low.length
  })
  if (count > 0) app.wake.notify('notices')
  return count
}
