import { type EntityKey, type EntityName, type FilterQuery, raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'

interface Turns<Entity> {
  due: FilterQuery<Entity>
  /** The column that contains when a row becomes due. */
  dueAt: EntityKey<Entity>
  underWay: FilterQuery<Entity>
  owner: EntityKey<Entity>
  ownerId(row: Entity): number
  /** The maximum number of running rows per owner. */
  share: number
  limit: number
}

/**
 * Finds the rows that have been due the longest. Owners take turns, each up to its share, so that neither many rows of
 * one owner nor hanging rows block others.
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
