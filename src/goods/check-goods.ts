import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

export interface AttachedGoods {
  fileId?: number | undefined
  contentId?: number | undefined
  productImageId?: number | undefined
}

/**
 * Whether a payment of this account may carry these. Asks nothing when there are none.
 * Refuses `invalid_request` with every field that is unknown, another account's, or switched off.
 */
export async function checkGoods(app: Needs<'sql'>, accountId: number, goods: AttachedGoods): Promise<void> {
  const { fileId, contentId, productImageId } = goods
  if (fileId === undefined && contentId === undefined && productImageId === undefined) return
  const [has] = await app.sql.query<{ file: boolean; content: boolean; image: boolean }>(checkSql, [
    accountId,
    fileId ?? null,
    contentId ?? null,
    productImageId ?? null,
  ])
  const fields = [
    { path: 'file_id', isMissing: fileId !== undefined && !has!.file },
    { path: 'content_id', isMissing: contentId !== undefined && !has!.content },
    { path: 'product_image_id', isMissing: productImageId !== undefined && !has!.image },
  ]
    .filter(field => field.isMissing)
    .map(({ path }) => ({ path, error: 'is not one of your active ones' }))
  if (fields.length === 0) return
  throw new Refusal('invalid_request', fields.map(field => `${field.path}: ${field.error}`).join('; '), { fields })
}

const checkSql = `
  select exists (select 1 from digital_file where id = $2 and account_id = $1 and is_active) as file,
    exists (select 1 from hidden_content where id = $3 and account_id = $1 and is_active) as content,
    exists (select 1 from product_image where id = $4 and account_id = $1 and is_active) as image`
