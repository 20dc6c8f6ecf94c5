import { type ConnectionLine, describeFailure } from '../connections/connection-call.ts'
import { ConnectorError } from '../connectors/connector.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import type { PaymentStatus } from '../payments/payment.ts'

const reasonOf = { cancelled: 'cancelled', expired: 'expired', paid: 'paid in another way' }

/**
 * Cancels the unpaid code of a payment that was cancelled, has expired or was paid in another way, if its provider
 * supports that. This prevents a payment from a screenshot. If the provider refuses, the code was just paid, and the
 * next check finds that out; if it does not answer, the next check tries again.
 */
export async function cancelProviderCode(
  app: Needs<'em' | 'log'>,
  charge: Charge & { providerInvoiceId: string; requestDate: Date; payableUntil: Date; payment_status: PaymentStatus },
  line: ConnectionLine,
  askedAt: Date,
): Promise<void> {
  const { payment_status: status } = charge
  if (!line.connector.cancel || charge.payableUntil <= askedAt || status === 'pending') return
  try {
    await line.connector.cancel(line.call, { ...charge, askedAt }, reasonOf[status])
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const { kind, sentence } = describeFailure(line, error)
    app.log.info({ invoice_id: charge.payment.invoiceId, kind, error: sentence }, 'a code was not taken back')
    return
  }
  // It is checked a while longer, as every code is after its end: doubt never means "paid", and is never dropped.
  const em = app.em({ accountId: charge.account.id, mode: 'both' })
  await em.nativeUpdate(Charge, { id: charge.id, payableUntil: { $gt: askedAt } }, { payableUntil: askedAt })
}
