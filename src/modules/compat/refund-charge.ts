import { deriveUuid } from '../../lib/ids.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { Payment, PaymentRefund } from '../../payments/payment.ts'
import { refundPayment } from '../refunds/refund-payment.ts'
import type { Caller } from './find-caller.ts'
import type { FoundCharge } from './find-charge.ts'

export interface NewChargeRefund {
  /** The amount in whole rupiah; by default the entire remainder. */
  amount?: number | undefined
  reason?: string | undefined
  /** The merchant's own id of the refund: repeating it returns the same refund. */
  key?: string | undefined
}

/**
 * Refunds all or part of a paid charge. Refuses `refused_transition` for one that is not paid or fully refunded,
 * `invalid_request` for more than remains, and `idempotency_mismatch` for another amount under the same key.
 */
export async function refundCharge(
  app: Needs<'transaction' | 'now' | 'reactions' | 'connectors'>,
  { standing, keyId }: Caller,
  { charge, payment }: FoundCharge,
  { amount, reason, key }: NewChargeRefund,
): Promise<{ payment: Payment; refund: PaymentRefund }> {
  const refundKey = key === undefined ? undefined : deriveUuid(`compat refund ${charge.id} ${key}`)
  const refunded = await refundPayment(
    app,
    standing,
    { invoiceId: payment.invoiceId, amount, reason: reason?.slice(0, 200), key: refundKey },
    { actor: `compat key ${keyId}` },
  )
  const refund = refunded.payment.refunds!.find(one => one.key === refunded.key)!
  if (amount !== undefined && refund.amount !== amount) {
    throw new Refusal('idempotency_mismatch', 'The key was used for a refund of another amount')
  }
  return { payment: refunded.payment, refund }
}
