import { LockMode } from '@mikro-orm/core'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { cancelOpenPayment } from '../../payments/cancel-payment.ts'
import { Payment } from '../../payments/payment.ts'
import { CompatCharge } from './compat-charge.ts'
import type { FoundCharge } from './find-charge.ts'

/**
 * Ends an open charge, as cancelled or expired. Returns its new state, or null if it was not open. For the shop both
 * are payments cancelled by their merchant.
 */
export async function endCharge(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  scope: Required<AccountScope>,
  { charge, payment: { invoiceId } }: FoundCharge,
  end: 'cancel' | 'expire',
): Promise<FoundCharge | null> {
  return app.transaction(scope, async tx => {
    const { id } = charge
    const payment = await tx.em.findOneOrFail(Payment, { invoiceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!payment.mayBeCancelled()) return null
    // Before the event, whose notification contains how it ended.
    if (end === 'expire') await tx.em.nativeUpdate(CompatCharge, { id }, { isExpiredByMerchant: true })
    const cancelled = await cancelOpenPayment(app, tx, invoiceId, { reason: 'merchant' })
    if (!cancelled) return null
    const ended = await tx.em.findOneOrFail(CompatCharge, { id }, { refresh: true })
    return { charge: ended, payment: cancelled }
  })
}
