import { LockMode } from '@mikro-orm/core'
import { type Acting, audit } from '../accounts/audit.ts'
import type { AccountScope } from '../database/scope.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Movement } from './movement.ts'
import { Payment } from './payment.ts'

/**
 * Notes in the books that the merchant returned the money of a paid payment, outside this service. It sends nothing and leaves the balance as it is,
 * because the merchant paid it from their own account. A second time it changes nothing. Refuses `not_found`, and `refused_transition` for a payment
 * that is not paid.
 */
export async function noteRefund(
  app: Needs<'transaction' | 'now'>,
  { accountId, mode }: Required<AccountScope>,
  invoiceId: string,
  by: Acting,
): Promise<void> {
  await app.transaction({ accountId, mode }, async tx => {
    // Locked, so that two people who note it at once take turns.
    const payment = await tx.em.findOne(Payment, { invoiceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!payment) throw new Refusal('not_found', 'There is no such payment')
    if (payment.status !== 'paid') throw new Refusal('refused_transition', 'It is not paid: there is nothing to return')
    if ((await tx.em.count(Movement, { payment: invoiceId, kind: 'refund_note' })) > 0) return
    const amount = -(payment.paidAmount ?? payment.finalAmount)
    tx.em.create(Movement, {
      ...{ account: accountId, mode, kind: 'refund_note', payment, amount, fee: 0, net: amount },
      ...{ transfer: null, withdrawal: null, createdAt: app.now() },
    })
    await audit(app, tx, { accountId, ...by, act: 'payment.refunded', subject: invoiceId, detail: { amount } })
  })
}
