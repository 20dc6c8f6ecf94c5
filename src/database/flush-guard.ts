import type { EventSubscriber, FlushEventArgs } from '@mikro-orm/core'
import type { Scope } from './scope.ts'

interface Owned {
  account?: { id: number } | null
  accountId?: number
  mode?: string
  /** In place of the account: which log an audited act belongs to. */
  chain?: number
}

/**
 * The filter guards reads; this guards writes: a flush that holds a row of another account, or of the other mode,
 * writes nothing and throws.
 */
export class FlushGuard implements EventSubscriber {
  onFlush({ em, uow }: FlushEventArgs): void {
    const { scope } = em.getFilterParams<{ scope: Scope }>('caller') ?? {}
    if (scope === 'installation') return
    const { accountIds: owners, mode: own } = listScopeAccounts(scope)
    for (const { entity, meta } of uow.getChangeSets()) {
      const name = meta.className
      if (!scope) throw new Error(`A ${name} is written without a scope`)
      if (scope === 'shared' && !('account' in meta.properties) && name !== 'Account') continue
      const { account, chain, accountId = account?.id ?? chain, mode } = entity as Owned
      const owner = name === 'Account' ? (entity as { id?: number }).id : accountId
      const isOfMode = mode === undefined || own === 'both' || mode === own
      if (!owners.includes(owner!) || !isOfMode) throw new Error(`A ${name} of another account is written`)
    }
  }
}

function listScopeAccounts(scope: Scope | undefined): { accountIds: readonly number[]; mode?: string } {
  if (scope === undefined || scope === 'installation' || scope === 'shared') return { accountIds: [] }
  return 'accountIds' in scope ? { ...scope, mode: 'both' } : { ...scope, accountIds: [scope.accountId] }
}
