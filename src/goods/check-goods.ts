import { alignRows, type Batch, type PendingRequest } from '../database/batcher.ts'
import { refuseFields } from '../lib/refusal.ts'
import { type Columns, rowsSql, statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'

export interface AttachedGoods {
  fileId?: number | undefined
  contentId?: number | undefined
  productImageId?: number | undefined
}

/**
 * Checks whether a payment of this account may contain these goods. Without goods it sends no query; the checks of
 * several requests share one statement. Refuses `invalid_request` with every field that is unknown, another account's,
 * or inactive.
 */
export async function checkGoods(
  app: Needs<'ask'>,
  accountId: number,
  { fileId: file_id, contentId: content_id, productImageId: product_image_id }: AttachedGoods,
  waiter?: PendingRequest,
): Promise<void> {
  if (file_id === undefined && content_id === undefined && product_image_id === undefined) return
  const asked: Attached = {
    account_id: accountId,
    file_id: file_id ?? null,
    content_id: content_id ?? null,
    product_image_id: product_image_id ?? null,
  }
  const there = await app.ask(attached, asked, waiter)
  const fields = goods
    .filter(name => asked[name] !== null && !there?.[name])
    .map(path => ({ path, error: 'is not one of your active ones', code: 'not_found' as const }))
  if (fields.length > 0) throw refuseFields(fields)
}

const goods = ['file_id', 'content_id', 'product_image_id'] as const

interface Attached extends Record<(typeof goods)[number], number | null> {
  account_id: number
}

type There = Record<(typeof goods)[number], boolean> & { place: number }

const attached: Batch<Attached, There> = {
  async send(sql, pieces) {
    const rows = await sql.query(attachedSql, { attached: pieces.map((one, place) => ({ ...one, place })) })
    return alignRows(pieces, rows)
  },
  ownerOf: ({ account_id }) => account_id,
}

interface AttachedRow extends Attached {
  place: number
}

const attachedColumns: Columns<AttachedRow> = {
  place: 'integer',
  account_id: 'bigint',
  file_id: 'bigint',
  content_id: 'bigint',
  product_image_id: 'bigint',
}

const isThere = (table: string, id: string) => `
  exists (select from ${table} kept
    where kept.id = attached.${id} and kept.account_id = attached.account_id and kept.is_active offset 0) as ${id}`

const attachedSql = statement<{ attached: AttachedRow[] }, There>(`
  select attached.place, ${isThere('digital_file', 'file_id')}, ${isThere('hidden_content', 'content_id')},
    ${isThere('product_image', 'product_image_id')}
  from ${rowsSql('attached', attachedColumns)}`)
