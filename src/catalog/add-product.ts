import { audit, type ModeActing } from '../accounts/audit.ts'
import { randomToken } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { keepVariant, keyOf, type NewVariant } from './add-variant.ts'
import { checkProduct } from './change-product.ts'
import { Product } from './product.ts'
import { defaultAsks, type ProductKind } from './product-kinds.ts'

export interface NewProduct {
  name: string
  kind: ProductKind
  description: string
  /** Its only variant, until more are added. */
  variant: Omit<NewVariant, 'name'>
}

/**
 * Adds a product, which is sold at once, and returns its public id. Refuses `invalid_request` naming `name`,
 * `description` and what `addVariant` names.
 */
export async function addProduct(
  app: Needs<'transaction' | 'now' | 'config'>,
  acting: ModeActing,
  { name, kind, description, variant }: NewProduct,
): Promise<string> {
  checkProduct({ name, description })
  const { accountId, mode } = acting
  return app.transaction({ accountId, mode: 'both' }, async tx => {
    const product = tx.em.create(Product, {
      account: accountId,
      publicId: randomToken(),
      key: keyOf(name),
      category: null,
      kind,
      name,
      description,
      image: null,
      asks: defaultAsks[kind],
      position: await tx.em.count(Product, {}),
      createdAt: app.now(),
    })
    await tx.em.flush()
    const place = { accountId, mode, productId: product.id, kind, position: 0 }
    await keepVariant(app, tx, place, { ...variant, name: '' })
    const { publicId } = product
    await audit(app, tx, { ...acting, act: 'product.added', subject: `product ${publicId}`, detail: { name } })
    return publicId
  })
}
