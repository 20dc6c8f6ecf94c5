import { raw } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import { updateInOrder } from '../database/update-in-order.ts'
import { Charge } from './charge.ts'

/**
 * Makes codes of payments that just ended due for a check, if they can still be paid. After the check the provider
 * cancels them, if it supports that. A code that must not be polled is left alone. These codes get no priority over
 * those of open payments.
 */
export async function recheckEndedPayments(tx: Tx, invoiceIds: string[], now: Date): Promise<void> {
  if (invoiceIds.length === 0) return
  await updateInOrder(
    tx,
    Charge,
    { payment: { $in: invoiceIds }, state: 'coded', isClosed: false, isAskedRarely: false, payableUntil: { $gt: now } },
    { askAt: raw<Date>('least(ask_at, now())') },
  )
}
