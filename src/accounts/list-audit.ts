import type { Needs } from '../needs.ts'
import { AuditEntry } from './audit-entry.ts'

const pageMax = 50

export interface AuditFilter {
  /** Only older entries than this one. */
  beforeNumber?: number | undefined
  act?: string | undefined
  actor?: string | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
  until?: Date | undefined
}

/** The acts on an account, or on the installation with null, newest first, fifty at once. */
export async function listAudit(
  app: Needs<'slowly'>,
  accountId: number | null,
  { beforeNumber, act, actor, from, until }: AuditFilter = {},
): Promise<AuditEntry[]> {
  const createdAt = { ...(from && { $gte: from }), ...(until && { $lt: until }) }
  const wanted = {
    chain: accountId ?? 0,
    ...(beforeNumber !== undefined && { number: { $lt: beforeNumber } }),
    ...(act !== undefined && { act }),
    ...(actor !== undefined && { actor }),
    ...((from || until) && { createdAt }),
  }
  return app.slowly(
    ({ em }) => em('shared').find(AuditEntry, wanted, { orderBy: { number: 'desc' }, limit: pageMax }),
    { accountId: accountId ?? 0 },
  )
}
