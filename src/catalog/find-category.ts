import type { Loaded } from '@mikro-orm/core'
import type { Needs } from '../needs.ts'
import { Category } from './category.ts'

export type FoundCategory = Loaded<Category, 'parent'>

/** Returns an active category by its public id; null if it is another account's. */
export async function findCategory(
  app: Needs<'em'>,
  accountId: number,
  publicId: string,
): Promise<FoundCategory | null> {
  return app.em({ accountId }).findOne(Category, { publicId, isActive: true }, { populate: ['parent'] })
}
