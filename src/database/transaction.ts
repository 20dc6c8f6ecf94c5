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
  /** Names the workers of the written rows (channels of `Wake`): they are notified only after the commit. */
  wake(...channels: string[]): void
}

/** Runs the work in one READ COMMITTED transaction of the scope and commits it, flushed, when the work is done. */
export type Transact = <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>

/** Runs a transaction and returns its result with the channels to notify. */
export type TransactQuietly = <Result>(
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
  committed?: (channels: ReadonlySet<string>) => void,
) => Promise<Result>

/**
 * Notifies the workers of a transaction's rows once it is committed. A transaction that is rolled back notifies none.
 */
export function notifyAfterCommit(transact: TransactQuietly, wake: Pick<Wake, 'notify'>): Transact {
  const notifyAll = (channels: ReadonlySet<string>) => {
    for (const channel of channels) wake.notify(channel)
  }
  return (scope, work) => transact(scope, work, notifyAll)
}

const attemptsMax = 4
const retriedStates = new Set(['40001', '40P01'])
// One for each statement of a transaction whose result an upgrade has changed.
const stalePlansMax = 50

/**
 * Runs work in transactions. After a deadlock or a serialization failure the work runs again, at most three times, each
 * time on its own fork; likewise if an upgrade beside this process changed the columns of a statement. Transactions of
 * a transaction's fork are savepoints in it.
 */
export function transactionsOn(from: { em: EntityManager }): TransactQuietly {
  return async (scope, work, committed) => {
    const failed = { attempts: 0, stalePlans: 0 }
    for (;;) {
      // Each attempt has its own set, because an attempt that was rolled back notifies no worker.
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

// Entities keep the changes of an attempt that was rolled back, so every attempt needs a fork of its own.
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
    // A connection that is lost has rolled back already.
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
