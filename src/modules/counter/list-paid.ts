import type { AccountScope } from '../../database/scope.ts'
import { StoredEvent } from '../../events/stored-event.ts'
import type { Needs } from '../../needs.ts'
import { type PaidNow, paidAmounts } from './read-paid.ts'

const dayMs = 86_400_000

/** Returns the payments recorded as paid in the last 24 hours, newest first. */
export async function listPaid(
  app: Needs<'em'>,
  { accountId, mode }: Required<AccountScope>,
  limit: number,
): Promise<PaidNow[]> {
  // Real time, as in the records: business time may have been changed.
  const lately = { type: 'payment.paid', mode, recordedAt: { $gt: new Date(Date.now() - dayMs) } }
  const newest = { orderBy: { recordedAt: 'desc', id: 'desc' }, limit } as const
  const found = await app.em({ accountId, mode }).find(StoredEvent, lately, newest)
  return found.map(paidAmounts)
}
