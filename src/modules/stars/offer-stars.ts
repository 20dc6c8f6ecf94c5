import type { ShownProduct } from '../../catalog/find-product.ts'
import { findProduct } from '../../catalog/find-product.ts'
import { OptionGroup } from '../../catalog/options/option-group.ts'
import { formatGoodsName, type Variant } from '../../catalog/product.ts'
import type { Mode } from '../../database/scope.ts'
import { generateToken } from '../../lib/ids.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { lockCustomer } from '../../orders/place-order.ts'
import { StarPurchase } from './star-purchase.ts'

export interface StarsRequest {
  customerId: number
  /** The public id of the product, and of the variant. */
  productId: string
  variantId: string
  /** Identifies the offer: a repeated call with the same value returns the same one. */
  once: string
}

/**
 * Offers a unit of a variant for its price in Stars; nothing is reserved before the customer pays. Refuses `not_found`,
 * and `unavailable` and `out_of_stock` for goods that cannot be bought in this way.
 */
export async function offerStars(
  app: Needs<'em' | 'transaction' | 'now'>,
  owner: { accountId: number; mode: Mode },
  { customerId, productId, variantId, once }: StarsRequest,
): Promise<StarPurchase> {
  const product = await findProduct(app, owner, productId)
  return app.transaction(owner, async tx => {
    await lockCustomer(tx, owner.accountId, customerId)
    const same = await tx.em.findOne(StarPurchase, { customer: customerId, once })
    if (same) return same
    const variant = findSold(product, variantId)
    // Options have no prices in Stars.
    if ((await tx.em.count(OptionGroup, { product: product.id })) > 0) {
      throw new Refusal('unavailable', 'Goods with options are not sold for Stars')
    }
    const offered = tx.em.create(StarPurchase, {
      account: owner.accountId,
      mode: owner.mode,
      customer: customerId,
      token: generateToken(),
      once,
      variant: variant.id,
      productName: product.name,
      variantName: variant.name,
      stars: variant.starPrice!,
      file: variant.file?.id ?? null,
      content: variant.content?.id ?? null,
      status: 'offered',
      invoiceMessageId: null,
      createdAt: app.now(),
    })
    await tx.em.flush()
    return offered
  })
}

function findSold(product: ShownProduct, variantId: string): Variant {
  const variant = product.variants.$.find(each => each.publicId === variantId)
  if (!variant || variant.starPrice === null) throw new Refusal('unavailable', 'This is not sold for Stars')
  if (!variant.isOrderable()) {
    const names = [formatGoodsName(product.name, variant.name)]
    throw new Refusal({ code: 'out_of_stock', names }, 'None is left')
  }
  return variant
}
