import { type EntityKey, type EntityName, type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'

interface Turns<Entity> {
  /** Whose a row is: these take turns, so that one with many rows does not take all places. */
  owner: EntityKey<Entity>
  /** The moment from which a row is due. */
  due: EntityKey<Entity>
  limit: number
}

/** Finds the rows that have been due for longest, of each owner as many as of the others. */
export async function findInTurns<Entity extends object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  which: FilterQuery<NoInfer<Entity>>,
  { owner, due, limit }: Turns<NoInfer<Entity>>,
): Promise<Entity[]> {
  const { properties } = em.getMetadata().get(entity as EntityName<object>)
  const [column] = (properties as Record<string, { fieldNames: string[] }>)[due]!.fieldNames
  const owners = await em
    .qb(entity as EntityName<object>)
    .select([owner] as never)
    .where(which as never)
    .groupBy(owner as never)
    .orderBy({ [raw(`min(${column})`)]: 'asc' } as never)
    .limit(limit)
    .execute<Record<string, unknown>[]>('all')
  const each = Math.ceil(limit / Math.max(1, owners.length))
  const options = { orderBy: { [due]: 'asc' }, limit: each } as never
  const found: object[][] = []
  for (const row of owners) {
    found.push(
      await em.find(entity as EntityName<object>, { $and: [which, { [owner]: row[owner] }] } as never, options),
    )
  }
  const turns = Array.from({ length: each }, (_, turn) => found.flatMap(rows => rows.slice(turn, turn + 1)))
  return turns.flat().slice(0, limit) as Entity[]
}
