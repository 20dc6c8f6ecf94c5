import type { App } from '../needs.ts'
import { unbatched } from './batcher.ts'
import { forkScoped } from './scope.ts'
import type { RunSlowRead } from './slow-reads.ts'
import { createTransactions, notifyAfterCommit, type Transact, type Tx } from './transaction.ts'

type Ways = Pick<App, 'em' | 'transaction' | 'sql' | 'ask' | 'slowly' | 'freshly' | 'wake'>

/**
 * Wraps an app so that every database access happens inside a running transaction. The changes of use cases are
 * committed or rolled back together. Their transactions are savepoints, and reads see earlier writes. Workers are
 * notified after the outer commit.
 */
export function bindToTransaction(app: Pick<App, 'wake'>, tx: Tx): Ways {
  const { query, write } = tx
  const em: App['em'] = scope => forkScoped(tx, scope)
  const wake = { ...app.wake, notify: (channel: string) => tx.wake(channel) }
  const transaction: Transact = notifyAfterCommit(createTransactions(tx), wake)
  const slowly: RunSlowRead = read => read({ em, sql: tx, transaction })
  return {
    em,
    transaction,
    sql: { query, write, transaction: work => transaction('installation', work) },
    ask: unbatched(tx),
    slowly,
    freshly: slowly,
    wake,
  }
}
