import { raw } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import { Charge } from './charge.ts'

/**
 * Makes codes of payments that just ended due to be asked about, where they can still be paid: with the answer they are
 * taken back, if their provider can do that; one that must not be polled is left alone. They get no place before the
 * codes of open payments.
 */
export async function detectAgain(tx: Tx, invoiceIds: string[], now: Date): Promise<void> {
  if (invoiceIds.length === 0) return
  await tx.em.nativeUpdate(
    Charge,
    { payment: { $in: invoiceIds }, state: 'coded', isClosed: false, isAskedRarely: false, payableUntil: { $gt: now } },
    { askAt: raw<Date>('least(ask_at, now())') },
  )
}
