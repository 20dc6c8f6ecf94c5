import { type ModeActor, recordAct } from '../accounts/audit.ts'
import type { Tx } from '../database/transaction.ts'
import { generateToken } from '../lib/ids.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { makeFreeKey } from './add-variant.ts'
import { copyGroups, readGroups } from './options/change-options.ts'
import { writeGroups } from './options/write-groups.ts'
import { ProductPicture } from './pictures/product-picture.ts'
import { Product, Variant } from './product.ts'
import { pickProductValues } from './product-fields.ts'
import { checkProduct } from './saving/write-product.ts'
import { openStock } from './stock/open-stock.ts'
import { pickVariantValues } from './variant-fields.ts'

/**
 * Adds a hidden copy of a product: with its texts, pictures, options and variants, but without stock and barcodes.
 * Returns its public id. Refuses `not_found`, and `invalid_request` for the name.
 */
export async function duplicateProduct(
  app: Needs<'transaction' | 'now'>,
  actor: ModeActor,
  productId: string,
  name: string,
): Promise<string> {
  checkProduct({ name, ...pickProductValues(() => '') })
  const { accountId } = actor
  const now = app.now()
  return app.transaction({ accountId, mode: 'both' }, async tx => {
    const { em } = tx
    const original = await em.findOne(Product, { publicId: productId }, { populate: ['variants'] })
    if (!original) throw notFound('product')
    const { kind, category, image, asks, handovers } = original
    const copy = em.create(Product, {
      ...pickProductValues(({ property }) => original[property]),
      account: accountId,
      publicId: generateToken(),
      key: makeFreeKey(name),
      name,
      kind,
      category: category?.id ?? null,
      image: image?.id ?? null,
      asks,
      handovers,
      position: await em.count(Product, {}),
      isActive: false,
      createdAt: now,
    })
    await em.flush()
    const pictures = await em.find(ProductPicture, { product: original.id })
    await em.insertMany(
      ProductPicture,
      pictures.map(({ image: { id }, position }) => ({ account: accountId, product: copy.id, image: id, position })),
    )
    for (const one of original.variants) await copyVariant(tx, one, copy, now)
    await em.flush()
    const groups = copyGroups([], await readGroups(em, productId))
    await writeGroups(em, { accountId, now }, [{ productId: copy.id, groups }])
    const { publicId } = copy
    const detail = { name, like: productId }
    await recordAct(app, tx, { ...actor, act: 'product.added', subject: `product ${publicId}`, detail })
    return publicId
  })
}

async function copyVariant(tx: Tx, variant: Variant, product: Product, now: Date): Promise<void> {
  const accountId = product.account.id
  const { key, name, price, starPrice, stockMode, file, content, stockUrl, lowStockAt, position, isActive } = variant
  const copy = tx.em.create(Variant, {
    // A barcode belongs to a single product.
    ...pickVariantValues(({ property }) => (property === 'barcode' ? null : variant[property])),
    account: accountId,
    publicId: generateToken(),
    product,
    key,
    name,
    price,
    starPrice,
    stockMode,
    file: file?.id ?? null,
    content: content?.id ?? null,
    stockUrl,
    lowStockAt,
    position,
    isActive,
    createdAt: now,
  })
  await tx.em.flush()
  openStock(tx, { accountId, variantId: copy.id }, { kept: stockMode, count: 0, reason: 'restock' }, now)
}
