import { type Loaded, LockMode, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { announceFacts } from '../../events/announce.ts'
import type { Needs } from '../../needs.ts'
import { orderableSql, Stock } from '../product.ts'

const batchMax = 200

type Watched = Loaded<Stock, 'orderable' | 'variant.product'>

/**
 * Announces `stock.low` once for each variant whose stock fell to its seller's threshold in one mode, and again only
 * after it had recovered. Returns the number of variants.
 */
export async function watchStock(app: Needs<'transaction' | 'now' | 'reactions'>): Promise<number> {
  const now = app.now()
  return app.transaction('installation', async tx => {
    for (const stock of await findRecovered(tx.em)) stock.lowToldAt = null
    const low = await findLow(tx.em)
    for (const stock of low) stock.lowToldAt = now
    await announceFacts(
      app,
      tx,
      low.map(({ account, mode, variant, orderable }) => ({
        accountId: account.id,
        type: 'stock.low' as const,
        subject: `variant ${variant.id} ${mode} ${now.toISOString()}`,
        payload: {
          variantId: variant.id,
          productId: variant.product.publicId,
          name: variant.fullName(),
          available: orderable!,
          mode,
        },
        createdAt: now,
      })),
    )
    return low.length
  })
}

function findRecovered(em: EntityManager): Promise<Watched[]> {
  return findWatched(em, { lowToldAt: { $ne: null }, orderable: { $gt: raw(threshold) } })
}

function findLow(em: EntityManager): Promise<Watched[]> {
  return findWatched(em, { lowToldAt: null, orderable: { $lte: raw(threshold) } })
}

/** The condition for variants that are running low or have recovered, which the sweep handles. */
export const watchedVariantsSql = `from variant v join stock s on s.variant_id = v.id
  where v.low_stock_at is not null and v.is_active and (s.low_told_at is null) = (${orderableSql({
    variant: 's.variant_id',
    mode: 's.mode',
    available: 's.available',
    stockMode: 'v.stock_mode',
  })} <= v.low_stock_at)`

const threshold = (alias: string) => `(select v.low_stock_at from variant v where v.id = ${alias}.variant_id)`

// Not a join, which would lock its rows as well.
const ofWatched = (alias: string) =>
  `${alias}.variant_id in (select v.id from variant v where v.low_stock_at is not null and v.is_active)`

async function findWatched(em: EntityManager, state: object): Promise<Watched[]> {
  const watched = await em.find(
    Stock,
    { [raw(ofWatched)]: [], ...state },
    {
      populate: ['orderable'],
      orderBy: { variant: 'asc', mode: 'asc' },
      limit: batchMax,
      lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
    },
  )
  await em.populate(watched, ['variant.product'])
  return watched as Watched[]
}
