import path from 'node:path'
import { refuseField } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { cleanName, dropBytes, hashOf, storeBytes } from './storage.ts'

export interface NewFile {
  /** What the customer's copy is called. */
  name: string
  bytes: Buffer
}

export const fileBytesMax = 52_428_800

/** Stores a digital file and answers its id. Refuses `invalid_request` for an empty one or one above 50 MiB. */
export async function addFile(
  app: Needs<'sql' | 'config' | 'now'>,
  accountId: number,
  asked: NewFile,
): Promise<number> {
  if (asked.bytes.length === 0) throw refuseField('file', 'is empty')
  if (asked.bytes.length > fileBytesMax) throw refuseField('file', `has ${fileBytesMax} bytes at most`)
  const storageKey = await storeBytes(app, 'files', asked.bytes)
  try {
    return await keepFile(app.sql, accountId, { ...asked, storageKey }, app.now())
  } catch (error) {
    await dropBytes(app, 'files', storageKey)
    throw error
  }
}

/** Writes the row of a file whose bytes are stored. */
export async function keepFile(
  sql: Sql,
  accountId: number,
  file: NewFile & { storageKey: string },
  now: Date,
): Promise<number> {
  const name = cleanName(file.name)
  const rows = await sql.query<{ id: number }>(
    `insert into digital_file (account_id, original_name, file_type, file_size, content_hash, storage_key, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [accountId, name, typeOf(name), file.bytes.length, hashOf(file.bytes), file.storageKey, now],
  )
  return rows[0]!.id
}

/** The active file of this account with the same name and bytes; null when there is none. */
export async function findSameFile(sql: Sql, accountId: number, file: NewFile): Promise<number | null> {
  const rows = await sql.query<{ id: number }>(
    `select id from digital_file where account_id = $1 and content_hash = $2 and original_name = $3 and is_active
     order by id limit 1`,
    [accountId, hashOf(file.bytes), cleanName(file.name)],
  )
  return rows[0]?.id ?? null
}

const types: Record<string, string> = {
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.epub': 'application/epub+zip',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
}

function typeOf(name: string): string {
  return types[path.extname(name).toLowerCase()] ?? 'application/octet-stream'
}
