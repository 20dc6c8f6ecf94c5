import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import type { PaymentMethodId } from './method.ts'

/**
 * Returns the methods that `all` offers. These are all available ones except `qris_platform`, whose fee and missing
 * unique code result in another final amount.
 */
export function listMethodsOfAll({ edition }: Needs<'edition'>, standing: Standing): PaymentMethodId[] {
  return edition.methods.filter(
    method => method !== 'qris_platform' && edition.requirements(standing, method).length === 0,
  )
}
