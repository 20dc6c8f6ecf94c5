import type { EntityManager } from '@mikro-orm/postgresql'

export const modes = ['live', 'test'] as const
export type Mode = (typeof modes)[number]

/**
 * One account's view, or that of the whole installation, which only the files listed in `test/house-scope.test.ts` may
 * take.
 */
export type Scope = OwnedScope | 'installation'

type OwnedScope = AccountScope | BothModes | SeveralAccounts

export interface AccountScope {
  accountId: number
  /** Asked for by tables that have a mode; a scope without one reads none of them. */
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

const filter = (cond: (scope: OwnedScope) => object) => ({
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
  const mode = 'accountIds' in scope ? 'both' : scope.mode
  if (!mode) throw new Error('This table has a mode, and the scope names none')
  return mode === 'both' ? { account: ownedBy(scope) } : { account: ownedBy(scope), mode }
})

/** For the table of the accounts. */
export const byOwnId = filter(scope => ({ id: ownedBy(scope) }))

function ownedBy(scope: OwnedScope) {
  return 'accountIds' in scope ? { $in: [...scope.accountIds] } : scope.accountId
}

/** For tables that no account sees. */
export const byInstallation = filter(() => {
  throw new Error('This table is read in the scope of the installation only')
})

/**
 * A fork that sees the rows of the scope and writes no others. It does not flush before it reads: flush by name what a
 * later read or statement must see. Of a transaction's fork it is one inside that transaction.
 */
export function scoped(from: { em: EntityManager }, scope: Scope): EntityManager {
  const em = from.em.fork({ flushMode: 'commit', keepTransactionContext: true })
  em.setFilterParams('caller', { scope })
  return em
}
