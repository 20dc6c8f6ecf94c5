import { LockMode } from '@mikro-orm/core'
import { Account } from '../accounts/account.ts'
import { addConnection, type NewConnection } from '../connections/add-connection.ts'
import { Connection } from '../connections/connection.ts'
import { sandboxWindow } from '../connectors/simulator/window.ts'
import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { simulators } from './simulators.ts'
import { testProvidersUrl } from './test-providers.ts'

type OpenNeeds = Needs<'config' | 'seal' | 'connectors' | 'now'>

/**
 * The reaction to `account.opened` in production: opens the account's test-mode connections, to providers inside the
 * process, each with its own number. The operator's serves `qris` and `qris_platform` for all accounts.
 */
export function openTestConnections(app: OpenNeeds) {
  return async (tx: Tx, events: Event<'account.opened'>[]): Promise<void> => {
    for (const { accountId, payload } of events) {
      for (const wanted of listConnections(accountId, payload.isOperator)) await addConnection(app, tx.em, wanted)
    }
  }
}

/**
 * Opens test connections for accounts that are older than this reaction, or for which it failed. Only missing
 * connections are opened, so those that a merchant removed stay removed. Several processes may run it at the same time.
 */
export async function openMissingTestConnections(app: OpenNeeds & Needs<'em' | 'transaction'>): Promise<void> {
  let after = 0
  for (;;) {
    const em = app.em('installation')
    const accounts = await em.find(Account, { id: { $gt: after } }, { orderBy: { id: 'asc' }, limit: pageMax })
    const there = await em.find(
      Connection,
      { account: { $in: accounts }, mode: 'test' },
      { fields: ['account', 'connector'] },
    )
    for (const { id, isOperator } of accounts) {
      const own = there.filter(({ account }) => account.id === id)
      if (listMissing(own, { id, isOperator }).length > 0) await openMissing(app, id)
    }
    if (accounts.length < pageMax) return
    after = accounts.at(-1)!.id
  }
}

const pageMax = 50

async function openMissing(app: OpenNeeds & Needs<'transaction'>, id: number): Promise<void> {
  await app.transaction('installation', async ({ em }) => {
    // Another process doing the same waits here, and then finds nothing missing.
    const account = await em.findOneOrFail(Account, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const own = await em.find(Connection, { account, mode: 'test' }, { fields: ['connector'] })
    for (const wanted of listMissing(own, account)) await addConnection(app, em, wanted)
  })
}

function listMissing(own: Pick<Connection, 'connector'>[], { id, isOperator }: Pick<Account, 'id' | 'isOperator'>) {
  return listConnections(id, isOperator).filter(
    candidate => !own.some(({ connector }) => connector === candidate.connector),
  )
}

function listConnections(accountId: number, isOperator: boolean): NewConnection[] {
  const common = { accountId, mode: 'test', label: 'Test', window: sandboxWindow } as const
  return [...simulators].flatMap(([connector, { accounts, forEveryMerchant }]) => {
    const address = `${testProvidersUrl}/${connector}`
    if (forEveryMerchant) return isOperator ? [{ ...common, connector, credentials: forEveryMerchant(address) }] : []
    if (!accounts) return []
    const number = `${accounts.prefix}${String(accountId).padStart(8, '0')}`
    const { qris: staticQris, holder } = accounts.at(number)
    return [
      { ...common, connector, credentials: accounts.credentials(address, number), staticQris, details: { holder } },
    ]
  })
}
