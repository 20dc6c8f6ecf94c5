import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { asksExactPrice, takesAmount } from './bringers.ts'
import { findConnection } from './edition.ts'
import { listMethodsOfAll } from './list-methods-of-all.ts'
import { listUsableMethods } from './list-usable-methods.ts'
import { computeAmountMaximum, type PaymentMethodId, type RequestedMethod } from './method.ts'
import { findPayerWay, selectFirstOfEachWay } from './payer-way.ts'

/**
 * Returns a payer's choices, the usual one first: the best method of each way to pay that accepts the amount. If the
 * account wants all on one invoice and its edition knows `all`, returns them all.
 *
 * @param failed methods that made no code for this payer: others of the same way are preferred
 */
export function listWaysToPay(
  app: Needs<'edition'>,
  standing: Standing,
  amount: number,
  failed: ReadonlySet<string> = new Set(),
): RequestedMethod[] {
  const offersAll = standing.offersAllMethods && app.edition.knowsAll
  if (offersAll && amount <= computeAmountMaximum(standing, 'all') && listMethodsOfAll(app, standing).length > 1)
    return ['all']
  const methods = rankMethods(app, standing, amount)
  return selectFirstOfEachWay(methods).map(first => {
    const others = methods.filter(method => findPayerWay(method) === findPayerWay(first))
    return others.find(method => !failed.has(method)) ?? first
  })
}

/**
 * Returns the method for the payment of an order: the requested one if it can create a code. Otherwise it is the best
 * one of the same way to pay, or the default. Undefined if none accepts the amount.
 */
export function chooseMethod(
  app: Needs<'edition'>,
  standing: Standing,
  { amount, requested, failed }: { amount: number; requested: string | undefined; failed: ReadonlySet<string> },
): RequestedMethod | undefined {
  const ways = listWaysToPay(app, standing, amount, failed)
  if (requested === undefined || ways[0] === 'all') return ways[0]
  const usable = rankMethods(app, standing, amount).find(method => method === requested)
  if (usable && !failed.has(usable)) return usable
  return ways.find(way => findPayerWay(way) === findPayerWay(requested as RequestedMethod)) ?? ways[0]
}

/**
 * Returns the methods that accept the amount, best first. A merchant's own provider is best: its code asks for the
 * exact price, and its money goes directly to the merchant. The others follow in the edition's order.
 */
function rankMethods({ edition }: Needs<'edition'>, standing: Standing, amount: number): PaymentMethodId[] {
  const { connectors } = edition
  const able = listUsableMethods({ edition }, standing, amount).filter(method => {
    const connection = findConnection(edition, standing, method)
    return !connection || takesAmount(connectors, connection, amount)
  })
  const isBest = (method: PaymentMethodId) => {
    const connection = findConnection(edition, standing, method)
    return connection !== undefined && asksExactPrice(connectors, method, connection)
  }
  return [...able.filter(isBest), ...able.filter(method => !isBest(method))]
}
