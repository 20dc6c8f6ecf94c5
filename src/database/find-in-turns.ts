import { type EntityKey, type EntityName, type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'

interface Turns<Entity> {
  due: FilterQuery<Entity>
  /** The moment from which a row is due. */
  dueAt: EntityKey<Entity>
  underWay: FilterQuery<Entity>
  owner: EntityKey<Entity>
  ownerId(row: Entity): number
  /** The limit of running rows of one owner. */
  share: number
  limit: number
}

/**
 * Finds the rows that have been due for longest. Owners take turns, each up to its share: neither many rows of one
 * owner nor rows that hang block others.
 */
export async function findInTurns<Entity extends object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  { due, dueAt, underWay, owner, ownerId, share, limit }: Turns<NoInfer<Entity>>,
): Promise<Entity[]> {
  const busy = await em.countBy(entity, owner, { where: underWay })
  const full = Object.keys(busy).filter(id => busy[id]! >= share)
  const { properties } = em.getMetadata().get(entity)
  const [ownerColumn, dueColumn] = [owner, dueAt].map(name => properties[name].fieldNames[0]!)
  const turn = raw(`row_number() over (partition by ${ownerColumn} order by ${dueColumn})`)
  const where = { $and: [due, { [owner]: { $nin: full } }] } as FilterQuery<NoInfer<Entity>>
  const rows = await em.find(entity, where, { orderBy: [{ [turn]: 'asc' }, { [dueAt]: 'asc' }], limit } as never)
  return rows.filter(row => {
    const id = ownerId(row)
    busy[id] = (busy[id] ?? 0) + 1
    return busy[id] <= share
  })
}
