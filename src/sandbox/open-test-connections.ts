import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { addConnection } from '../payments/add-connection.ts'
import {
  accountAt,
  bridged,
  bridgedCredentials,
  everyMerchant,
  interactiveCredentials,
  sandboxWindow,
  testProvidersUrl,
} from './credentials.ts'

/**
 * The reaction to `account.opened` in production: the account's connections of test mode, to providers inside the process, each
 * under a number of its own. The operator's serves `qris` and `qris_platform` of everybody.
 */
export function openTestConnections(app: Needs<'config' | 'seal' | 'connectors' | 'now'>) {
  return async (tx: Tx, events: Event<'account.opened'>[]): Promise<void> => {
    for (const { accountId, payload } of events) {
      const common = { accountId, mode: 'test', label: 'Test', window: sandboxWindow } as const
      if (payload.isOperator) {
        const credentials = interactiveCredentials(testProvidersUrl, everyMerchant)
        await addConnection(app, tx.em, { ...common, connector: 'interactive', credentials })
      }
      for (const connector of bridged) {
        const number = `${prefixes[connector]}${String(accountId).padStart(8, '0')}`
        const credentials = bridgedCredentials(testProvidersUrl, connector, number)
        const { qris: staticQris, holder } = accountAt(connector, number)
        await addConnection(app, tx.em, { ...common, connector, credentials, staticQris, details: { holder } })
      }
    }
  }
}

// None of them is a number of the demo.
const prefixes = { wallet: '0899', bank: '8899', 'merchant-wallet': 'G99' }
