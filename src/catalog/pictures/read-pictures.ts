import type { EntityManager } from '@mikro-orm/postgresql'
import { ProductImage } from '../../goods/product-image.ts'
import type { Product } from '../product.ts'
import { ProductPicture } from './product-picture.ts'

/** Returns the pictures of a product in order, including inactive ones. */
export async function readPictures(
  em: EntityManager,
  { id, image }: Pick<Product, 'id' | 'image'>,
): Promise<ProductImage[]> {
  const first = image && (await em.findOneOrFail(ProductImage, image.id))
  const further = await em.find(
    ProductPicture,
    { product: id },
    { populate: ['image'], orderBy: { position: 'asc', image: 'asc' } },
  )
  return [...(first ? [first] : []), ...further.map(picture => picture.image)]
}
