import type { ConnectorId, Connectors } from '../connectors/index.ts'
import type { StandingConnection } from '../keys/standing.ts'
import { chargedMethods, type PaymentMethodId, paymentMethods } from './method.ts'

/**
 * Returns the providers that can receive the money of a method, preferred first. A code created for the payment fixes
 * its amount, so it precedes the static one; a phone may be unreachable, so it comes last.
 */
export function listProviders(connectors: Connectors, method: PaymentMethodId): ConnectorId[] {
  const isOf = (id: ConnectorId) => connectors[id].traits.brings.some(brought => brought === method)
  const isCharged = chargedMethods.some(charged => charged === method)
  const makers = isCharged ? filterIds(connectors, id => connectors[id].traits.makesCodes) : []
  if (paymentMethods[method].owner === 'operator') return makers
  return [
    ...makers,
    ...filterIds(connectors, id => isOf(id) && !connectors[id].traits.needsForwarder),
    ...filterIds(connectors, id => isOf(id) && connectors[id].traits.needsForwarder),
  ]
}

/** Returns the wallets that are opened with a phone number, an OTP and a PIN. */
export function listOtpWallets(connectors: Connectors): ConnectorId[] {
  return filterIds(connectors, id => connectors[id].traits.isOpenedByOtp ?? false)
}

/** Returns whether the method is paid by the merchant's own static code if its money comes through this connector. */
export function isPaidByOwnCode(connectors: Connectors, method: PaymentMethodId, connector: ConnectorId): boolean {
  return (paymentMethods[method].hasOwnCode ?? false) && !connectors[connector].traits.makesCodes
}

/** Returns whether the operator's connection of this kind serves all accounts. */
export function servesAllAccounts(
  connectors: Connectors,
  { isOperators, connector }: Pick<StandingConnection, 'isOperators' | 'connector'>,
): boolean {
  return isOperators && connectors[connector].traits.makesCodes
}

/**
 * Returns whether codes for this method ask for the exact price, because their money is matched by the code's reference
 * alone.
 */
export function asksExactPrice(
  connectors: Connectors,
  method: PaymentMethodId,
  { connector, isExact }: Pick<StandingConnection, 'connector' | 'isExact'>,
): boolean {
  return isExact && connectors[connector].matches === 'reference' && paymentMethods[method].owner !== 'operator'
}

/** Returns whether a connection's provider accepts an amount. */
export function takesAmount(
  connectors: Connectors,
  { connector, window }: Pick<StandingConnection, 'connector' | 'window'>,
  amount: number,
): boolean {
  const { amountMin = amount, amountMax = amount } = { ...connectors[connector].window, ...window }
  return amountMin <= amount && amount <= amountMax
}

function filterIds(connectors: Connectors, isWanted: (id: ConnectorId) => boolean): ConnectorId[] {
  return (Object.keys(connectors) as ConnectorId[]).filter(isWanted)
}
