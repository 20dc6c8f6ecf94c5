import { LockMode } from '@mikro-orm/core'
import { type Acting, audit } from '../accounts/audit.ts'
import type { AccountScope } from '../database/scope.ts'
import { announce } from '../events/announce.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Payment } from '../payments/payment.ts'
import { Movement } from './movement.ts'

/**
 * Notes in the books that the merchant returned the money of a paid payment, outside this service. It sends nothing and
 * leaves the balance as it is, because the merchant paid it from their own account. Returns the line; a second time the
 * one that is there. Refuses `not_found`, and `refused_transition` for a payment that is not paid.
 */
export async function noteRefund(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { accountId, mode }: Required<AccountScope>,
  invoiceId: string,
  by: Acting,
): Promise<Movement> {
  return app.transaction({ accountId, mode }, async tx => {
    // Locked, so that two people who note it at once take turns.
    const payment = await tx.em.findOne(Payment, { invoiceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!payment) throw notFound('payment')
    if (payment.status !== 'paid') throw new Refusal('refused_transition', 'It is not paid: there is nothing to return')
    const before = await tx.em.findOne(Movement, { payment: invoiceId, kind: 'refund_note' })
    if (before) return before
    const amount = payment.paidAmount ?? payment.finalAmount
    const movement = tx.em.create(Movement, {
      account: accountId,
      mode,
      kind: 'refund_note',
      payment,
      amount: -amount,
      fee: 0,
      net: -amount,
      transfer: null,
      withdrawal: null,
      createdAt: app.now(),
    })
    await tx.em.flush()
    // The database has written the refund on the payment.
    await tx.em.refresh(payment)
    const payload = { invoiceId, mode, amount }
    await announce(app, tx, [
      { accountId, type: 'payment.refunded', subject: invoiceId, payload, createdAt: app.now() },
    ])
    await audit(app, tx, { accountId, ...by, act: 'payment.refunded', subject: invoiceId, detail: { amount: -amount } })
    return movement
  })
}
