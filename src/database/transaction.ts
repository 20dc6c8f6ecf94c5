import type { EntityManager } from '@mikro-orm/postgresql'
import { isStalePlan, registerStatement, type Sql, type StatementCall, toPositional } from '../lib/sql.ts'
import type { Wake } from '../lib/wake.ts'
import { forkScoped, type Scope } from './scope.ts'

/**
 * One connection for entities and hand-written statements. `query` and `write` do not flush: flush before them if they
 * must see a change.
 */
export interface Tx extends Sql {
  em: EntityManager
  /** Names the workers for the written rows (channels of `Wake`), which are notified only after the commit. */
  wake(...channels: string[]): void
}

/** Runs the work in one READ COMMITTED transaction of the scope, then flushes and commits it. */
export type Transact = <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>

/** Runs a transaction and returns its result with the channels to notify. */
export type TransactQuietly = <Result>(
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
  committed?: (channels: ReadonlySet<string>) => void,
) => Promise<Result>

/**
 * Returns a `Transact` that notifies the workers of a transaction's rows once it is committed. A rolled-back
 * transaction notifies none.
 */
export function notifyAfterCommit(transact: TransactQuietly, wake: Pick<Wake, 'notify'>): Transact {
  const notifyAll = (channels: ReadonlySet<string>) => {
    for (const channel of channels) wake.notify(channel)
  }
  return (scope, work) => transact(scope, work, notifyAll)
}

const attemptsMax = 4
const retriedStates = new Set(['40001', '40P01'])
// One retry for each statement of a transaction whose result type an upgrade has changed.
const stalePlansMax = 50

/**
 * Returns a function that runs work in transactions. After a deadlock or a serialization failure, or if a concurrent
 * upgrade changed the columns of a statement, the work runs again on a new fork, at most three times. Transactions of a
 * transaction's fork are savepoints in it.
 */
export function createTransactions(from: { em: EntityManager }): TransactQuietly {
  return async (scope, work, committed) => {
    const failed = { attempts: 0, stalePlans: 0 }
    for (;;) {
      // Each attempt has its own set, because a rolled-back attempt notifies no workers.
      const channels = new Set<string>()
      try {
        const result = await attemptTransaction(forkScoped(from, scope), channels, work)
        committed?.(channels)
        return result
      } catch (error) {
        if (!mayRunAgain(error, failed)) throw error
      }
    }
  }
}

function mayRunAgain(error: unknown, failed: { attempts: number; stalePlans: number }): boolean {
  if (isStalePlan(error) && failed.stalePlans < stalePlansMax) {
    failed.stalePlans++
    return true
  }
  failed.attempts++
  return failed.attempts < attemptsMax && retriedStates.has((error as { code?: string }).code ?? '')
}

// Entities keep the changes of a rolled-back attempt, so every attempt needs its own fork.
async function attemptTransaction<Result>(
  em: EntityManager,
  channels: Set<string>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const outer = em.getTransactionContext()
  await em.begin(outer ? { ctx: outer } : {})
  try {
    const result = await work(txOn(em, channels))
    await em.commit()
    return result
  } catch (error) {
    // A lost connection has already rolled back.
    await em.rollback().catch(() => {})
    throw error
  }
}

function txOn(em: EntityManager, channels: Set<string>): Tx {
  const connection = em.getKysely()
  const run = (call: StatementCall) => {
    const { text, values: parameters } = toPositional(...call)
    registerStatement(text)
    return connection.executeQuery({ sql: text, parameters, query: noNode, queryId: { queryId: '' } } as never)
  }
  return {
    em,
    query: async (...call: StatementCall) => (await run(call)).rows as never,
    async write(...call: StatementCall) {
      const { numAffectedRows, rows } = await run(call)
      return Number(numAffectedRows ?? rows.length)
    },
    wake(...woken) {
      for (const channel of woken) channels.add(channel)
    },
  }
}

const noNode = { kind: 'RawNode', sqlFragments: [], parameters: [] }
