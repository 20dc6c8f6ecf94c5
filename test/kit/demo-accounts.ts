import { connectors } from '../../src/connectors/index.ts'

/** The providers behind the sandbox's bridge. */
export const bridgedProviders = ['wallet', 'bank', 'merchant-wallet'] as const
export type BridgedProvider = (typeof bridgedProviders)[number]

/** The accounts of the demo account at these providers. */
export const demoAccounts = {
  wallet: accountsOf('wallet').demo,
  bank: accountsOf('bank').demo,
  'merchant-wallet': accountsOf('merchant-wallet').demo,
}

/** Returns an account at a provider; every number is a valid one. */
export function makeAccountAt(connector: BridgedProvider, number: string) {
  return accountsOf(connector).at(number)
}

function accountsOf(connector: BridgedProvider) {
  return connectors[connector].simulator!.accounts!
}
