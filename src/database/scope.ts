import type { EntityManager } from '@mikro-orm/postgresql'

export const modes = ['live', 'test'] as const
export type Mode = (typeof modes)[number]

/**
 * The rows that an entity manager may see. These are the rows of one account; those of tables without an account, such
 * as users and their sessions (`shared`); or those of the entire installation. Only the files listed in
 * `test/house-scope.test.ts` may use the last one.
 */
export type Scope = OwnedScope | 'shared' | 'installation'

type OwnedScope = AccountScope | BothModes | SeveralAccounts

export interface AccountScope {
  accountId: number
  /** The mode, required for tables that have one; without it, a scope reads no rows of them. */
  mode?: Mode
}

/** The scope of an account in live and test mode together. */
export interface BothModes {
  accountId: number
  mode: 'both'
}

/** The scope of a person over all their accounts, in live and test mode together. */
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

/** The filter of tables that belong to an account in both modes. */
export const accountFilter = filter(scope => ({ account: ownedBy(scope) }))

/** The filter of tables whose rows are live or test. */
export const accountAndModeFilter = filter(scope => {
  const account = ownedBy(scope)
  const mode = scope === 'shared' || 'accountIds' in scope ? 'both' : scope.mode
  if (!mode) throw new Error('This table has a mode, and the scope names none')
  return mode === 'both' ? { account } : { account, mode }
})

/** The filter of the accounts table. */
export const ownIdFilter = filter(scope => ({ id: ownedBy(scope) }))

function ownedBy(scope: OwnedScope | 'shared') {
  if (scope === 'shared') throw new Error('This table belongs to accounts, and the scope names none')
  return 'accountIds' in scope ? { $in: [...scope.accountIds] } : scope.accountId
}

/** The filter of tables that no account can see. */
export const installationFilter = filter(scope => {
  if (scope === 'shared') return {}
  throw new Error('This table belongs to no account: its scope is `shared`')
})

/**
 * Returns a fork that can see and write only rows of the scope. It does not flush before it reads: flush explicitly if
 * a later read or statement must see a change. A fork of a transaction's entity manager is inside that transaction.
 */
export function forkScoped(from: { em: EntityManager }, scope: Scope): EntityManager {
  const em = from.em.fork({ flushMode: 'commit', keepTransactionContext: true })
  em.setFilterParams('caller', { scope })
  return em
}
