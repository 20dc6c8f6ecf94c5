import { type FieldError, Refusal } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'

export interface NewContent {
  title: string
  body: string
}

export const titleMax = 100
export const bodyMax = 20_000

/** Stores a hidden content and answers its id. Refuses `invalid_request` for an empty or too long title or body. */
export async function addContent(app: Needs<'sql' | 'now'>, accountId: number, asked: NewContent): Promise<number> {
  const fields: FieldError[] = []
  if (!asked.title || asked.title.length > titleMax) {
    fields.push({ path: 'title', error: `has 1 to ${titleMax} characters` })
  }
  if (!asked.body || asked.body.length > bodyMax) fields.push({ path: 'body', error: `has 1 to ${bodyMax} characters` })
  if (fields.length > 0) {
    throw new Refusal('invalid_request', fields.map(field => `${field.path}: ${field.error}`).join('; '), { fields })
  }
  return keepContent(app.sql, accountId, asked, app.now())
}

export async function keepContent(
  sql: Sql,
  accountId: number,
  { title, body }: NewContent,
  now: Date,
): Promise<number> {
  const rows = await sql.query<{ id: number }>(
    `insert into hidden_content (account_id, title, content_type, body, created_at) values ($1, $2, $3, $4, $5) returning id`,
    [accountId, title, /^https?:\/\/\S+$/.test(body.trim()) ? 'link' : 'text', body, now],
  )
  return rows[0]!.id
}
