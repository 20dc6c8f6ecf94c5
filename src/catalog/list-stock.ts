import type { FilterQuery, Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Needs } from '../needs.ts'
import { Variant } from './product.ts'
import { Stock } from './stock.ts'

/** A variant with how many there are, as the seller's server sees it. */
export interface ListedStock {
  variant: Loaded<Variant, 'product' | 'available'>
  /** Held for orders that are not paid yet; null where no number is kept. */
  reserved: number | null
}

interface Listed {
  stock: ListedStock[]
  total: number
}

/** A page of all variants of an account, hidden ones too, in the order in which they were made. */
export async function listStock(
  app: Needs<'slowly'>,
  accountId: number,
  { product, page, limit }: { product?: string | undefined; page: number; limit: number },
): Promise<Listed> {
  const where = product === undefined ? {} : { product: { key: product } }
  return app.slowly(({ em }) => readStock(em({ accountId }), where, { limit, offset: (page - 1) * limit }))
}

/** These variants with their numbers as they are now. */
export async function readStock(
  em: EntityManager,
  where: FilterQuery<Variant>,
  place: { limit: number; offset: number },
): Promise<Listed> {
  const [variants, total] = await em.findAndCount(Variant, where, {
    populate: ['product', 'available'],
    orderBy: { id: 'asc' },
    ...place,
  })
  const kept = await em.find(Stock, { variant: { $in: variants.map(({ id }) => id) } })
  const reservedOf = new Map(kept.map(({ variant, reserved }) => [variant.id, reserved]))
  return { stock: variants.map(variant => ({ variant, reserved: reservedOf.get(variant.id) ?? null })), total }
}
