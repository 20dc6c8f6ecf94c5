import type { Mode } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { ProductRating } from './product-rating.ts'

/** Returns the rating of a product by its public id; null without reviews. */
export async function readRating(
  app: Needs<'em'>,
  { accountId, mode }: { accountId: number; mode: Mode },
  productId: string,
): Promise<{ average: number; count: number } | null> {
  const rating = await app.em({ accountId, mode }).findOne(ProductRating, { product: { publicId: productId } })
  return rating && { average: rating.stars / rating.reviews, count: rating.reviews }
}
