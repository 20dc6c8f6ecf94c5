import type { Needs } from '../needs.ts'
import { Payment } from './payment.ts'

type Replaceable = Pick<Payment, 'invoiceId' | 'accountId' | 'mode' | 'reference'>

/**
 * Returns the payment that replaces this one, which ended unpaid; both have the same `reference`. An open payment, or
 * one that is paid and not refunded, precedes the newest. Null without a replacement.
 */
export async function findReplacement(
  app: Needs<'em'>,
  payment: Replaceable & Pick<Payment, 'createdAt'>,
): Promise<Payment | null> {
  const { accountId, mode, reference } = payment
  if (reference === null) return null
  const all = await app.em({ accountId, mode }).find(Payment, { reference })
  return findReplacementAmong(all, payment)
}

/** Returns the replacement of a payment among all payments with its reference. */
export function findReplacementAmong(
  all: Payment[],
  { invoiceId, createdAt }: Pick<Payment, 'invoiceId' | 'createdAt'>,
): Payment | null {
  const others = all
    .filter(other => other.invoiceId !== invoiceId)
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return others.find(other => other.holdsItsReference()) ?? others.find(other => other.createdAt > createdAt) ?? null
}
