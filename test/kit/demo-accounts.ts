import { connectors } from '../../src/connectors/index.ts'

/** The providers behind the sandbox's bridge. */
export const bridged = ['wallet', 'bank', 'merchant-wallet'] as const
export type Bridged = (typeof bridged)[number]

/** The accounts of the demo account at these providers. */
export const demoAccounts = {
  wallet: accountsOf('wallet').demo,
  bank: accountsOf('bank').demo,
  'merchant-wallet': accountsOf('merchant-wallet').demo,
}

/** Returns an account at a provider; every number is a valid one. */
export function accountAt(connector: Bridged, number: string) {
  return accountsOf(connector).at(number)
}

function accountsOf(connector: Bridged) {
  return connectors[connector].simulator!.accounts!
}
