import type { Acting } from '../accounts/audit.ts'
import type { AccountScope } from '../database/scope.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { addNotedRefund, lockPaid } from './book-refund.ts'
import { Movement } from './movement.ts'

/**
 * Notes in the books that the merchant returned all money of a paid payment that was not returned before. It sends
 * nothing. Returns the line; if nothing is left to return, the last one. Refuses `not_found`, and `refused_transition`
 * for a payment that is not paid or whose provider is still to return money.
 */
export async function noteRefund(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { accountId, mode }: Required<AccountScope>,
  invoiceId: string,
  by: Acting,
): Promise<Movement> {
  return app.transaction({ accountId, mode }, async tx => {
    const payment = await lockPaid(tx, invoiceId)
    const amount = payment.refundable()
    if (amount !== payment.kept()) {
      throw new Refusal('refused_transition', 'Its provider is about to return money: wait until that has ended')
    }
    if (amount > 0) return addNotedRefund(app, tx, { payment, amount }, by)
    const lines = { payment: invoiceId, kind: 'refund_note' as const, amount: { $lt: 0 } }
    return tx.em.findOneOrFail(Movement, lines, { orderBy: { id: 'desc' } })
  })
}
