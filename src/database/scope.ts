import type { EntityManager } from '@mikro-orm/postgresql'

export const modes = ['live', 'test'] as const
export type Mode = (typeof modes)[number]

/**
 * The rows that an entity manager may see. These are the rows of one account; those of the tables without an account,
 * such as users and their sessions (`shared`); or those of the whole installation. Only the files listed in
 * `test/house-scope.test.ts` may use the last one.
 */
export type Scope = OwnedScope | 'shared' | 'installation'

type OwnedScope = AccountScope | BothModes | SeveralAccounts

export interface AccountScope {
  accountId: number
  /** Required for tables that have a mode; a scope without one reads none of them. */
  mode?: Mode
}

/** For what an account sees of live and test mode together. */
export interface BothModes {
  accountId: number
  mode: 'both'
}

/** For what one person sees of all accounts that they belong to, of live and test mode together. */
export interface SeveralAccounts {
  accountIds: readonly number[]
}

interface FilterArguments {
  scope: Scope
}

const filter = (cond: (scope: OwnedScope | 'shared') => object) => ({
  caller: {
    name: 'caller',
    default: true,
    cond: ({ scope }: FilterArguments) => (scope === 'installation' ? {} : cond(scope)),
  },
})

/** For tables that belong to an account in both modes. */
export const byAccount = filter(scope => ({ account: ownedBy(scope) }))

/** For tables whose rows are live or test. */
export const byAccountAndMode = filter(scope => {
  const account = ownedBy(scope)
  const mode = scope === 'shared' || 'accountIds' in scope ? 'both' : scope.mode
  if (!mode) throw new Error('This table has a mode, and the scope names none')
  return mode === 'both' ? { account } : { account, mode }
})

/** For the table of the accounts. */
export const byOwnId = filter(scope => ({ id: ownedBy(scope) }))

function ownedBy(scope: OwnedScope | 'shared') {
  if (scope === 'shared') throw new Error('This table belongs to accounts, and the scope names none')
  return 'accountIds' in scope ? { $in: [...scope.accountIds] } : scope.accountId
}

/** For tables that no account sees. */
export const byInstallation = filter(scope => {
  if (scope === 'shared') return {}
  throw new Error('This table belongs to no account: its scope is `shared`')
})

/**
 * A fork that sees the rows of the scope and writes no others. It does not flush before it reads: flush by name what a
 * later read or statement must see. Of a transaction's fork it is one inside that transaction.
 */
export function forkScoped(from: { em: EntityManager }, scope: Scope): EntityManager {
  const em = from.em.fork({ flushMode: 'commit', keepTransactionContext: true })
  em.setFilterParams('caller', { scope })
  return em
}
