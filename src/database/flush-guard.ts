import type { EventSubscriber, FlushEventArgs } from '@mikro-orm/core'
import type { Scope } from './scope.ts'

interface Owned {
  account?: { id: number } | null
  accountId?: number
  mode?: string
  /** Which audit log an act belongs to; used instead of the account. */
  chain?: number
}

/**
 * Guards writes, as the filter guards reads: a flush with a row of another account or mode writes nothing and throws.
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
