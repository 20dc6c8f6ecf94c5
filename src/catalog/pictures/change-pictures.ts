import { LockMode } from '@mikro-orm/core'
import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { addImage, type NewImage } from '../../goods/add-image.ts'
import type { ProductImage } from '../../goods/product-image.ts'
import { notFound, type Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Product } from '../product.ts'
import { ProductPicture, picturesMax } from './product-picture.ts'
import { readPictures } from './read-pictures.ts'

export type PicturesChange =
  /** A new picture, added at the end. */
  | { add: NewImage }
  /** The storage key of a picture to remove. */
  | { drop: string }
  /** The storage key of a picture to move up by one place; the first one stays. */
  | { raise: string }

/**
 * Changes the pictures of a product and their order; customers see the first one wherever only one fits. Refuses
 * `not_found`, `invalid_request` for `image` if there are more than ten, and as `drawImage` does.
 */
export async function changePictures(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  actor: MemberActor,
  productId: string,
  change: PicturesChange,
): Promise<void> {
  const { accountId } = actor
  const added = 'add' in change ? await drawPicture(app, actor, productId, change.add) : null
  await app.transaction({ accountId }, async tx => {
    const product = await tx.em.findOne(Product, { publicId: productId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!product) throw noProduct()
    const before = await readPictures(tx.em, product)
    const images = 'add' in change ? [...before.map(({ id }) => id), added!] : arrangePictures(before, change)
    if (images.length > picturesMax) throw tooMany()
    await writePictures(tx, { accountId, productId: product.id }, images)
    const detail = { change: Object.keys(change)[0], images }
    await recordAct(app, tx, { ...actor, act: 'product.picture', subject: `product ${productId}`, detail })
  })
}

// The limit is checked before the picture is drawn, so that a refused picture is never stored.
async function drawPicture(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  acting: MemberActor,
  productId: string,
  picture: NewImage,
): Promise<number> {
  const em = app.em({ accountId: acting.accountId })
  const product = await em.findOne(Product, { publicId: productId })
  if (!product) throw noProduct()
  if ((await readPictures(em, product)).length >= picturesMax) throw tooMany()
  return addImage(app, acting.accountId, picture, acting)
}

function noProduct(): Refusal {
  return notFound('product')
}

function tooMany(): Refusal {
  return refuseField('image', `would be one of more than ${picturesMax}`, { code: 'too_many', max: picturesMax })
}

function arrangePictures(before: ProductImage[], change: { drop: string } | { raise: string }): number[] {
  const key = 'drop' in change ? change.drop : change.raise
  const at = before.findIndex(({ storageKey }) => storageKey === key)
  if (at < 0) throw notFound('picture')
  const ids = before.map(({ id }) => id)
  const others = ids.toSpliced(at, 1)
  return 'drop' in change ? others : others.toSpliced(Math.max(0, at - 1), 0, ids[at]!)
}

async function writePictures(
  { em }: Tx,
  of: { accountId: number; productId: number },
  images: number[],
): Promise<void> {
  const { accountId: account, productId: product } = of
  const [first = null, ...further] = images
  await em.nativeUpdate(Product, { id: product }, { image: first })
  await em.nativeDelete(ProductPicture, { product })
  await em.insertMany(
    ProductPicture,
    further.map((image, position) => ({ account, product, image, position })),
  )
}
