import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { isStorageKey, storedPath } from './storage.ts'

export interface StoredFile {
  id: number
  originalName: string
  fileType: string
  /** Bytes. */
  fileSize: number
  /** Keys what Telegram remembers of it. */
  storageKey: string
  /** Where the bytes are on this machine. */
  path: string
}

/** A file of this account, also one that is not offered any more: it was sold. Refuses `not_found`. */
export async function findFile(app: Needs<'sql' | 'config'>, accountId: number, id: number): Promise<StoredFile> {
  const [file] = await app.sql.query<Omit<StoredFile, 'path'>>(
    `select id, original_name as "originalName", file_type as "fileType", file_size as "fileSize", storage_key as "storageKey"
     from digital_file where id = $1 and account_id = $2`,
    [id, accountId],
  )
  if (!file) throw new Refusal('not_found', 'There is no such file')
  return { ...file, path: storedPath(app, 'files', file.storageKey) }
}

export interface HiddenContent {
  id: number
  title: string
  contentType: 'text' | 'link'
  body: string
}

/** A hidden content of this account, also one that is not offered any more. Refuses `not_found`. */
export async function findContent(app: Needs<'sql'>, accountId: number, id: number): Promise<HiddenContent> {
  const [content] = await app.sql.query<HiddenContent>(
    `select id, title, content_type as "contentType", body from hidden_content where id = $1 and account_id = $2`,
    [id, accountId],
  )
  if (!content) throw new Refusal('not_found', 'There is no such content')
  return content
}

export interface StoredImage {
  storageKey: string
  mimeType: string
  width: number
  height: number
  path: string
}

/** A picture by its key, which everybody who sees the picture knows. Refuses `not_found`. */
export async function findImage(app: Needs<'sql' | 'config'>, storageKey: string): Promise<StoredImage> {
  const rows = isStorageKey(storageKey) ? await app.sql.query<Omit<StoredImage, 'path'>>(imageSql, [storageKey]) : []
  if (!rows[0]) throw new Refusal('not_found', 'There is no such picture')
  return { ...rows[0], path: storedPath(app, 'images', storageKey) }
}

const imageSql = `
  select storage_key as "storageKey", mime_type as "mimeType", width, height from product_image
  where storage_key = $1 and is_active`
