import { type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Needs } from '../needs.ts'
import { type Page, Product, type ProductKind, Variant } from './product.ts'
import { Stock } from './stock.ts'
import { StockUnit } from './stock-unit.ts'

/** A product as its seller finds it among all that the shop has. */
export interface CatalogEntry {
  /** Public id. */
  id: string
  name: string
  kind: ProductKind
  isActive: boolean
  category: string | null
  image: { storageKey: string } | null
  /** Of the variants that are shown; null without any. */
  prices: { min: number; max: number } | null
  variantCount: number
  /** In all variants that are shown together; null where one of them is without end. */
  available: number | null
}

export interface CatalogFilter {
  search?: string | undefined
  /** Of active products, or of hidden ones. */
  isActive?: boolean | undefined
  page: number
}

const pageSize = 30

/** One page of what an account sells, hidden products too, by name; a page past the end returns the last. */
export async function listCatalog(
  app: Needs<'em' | 'slowly'>,
  accountId: number,
  { search, isActive, page }: CatalogFilter,
): Promise<Page<CatalogEntry>> {
  const em = app.em({ accountId })
  const like = search && `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const where: FilterQuery<Product> = {
    ...(isActive === undefined ? {} : { isActive }),
    ...(like ? { $or: [{ name: { $ilike: like } }, { description: { $ilike: like } }] } : {}),
  }
  return app.slowly(async () => {
    const total = await em.count(Product, where)
    const pageCount = Math.max(1, Math.ceil(total / pageSize))
    const shown = Math.min(page, pageCount)
    const products = await em.find(Product, where, {
      populate: ['category', 'image'],
      orderBy: { isActive: 'desc', name: 'asc', id: 'asc' },
      limit: pageSize,
      offset: (shown - 1) * pageSize,
    })
    const variants = await em.find(Variant, { product: products.map(({ id }) => id) })
    const counts = await countStock(em, variants)
    const items = products.map(product =>
      entryOf(
        product,
        variants.filter(variant => variant.product.id === product.id),
        counts,
      ),
    )
    return { items, page: shown, pageCount, total }
  })
}

type Listed = Pick<Product, 'publicId' | 'name' | 'kind' | 'isActive'> & {
  category: { name: string } | null
  image: { storageKey: string; isActive: boolean } | null
}

function entryOf(product: Listed, variants: Variant[], counts: Map<number, number | null>): CatalogEntry {
  const { publicId: id, name, kind, isActive, category, image } = product
  const offered = variants.filter(variant => variant.isActive)
  const prices = offered.map(({ price }) => price)
  const left = offered.map(variant => counts.get(variant.id) ?? null)
  return {
    ...{ id, name, kind, isActive },
    category: category?.name ?? null,
    image: image?.isActive ? { storageKey: image.storageKey } : null,
    prices: prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) },
    variantCount: variants.length,
    available: left.includes(null) ? null : left.reduce<number>((sum, one) => sum + (one ?? 0), 0),
  }
}

/** How many of each variant can be ordered now, by its id; null without end. */
export async function countStock(
  em: EntityManager,
  variants: readonly Pick<Variant, 'id' | 'stockMode'>[],
): Promise<Map<number, number | null>> {
  const of = (mode: Variant['stockMode']) => variants.filter(({ stockMode }) => stockMode === mode).map(({ id }) => id)
  const counted = await em.find(Stock, { variant: of('counter') })
  const units = await em
    .qb(StockUnit)
    .select(['variant', raw('count(*) as left')])
    .where({ variant: of('serial'), state: 'available' })
    .groupBy('variant')
    .execute<{ variant: number | string; left: number | string }[]>('all')
  const known = new Map<number, number>([
    ...counted.map(({ variant, available }) => [variant.id, available] as const),
    ...units.map(({ variant, left }) => [Number(variant), Number(left)] as const),
  ])
  const isCounted = (mode: Variant['stockMode']) => mode === 'counter' || mode === 'serial'
  return new Map(variants.map(({ id, stockMode }) => [id, isCounted(stockMode) ? (known.get(id) ?? 0) : null]))
}
