import type { Actor } from '../accounts/audit.ts'
import type { AccountScope } from '../database/scope.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { addNotedRefund, lockPaidPayment } from './book-refund.ts'
import { Movement } from './movement.ts'

/**
 * Records in the books that the merchant returned all remaining money of a paid payment. It sends no money. Returns the
 * new line, or the last one if nothing remains. Refuses `not_found`, and `refused_transition` for a payment that is not
 * paid or has a refund pending at the provider.
 */
export async function noteRefund(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { accountId, mode }: Required<AccountScope>,
  invoiceId: string,
  by: Actor,
): Promise<Movement> {
  return app.transaction({ accountId, mode }, async tx => {
    const payment = await lockPaidPayment(tx, invoiceId)
    const amount = payment.refundable()
    if (amount !== payment.kept()) {
      throw new Refusal('refused_transition', 'Its provider is about to return money: wait until that has ended')
    }
    if (amount > 0) return addNotedRefund(app, tx, { payment, amount }, by)
    const lines = { payment: invoiceId, kind: 'refund_note' as const, amount: { $lt: 0 } }
    return tx.em.findOneOrFail(Movement, lines, { orderBy: { id: 'desc' } })
  })
}
