import { makeSecret } from '../simulator/secrets.ts'
import type { Simulator, SimulatorAccount, SimulatorAccounts } from '../simulator/simulator.ts'
import { answerConnect, type StartConnect, startConnect } from './simulator-connect.ts'
import { bridgeName, describeAccount, listTransactions } from './simulator-lists.ts'

/** The reference implementation of docs/connectors/bridge.md: accounts of one provider behind the sandbox's bridge. */
export interface BridgeSimulator extends Simulator {
  accounts: SimulatorAccounts
}

export function createBridgeSimulator(accounts: SimulatorAccounts, start: StartConnect): BridgeSimulator {
  return {
    routes: [
      { method: 'GET', path: '/transactions', operation: 'list', work: listTransactions },
      {
        method: 'GET',
        path: '/account',
        operation: 'account',
        work: async (_needs, request) => describeAccount(accounts, request),
      },
      {
        method: 'POST',
        path: '/connect',
        operation: 'connect',
        work: (needs, request) => startConnect(needs, request, start),
      },
      {
        method: 'POST',
        path: '/connect/answer',
        operation: 'connect',
        work: (needs, request) => answerConnect(needs, request, accounts),
      },
    ],
    accounts,
  }
}

/** Returns accounts that are opened by number with a session. */
export function createNumberedAccounts(
  accounts: Pick<SimulatorAccounts, 'demo' | 'prefix' | 'shown'> & { at(number: string): SimulatorAccount },
) {
  return { ...accounts, bridge: bridgeAt, credentials: openedAt }
}

/** Returns the address of the sandbox's bridge, and the key that it accepts from everyone. */
export function makeBridgeAccess(sandboxUrl: string, connector: string) {
  return bridgeAt(`${sandboxUrl}/${connector}`)
}

/** Returns the credentials of a connection to an account at the sandbox, where any number is an account. */
export function makeBridgedCredentials(sandboxUrl: string, connector: string, account: string) {
  return openedAt(`${sandboxUrl}/${connector}`, account)
}

function bridgeAt(base_url: string) {
  return { base_url, key: makeSecret(bridgeName) }
}

function openedAt(base_url: string, account: string) {
  return { base_url, token: makeSecret(bridgeName), session: makeSecret(account), account }
}
