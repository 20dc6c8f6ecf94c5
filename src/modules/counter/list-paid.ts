import type { AccountScope } from '../../database/scope.ts'
import { Event } from '../../events/event.ts'
import type { Needs } from '../../needs.ts'
import { type PaidNow, paidAmounts } from './read-paid.ts'

const dayMs = 86_400_000

/** The payments that were noted as paid in the last 24 hours, the newest first. */
export async function listPaid(
  app: Needs<'em'>,
  { accountId, mode }: Required<AccountScope>,
  limit: number,
): Promise<PaidNow[]> {
  // Real time, as that of the notes: business time may have been moved.
  const lately = { type: 'payment.paid', mode, recordedAt: { $gt: new Date(Date.now() - dayMs) } }
  const newest = { orderBy: { recordedAt: 'desc', id: 'desc' }, limit } as const
  const found = await app.em({ accountId, mode }).find(Event, lately, newest)
  return found.map(paidAmounts)
}
