import { type EntityClass, EntitySchema, UnderscoreNamingStrategy } from '@mikro-orm/core'

const naming = new UnderscoreNamingStrategy()

/**
 * The columns of an entity for a hand-written statement, named as its properties: the row that comes back has the fields of the
 * class. A relation comes as its number, where the entity has such a property (`accountId`). `table` stands before each.
 */
export function columnsOf(entity: EntityClass<object>, table: string): string {
  const properties = Object.entries(EntitySchema.REGISTRY.get(entity)!.meta.properties)
  return properties
    .filter(([, { kind }]) => kind === undefined || kind === 'scalar')
    .map(([name, property]) => {
      const { fieldName } = property as { fieldName?: string }
      return `${table}.${fieldName ?? naming.propertyToColumnName(name)} as "${name}"`
    })
    .join(', ')
}
