import type { AccountScope } from '../database/scope.ts'
import { Event } from '../events/event.ts'
import type { Needs } from '../needs.ts'
import { Transfer } from './transfer.ts'

/** One thing that happened to a payment. */
export type PaymentStep =
  | { kind: 'event'; type: string; at: Date }
  | ({ kind: 'transfer'; at: Date; state: Transfer['state']; reason: Transfer['reason'] } & Pick<
      Transfer,
      'amount' | 'payerName' | 'payerApp' | 'reference'
    >)

/** What happened to a payment of this account, oldest first: its events, and the money that named it or was matched to it. */
export async function explainPayment(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  invoiceId: string,
): Promise<PaymentStep[]> {
  const em = app.em(scope)
  const events = await em.find(Event, { subject: invoiceId, type: { $like: 'payment.%' } })
  const transfers = await em.find(Transfer, { payment: invoiceId })
  const steps: PaymentStep[] = [
    ...events.map(({ type, createdAt }) => ({ kind: 'event', type, at: createdAt }) as const),
    ...transfers.map(
      ({ receivedAt, amount, payerName, payerApp, reference, state, reason }) =>
        ({ kind: 'transfer', at: receivedAt, amount, payerName, payerApp, reference, state, reason }) as const,
    ),
  ]
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime())
}
