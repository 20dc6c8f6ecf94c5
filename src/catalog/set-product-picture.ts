import { type MemberActor, recordAct } from '../accounts/audit.ts'
import { addImage, type NewImage } from '../goods/add-image.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

/** Replaces the first picture of a product, re-encoding the new one. Refuses `not_found`, and as `drawImage` does. */
export async function setProductPicture(
  app: Needs<'em' | 'transaction' | 'config' | 'goods' | 'images' | 'now'>,
  actor: MemberActor,
  productId: string,
  picture: NewImage,
): Promise<void> {
  const { accountId } = actor
  const product = await app.em({ accountId }).findOne(Product, { publicId: productId })
  if (!product) throw notFound('product')
  const image = await addImage(app, accountId, picture, actor)
  await app.transaction({ accountId }, async tx => {
    await tx.em.nativeUpdate(Product, { id: product.id }, { image })
    await recordAct(app, tx, { ...actor, act: 'product.picture', subject: `product ${productId}`, detail: { image } })
  })
}
