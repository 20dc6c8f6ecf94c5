import type { Mode } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { fillHoursSql, lockHoursSql } from './hours-sql.ts'

const hourMs = 3_600_000

/** Recounts the hours within a range of time, in the caller's transaction. */
export async function fillHours(
  tx: Tx,
  { accountId, mode }: { accountId: number; mode: Mode },
  { from, before }: { from: Date; before: Date },
): Promise<void> {
  // In zones with a half-hour offset, days begin within an hour of UTC.
  const hours = {
    from: new Date(Math.floor(from.getTime() / hourMs) * hourMs),
    before: new Date(Math.ceil(before.getTime() / hourMs) * hourMs),
  }
  await tx.query(lockHoursSql, {})
  await tx.write(fillHoursSql, { accountId, mode, ...hours })
}
