import { type Loaded, LockMode, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { Variant } from './product.ts'

const batchMax = 200

type Watched = Loaded<Variant, 'available' | 'product'>

/**
 * Announces `stock.low` once for each variant whose stock fell to its seller's threshold, and again only after it had
 * recovered. Returns how many.
 */
export async function watchStock(app: Needs<'transaction' | 'now' | 'reactions' | 'wake'>): Promise<number> {
  const now = app.now()
  const count = await app.transaction('installation', async tx => {
    for (const variant of await findRecovered(tx.em)) variant.lowStockToldAt = null
    const low = await findLow(tx.em)
    for (const variant of low) variant.lowStockToldAt = now
    await announce(
      app,
      tx,
      low.map(variant => ({
        accountId: variant.account.id,
        type: 'stock.low' as const,
        subject: `variant ${variant.id} ${now.toISOString()}`,
        payload: {
          productId: variant.product.publicId,
          name: variant.fullName(),
          available: variant.available!,
        },
        createdAt: now,
      })),
    )
    return low.length
  })
  if (count > 0) app.wake.notify('notices')
  return count
}

function findRecovered(em: EntityManager): Promise<Watched[]> {
  return findWatched(em, { lowStockToldAt: { $ne: null }, available: { $gt: raw(threshold) } })
}

function findLow(em: EntityManager): Promise<Watched[]> {
  return findWatched(em, { lowStockToldAt: null, available: { $lte: raw(threshold) } })
}

const threshold = (alias: string) => `${alias}.low_stock_at`

async function findWatched(em: EntityManager, state: object): Promise<Watched[]> {
  const watched = await em.find(
    Variant,
    { lowStockAt: { $ne: null }, isActive: true, ...state },
    { populate: ['available'], orderBy: { id: 'asc' }, limit: batchMax, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
  )
  await em.populate(watched, ['product'])
  return watched as Watched[]
}
