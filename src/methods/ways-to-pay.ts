import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { type AskedMethod, amountMaxOf } from './method.ts'
import { methodsOfAll } from './methods-of-all.ts'
import { usableMethods } from './usable-methods.ts'

/**
 * Returns what a customer of the store chooses from, the usual way first: each method that takes the amount; or all of
 * them on one invoice, where the account wants it so and its edition knows `all`.
 */
export function waysToPay(app: Needs<'edition'>, standing: Standing, amount: number): AskedMethod[] {
  const offersAll = standing.offersAllMethods && app.edition.knowsAll
  if (offersAll && amount <= amountMaxOf(standing, 'all') && methodsOfAll(app, standing).length > 1) return ['all']
  return usableMethods(app, standing, amount)
}
