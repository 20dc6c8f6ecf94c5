import type { ConnectorId, Connectors } from '../connectors/index.ts'
import type { StandingConnection } from '../keys/standing.ts'
import { chargedMethods, type PaymentMethodId, paymentMethods } from './method.ts'

/**
 * Returns the providers that can receive the money of a method, preferred first. A code that is made for the payment
 * fixes its amount, so it precedes the static one; a phone may be out of reach, so it comes last.
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

/** The wallets that a phone number, an OTP and a PIN open. */
export function openedByOtp(connectors: Connectors): ConnectorId[] {
  return filterIds(connectors, id => connectors[id].traits.isOpenedByOtp ?? false)
}

/** Whether the method is paid by the merchant's own static code if its money comes through this connector. */
export function isPaidByOwnCode(connectors: Connectors, method: PaymentMethodId, connector: ConnectorId): boolean {
  return (paymentMethods[method].hasOwnCode ?? false) && !connectors[connector].traits.makesCodes
}

/** Whether the operator's connection of this kind serves every account. */
export function servesEverybody(
  connectors: Connectors,
  { isOperators, connector }: Pick<StandingConnection, 'isOperators' | 'connector'>,
): boolean {
  return isOperators && connectors[connector].traits.makesCodes
}

/** Whether codes for this method ask for exactly the price: their money is matched by the code's reference alone. */
export function asksExactPrice(
  connectors: Connectors,
  method: PaymentMethodId,
  { connector, isExact }: Pick<StandingConnection, 'connector' | 'isExact'>,
): boolean {
  return isExact && connectors[connector].matches === 'reference' && paymentMethods[method].owner !== 'operator'
}

/** Whether the provider of a connection takes an amount. */
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
