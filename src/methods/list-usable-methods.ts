import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { computeAmountMaximum, type PaymentMethodId } from './method.ts'

/** Returns the methods by which this account can currently be paid an amount, the default first. */
export function listUsableMethods(
  { edition }: Needs<'edition'>,
  standing: Standing,
  amount: number,
): PaymentMethodId[] {
  return edition.methods
    .filter(method => edition.requirements(standing, method).length === 0)
    .filter(method => amount <= computeAmountMaximum(standing, method))
}
