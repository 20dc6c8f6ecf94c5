import { type ModeActor, recordAct } from '../accounts/audit.ts'
import { addImage, type NewImage } from '../goods/add-image.ts'
import { generateToken } from '../lib/ids.ts'
import { refuseField } from '../lib/refusal.ts'
import { refuseTogether } from '../lib/refusals/refuse-together.ts'
import type { Needs } from '../needs.ts'
import { checkVariant, makeFreeKey, type NewVariant, persistVariant } from './add-variant.ts'
import { ProductPicture, picturesMax } from './pictures/product-picture.ts'
import { Product } from './product.ts'
import { type ProductValues, pickProductValues } from './product-fields.ts'
import { defaultRequiredDetails, type ProductKind, type RequiredDetail } from './product-kinds.ts'
import { checkProduct, findOrCreateCategory } from './saving/write-product.ts'

export interface NewProduct extends ProductValues {
  name: string
  kind: ProductKind
  /** The name of an existing or a new category; empty for none. */
  category?: string
  picture?: NewImage | null
  /** Its further pictures, in order. */
  furtherPictures?: readonly NewImage[]
  /** The details that it requires of customers; by default those usual for its kind. */
  asks?: RequiredDetail[]
  /** Its only variant, until others are added. */
  variant: Omit<NewVariant, 'name'>
}

/**
 * Adds a product, which is sold immediately, and returns its public id. Refuses `invalid_request` naming `name`,
 * `description`, `category` or a field of `addVariant`, and as `drawImage` does.
 */
export async function addProduct(
  app: Needs<'em' | 'transaction' | 'now' | 'config' | 'goods' | 'images'>,
  actor: ModeActor,
  { name, kind, category = '', picture = null, furtherPictures = [], asks, variant, ...values }: NewProduct,
): Promise<string> {
  if (furtherPictures.length >= picturesMax) {
    throw refuseField('image', `are ${picturesMax} at most`, { code: 'too_many', max: picturesMax })
  }
  refuseTogether(
    () => checkProduct({ name, ...values, category }),
    () => checkVariant(app, kind, variant),
  )
  const { accountId, mode } = actor
  const image = picture && (await addImage(app, accountId, picture, actor))
  // All pictures are drawn before the product is created, so that a refused one does not leave half a product.
  const further: number[] = []
  for (const one of furtherPictures) further.push(await addImage(app, accountId, one, actor))
  return app.transaction({ accountId, mode: 'both' }, async tx => {
    const product = tx.em.create(Product, {
      account: accountId,
      publicId: generateToken(),
      key: makeFreeKey(name),
      category: category === '' ? null : await findOrCreateCategory(tx, accountId, category, app.now()),
      kind,
      name,
      ...pickProductValues(({ property }) => values[property]),
      image,
      asks: asks ?? defaultRequiredDetails[kind],
      position: await tx.em.count(Product, {}),
      createdAt: app.now(),
    })
    await tx.em.flush()
    const place = { accountId, mode, productId: product.id, position: 0 }
    await tx.em.insertMany(
      ProductPicture,
      further.map((imageId, position) => ({ account: accountId, product: product.id, image: imageId, position })),
    )
    await persistVariant(app, tx, place, { ...variant, name: '' })
    const { publicId } = product
    await recordAct(app, tx, { ...actor, act: 'product.added', subject: `product ${publicId}`, detail: { name } })
    return publicId
  })
}
