import type { EntityManager } from '@mikro-orm/postgresql'
import { Account } from '../accounts/account.ts'
import { forkScoped } from '../database/scope.ts'
import { Membership } from './membership.ts'

/**
 * Returns the account whose log contains the events of a user: the user's first, or the operator's. Null if neither
 * exists.
 */
export async function findUserAccount(from: { em: EntityManager }, userId: number): Promise<number | null> {
  const em = forkScoped(from, 'installation')
  const first = await em.findOne(Membership, { user: userId }, { orderBy: { id: 'asc' } })
  return first?.account.id ?? (await em.findOne(Account, { isOperator: true }))?.id ?? null
}
