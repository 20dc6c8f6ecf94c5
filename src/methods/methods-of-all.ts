import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import type { PaymentMethodId } from './method.ts'

/**
 * Returns what `all` offers: every available method but `qris_platform`, whose fee and zero code make another final
 * amount.
 */
export function methodsOfAll({ edition }: Needs<'edition'>, standing: Standing): PaymentMethodId[] {
  return edition.methods.filter(
    method => method !== 'qris_platform' && edition.requirements(standing, method).length === 0,
  )
}
