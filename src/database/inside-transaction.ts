import type { App } from '../needs.ts'
import { askingAlone } from './gathered.ts'
import { scoped } from './scope.ts'
import type { Slowly } from './slow-reads.ts'
import { type Transact, type Tx, transactionsOn, wakingAfterCommit } from './transaction.ts'

type Ways = Pick<App, 'em' | 'transaction' | 'sql' | 'ask' | 'slowly' | 'freshly' | 'wake'>

/**
 * Every way to the database, inside a transaction that is under way: what use-cases do through them is committed or
 * taken back together. A transaction of theirs is a savepoint, and reads see what was written before. Whom they wake is
 * woken after the commit of the whole.
 */
export function insideTransaction(app: Pick<App, 'wake'>, tx: Tx): Ways {
  const { query, write } = tx
  const em: App['em'] = scope => scoped(tx, scope)
  const wake = { ...app.wake, notify: (channel: string) => tx.wake(channel) }
  const transaction: Transact = wakingAfterCommit(transactionsOn(tx), wake)
  const slowly: Slowly = read => read({ em, sql: tx, transaction })
  return {
    em,
    transaction,
    sql: { query, write, transaction: work => transaction('installation', work) },
    ask: askingAlone(tx),
    slowly,
    freshly: slowly,
    wake,
  }
}
