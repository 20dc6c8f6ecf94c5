import type { Needs } from '../needs.ts'
import { Payment } from './payment.ts'

type Replaceable = Pick<Payment, 'invoiceId' | 'accountId' | 'mode' | 'reference'>

/**
 * The payment that took the place of this one, which was made with the same `reference` of the merchant and has ended
 * unpaid: the one that is open, or paid and not refunded, else the newest. Null where there is none.
 */
export async function findReplacement(
  app: Needs<'em'>,
  payment: Replaceable & Pick<Payment, 'createdAt'>,
): Promise<Payment | null> {
  const { accountId, mode, reference } = payment
  if (reference === null) return null
  const all = await app.em({ accountId, mode }).find(Payment, { reference })
  return replacementAmong(all, payment)
}

/** The same among all payments with its reference. */
export function replacementAmong(
  all: Payment[],
  { invoiceId, createdAt }: Pick<Payment, 'invoiceId' | 'createdAt'>,
): Payment | null {
  const others = all
    .filter(other => other.invoiceId !== invoiceId)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return others.find(other => other.holdsItsReference()) ?? others.find(other => other.createdAt > createdAt) ?? null
}
