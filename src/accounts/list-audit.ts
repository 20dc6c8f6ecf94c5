import { escapeLike } from '../lib/escape-like.ts'
import type { Needs } from '../needs.ts'
import { AuditEntry } from './audit-entry.ts'

const pageMax = 50

export interface AuditFilter {
  /** Return only entries with a lower number. */
  beforeNumber?: number | undefined
  act?: string | undefined
  actor?: string | undefined
  /** The end of the name of an object, such as `variant 9` or the last letters of an invoice id. */
  subject?: string | undefined
  from?: Date | undefined
  /** Return only entries before this moment. */
  until?: Date | undefined
}

/** Returns the acts on an account (null: on the installation), newest first, fifty at a time. */
export async function listAudit(
  app: Needs<'slowly'>,
  accountId: number | null,
  { beforeNumber, act, actor, subject, from, until }: AuditFilter = {},
): Promise<AuditEntry[]> {
  const createdAt = { ...(from && { $gte: from }), ...(until && { $lt: until }) }
  const wanted = {
    chain: accountId ?? 0,
    ...(beforeNumber !== undefined && { number: { $lt: beforeNumber } }),
    ...(act !== undefined && { act }),
    ...(actor !== undefined && { actor }),
    ...(subject !== undefined && { subject: { $ilike: `%${escapeLike(subject)}` } }),
    ...((from || until) && { createdAt }),
  }
  return app.slowly(
    ({ em }) => em('shared').find(AuditEntry, wanted, { orderBy: { number: 'desc' }, limit: pageMax }),
    { accountId: accountId ?? 0 },
  )
}
