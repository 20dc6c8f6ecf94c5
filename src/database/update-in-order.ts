import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core'
import type { Tx } from './transaction.ts'

/**
 * Updates rows that others may be updating as well, locking them in the order of their key to avoid deadlocks. Returns
 * the number of rows. Limited to the fork's scope.
 */
export async function updateInOrder<Entity extends object>(
  { em }: Pick<Tx, 'em'>,
  entity: EntityName<Entity>,
  filter: FilterQuery<NoInfer<Entity>>,
  change: object,
): Promise<number> {
  const [key] = em.getMetadata().get(entity).primaryKeys as unknown as [string]
  const locked = em
    .qb(entity as EntityName<object>)
    .select([key] as never)
    .where(filter as never)
    .orderBy({ [key]: 'asc' } as never)
    .setLockMode(LockMode.PESSIMISTIC_WRITE)
  await locked.applyFilters()
  return em.nativeUpdate(
    entity as EntityName<object>,
    { $and: [filter, { [key]: { $in: locked.toRaw() } }] } as never,
    change,
  )
}
