import type { EntityManager } from '@mikro-orm/postgresql'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import type { Needs } from '../needs.ts'
import { HiddenContent } from './hidden-content.ts'

export interface NewContent {
  title: string
  body: string
}

export const titleMax = 100
export const bodyMax = 20_000

/** Stores a hidden content and returns its id. Refuses `invalid_request` for an empty or too long title or body. */
export async function addContent(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  input: NewContent,
  by: Actor = commandActor,
): Promise<number> {
  const fields: FieldError[] = []
  if (!input.title.trim() || input.title.length > titleMax) {
    fields.push({
      path: 'title',
      error: `has 1 to ${titleMax} characters`,
      code: 'wrong_length',
      min: 1,
      max: titleMax,
    })
  }
  if (!input.body.trim() || input.body.length > bodyMax)
    fields.push({ path: 'body', error: `has 1 to ${bodyMax} characters`, code: 'wrong_length', min: 1, max: bodyMax })
  if (fields.length > 0) {
    throw refuseFields(fields)
  }
  return app.transaction({ accountId }, async tx => {
    const content = persistContent(tx.em, accountId, input, app.now())
    await tx.em.flush()
    const { id } = content
    const detail = { title: input.title }
    await recordAct(app, tx, { accountId, ...by, act: 'content.added', subject: `content ${id}`, detail })
    return id
  })
}

/** Creates the row of a content with validated values, which the next flush writes. */
export function persistContent(
  em: EntityManager,
  accountId: number,
  { title, body }: NewContent,
  now: Date,
): HiddenContent {
  const contentType = /^https?:\/\/\S+$/.test(body.trim()) ? 'link' : 'text'
  return em.create(HiddenContent, { account: accountId, title, contentType, body, createdAt: now })
}
