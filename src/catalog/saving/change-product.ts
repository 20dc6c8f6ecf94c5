import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Product } from '../product.ts'
import { pickProductValues } from '../product-fields.ts'
import { checkProduct, findOrCreateCategory, type ProductChange } from './write-product.ts'

/** Some of the texts of a product that customers see. */
export type ProductTexts = Partial<Pick<ProductChange, 'name' | 'description' | 'category'>>

/**
 * Changes only the given texts of a product. Refuses `not_found`, and `invalid_request` naming `name`, `description` or
 * `category`.
 */
export async function changeProduct(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  productId: string,
  { category, ...words }: ProductTexts,
): Promise<void> {
  const { accountId } = actor
  await app.transaction({ accountId }, async tx => {
    const product = await tx.em.findOne(Product, { publicId: productId })
    if (!product) throw notFound('product')
    const { name } = product
    checkProduct({
      name,
      ...pickProductValues(({ property }) => product[property]),
      category: category ?? '',
      ...words,
    })
    const placed = category && (await findOrCreateCategory(tx, accountId, category, app.now()))
    const change = { ...words, ...(category === undefined ? {} : { category: placed || null }) }
    await tx.em.nativeUpdate(Product, { id: product.id }, change)
    const detail = { name: words.name ?? name }
    await recordAct(app, tx, { ...actor, act: 'product.changed', subject: `product ${productId}`, detail })
  })
}
