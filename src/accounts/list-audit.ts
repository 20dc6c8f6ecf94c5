import type { Needs } from '../needs.ts'
import { AuditEntry } from './audit-entry.ts'

const pageMax = 50

/** The acts on an account, or on the installation with null, newest first, fifty at once. */
export async function listAudit(
  app: Needs<'slowly'>,
  accountId: number | null,
  beforeNumber?: number,
): Promise<AuditEntry[]> {
  return app.slowly(
    ({ em }) =>
      em('shared').find(
        AuditEntry,
        { chain: accountId ?? 0, ...(beforeNumber === undefined ? {} : { number: { $lt: beforeNumber } }) },
        { orderBy: { number: 'desc' }, limit: pageMax },
      ),
    { accountId: accountId ?? 0 },
  )
}
