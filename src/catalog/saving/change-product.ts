import { type MemberActing, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Product } from '../product.ts'
import { productValues } from '../product-fields.ts'
import { categoryNamed, checkProduct, type ProductChange } from './write-product.ts'

/** Some of the texts of a product that customers see. */
export type ProductWords = Partial<Pick<ProductChange, 'name' | 'description' | 'category'>>

/**
 * Changes only the given texts of a product. Refuses `not_found`, and `invalid_request` naming `name`, `description` or
 * `category`.
 */
export async function changeProduct(
  app: Needs<'transaction' | 'now'>,
  acting: MemberActing,
  productId: string,
  { category, ...words }: ProductWords,
): Promise<void> {
  const { accountId } = acting
  await app.transaction({ accountId }, async tx => {
    const product = await tx.em.findOne(Product, { publicId: productId })
    if (!product) throw notFound('product')
    const { name } = product
    checkProduct({ name, ...productValues(({ property }) => product[property]), category: category ?? '', ...words })
    const placed = category && (await categoryNamed(tx, accountId, category, app.now()))
    const change = { ...words, ...(category === undefined ? {} : { category: placed || null }) }
    await tx.em.nativeUpdate(Product, { id: product.id }, change)
    const detail = { name: words.name ?? name }
    await recordAct(app, tx, { ...acting, act: 'product.changed', subject: `product ${productId}`, detail })
  })
}
