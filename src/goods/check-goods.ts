import type { EntityClass } from '@mikro-orm/core'
import { refuseFields } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { DigitalFile } from './digital-file.ts'
import { HiddenContent } from './hidden-content.ts'
import { ProductImage } from './product-image.ts'

export interface AttachedGoods {
  fileId?: number | undefined
  contentId?: number | undefined
  productImageId?: number | undefined
}

/**
 * Whether a payment of this account may carry these. Asks nothing when there are none.
 * Refuses `invalid_request` with every field that is unknown, another account's, or switched off.
 */
export async function checkGoods(app: Needs<'em'>, accountId: number, goods: AttachedGoods): Promise<void> {
  const { fileId, contentId, productImageId } = goods
  if (fileId === undefined && contentId === undefined && productImageId === undefined) return
  const em = app.em({ accountId })
  const isMissing = async (entity: EntityClass<Attachable>, id: number | undefined) =>
    id !== undefined && (await em.count(entity, { id, isActive: true })) === 0
  const fields = [
    { path: 'file_id', isMissing: await isMissing(DigitalFile, fileId) },
    { path: 'content_id', isMissing: await isMissing(HiddenContent, contentId) },
    { path: 'product_image_id', isMissing: await isMissing(ProductImage, productImageId) },
  ]
    .filter(field => field.isMissing)
    .map(({ path }) => ({ path, error: 'is not one of your active ones', code: 'not_found' as const }))
  if (fields.length === 0) return
  throw refuseFields(fields)
}

interface Attachable {
  id: number
  isActive: boolean
}
