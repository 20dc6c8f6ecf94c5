import type { EntityManager } from '@mikro-orm/postgresql'
import type { Needs } from '../needs.ts'
import { Product, type VariantView } from './product.ts'
import { Stock } from './stock.ts'
import { StockUnit } from './stock-unit.ts'
import { Variant } from './variant.ts'

/** A product as its seller sees it, with every variant. Ids are public ones. */
export interface OwnProduct {
  accountId: number
  id: string
  name: string
  isActive: boolean
  /** `lowStockAt`: from how many on the seller is told; null for never. */
  variants: (VariantView & { isActive: boolean; lowStockAt: number | null })[]
}

/** A product of these accounts by its own id or that of a variant; null for anybody else's. */
export async function findOwnProduct(
  app: Needs<'em'>,
  accountIds: number[],
  wanted: { productId: string } | { variantId: string },
): Promise<OwnProduct | null> {
  const em = app.em('installation')
  const product = await readProduct(em, accountIds, wanted)
  if (!product) return null
  const variants = await em.find(Variant, { product: product.id }, { orderBy: { position: 'asc', id: 'asc' } })
  const views = []
  for (const variant of variants) {
    const { publicId, name, price, stockMode, isActive, lowStockAt } = variant
    const available = await countAvailable(em, variant)
    views.push({ id: publicId, name, price, stockMode, isActive, lowStockAt, available })
  }
  return {
    accountId: product.account.id,
    id: product.publicId,
    name: product.name,
    isActive: product.isActive,
    variants: views,
  }
}

async function readProduct(
  em: EntityManager,
  accountIds: number[],
  wanted: { productId: string } | { variantId: string },
): Promise<Product | null> {
  const account = { $in: accountIds }
  if ('productId' in wanted) return em.findOne(Product, { publicId: wanted.productId, account })
  const variant = await em.findOne(Variant, { publicId: wanted.variantId, account })
  return variant && em.findOne(Product, { id: variant.product.id, account })
}

async function countAvailable(em: EntityManager, { id, stockMode }: Variant): Promise<number | null> {
  if (stockMode === 'serial') return em.count(StockUnit, { variant: id, state: 'available' })
  if (stockMode !== 'counter') return null
  return (await em.findOne(Stock, { variant: id }))?.available ?? 0
}
