import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { amountMaxOf, type PaymentMethodId } from './method.ts'

/** The methods that this account can be paid an amount by now, the default one first. */
export function usableMethods({ edition }: Needs<'edition'>, standing: Standing, amount: number): PaymentMethodId[] {
  const usual = edition.defaultMethod(standing)
  return edition.methods
    .filter(method => edition.requirements(standing, method).length === 0)
    .filter(method => amount <= amountMaxOf(standing, method))
    .sort((one, other) => Number(other === usual) - Number(one === usual))
}
