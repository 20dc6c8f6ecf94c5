import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import { Refusal } from '../lib/refusal.ts'
import { findReplacementAmong } from '../payments/find-replacement.ts'
import { lockReferenced } from '../payments/lock-referenced.ts'
import { Payment } from '../payments/payment.ts'

export interface Replaceable {
  payment: Payment
  /** The payment that replaced it; null if none did. */
  replacement: Payment | null
}

/**
 * Locks a payment together with all payments of the same reference, so that only one of them at a time may be paid
 * late. Null if it does not exist.
 */
export async function lockReplaceable(tx: Tx, invoiceId: string): Promise<Replaceable | null> {
  const replaceable = await tx.em.findOne(Payment, { invoiceId }, { refresh: true })
  if (!replaceable) return null
  const { accountId, mode, reference } = replaceable
  if (reference === null) {
    const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }
    return { payment: await tx.em.findOneOrFail(Payment, { invoiceId }, locked), replacement: null }
  }
  await lockReferenced(tx, { accountId, mode, reference })
  // Read again, because payments may have been created while this waited for the locks.
  const all = await tx.em.find(Payment, { account: accountId, mode, reference }, { refresh: true })
  const payment = all.find(each => each.invoiceId === invoiceId)!
  return { payment, replacement: findReplacementAmong(all, payment) }
}

/** Refuses `payment_replaced`, unless the payment that replaced this one is named. */
export function requireNamed(
  { invoiceId, reference }: Payment,
  { invoiceId: other, status }: Payment,
  replacement?: string,
): void {
  if (replacement === other) return
  const why = `${invoiceId} was replaced: ${other}, which is ${status}, was made with the same reference ${reference}`
  throw new Refusal('payment_replaced', `${why}. Name it to let ${invoiceId} be paid all the same`, {
    fields: [
      { path: 'replaced_by', error: `is ${other}, if ${invoiceId} is to be paid all the same`, code: 'missing' },
    ],
  })
}
