import type { AccountScope } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Hold } from '../payments/hold.ts'
import type { Payment } from '../payments/payment.ts'
import { SetAsideRow } from './set-aside-row.ts'

/** Returns whether an unreadable row of this account may be the money of a payment, which then does not expire. */
export async function mayBeAside(
  app: Needs<'em'>,
  { accountId }: AccountScope,
  { invoiceId, status }: Pick<Payment, 'invoiceId' | 'status'>,
): Promise<boolean> {
  if (status !== 'pending') return false
  const em = app.em({ accountId })
  const holds = await em.find(Hold, { payment: invoiceId })
  if (holds.length === 0) return false
  const fitting = holds.flatMap(({ receivingAccount: { id: receivingAccount }, finalAmount, heldFrom }) =>
    [finalAmount, null].map(amount => ({ receivingAccount, amount, seenAt: { $gte: heldFrom } })),
  )
  return (await em.count(SetAsideRow, { resolvedAt: null, $or: fitting })) > 0
}
