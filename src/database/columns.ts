import { type EntityClass, EntitySchema, UnderscoreNamingStrategy } from '@mikro-orm/core'
import { OpenEndedType } from './open-ended.ts'

/**
 * Returns the columns of an entity for a hand-written statement, named as its properties: all, or `only` some. A
 * relation is returned as the key of its target, which `toInstances` turns into a reference. Each is prefixed with
 * `table`.
 */
export function selectColumns(entity: EntityClass<object>, table: string, only?: readonly string[]): string {
  return listColumns(entity)
    .filter(({ name }) => only?.includes(name) ?? true)
    .map(({ name, column }) => `${table}.${column} as "${name}"`)
    .join(', ')
}

/**
 * Returns the columns of an entity as the table names them, for rows that `em.map` converts to entities. A prepared
 * `select *` would be refused as soon as a concurrent upgrade adds a column.
 */
export function selectStoredColumns(entity: EntityClass<object>, table: string): string {
  // A foreign key and its relation share a column.
  const stored = new Set(listColumns(entity).map(({ column }) => `${table}.${column}`))
  return [...stored].join(', ')
}

/** Returns the columns with which a row of this entity is written, without those that the database computes. */
export function listWrittenColumns(table: string): string[] {
  const [entity] = [...EntitySchema.REGISTRY].find(([, { meta }]) => meta.tableName === table)!
  const computed = listProperties(entity as EntityClass<object>).flatMap(([name, { generated, formula }]) =>
    formula || /stored/.test(String(generated)) ? [name] : [],
  )
  const written = listColumns(entity as EntityClass<object>).filter(({ name }) => !computed.includes(name))
  return [...new Set(written.map(({ column }) => column))]
}

/**
 * Turns the rows of such a statement into instances of the class, in place and without a copy; other columns of a row
 * remain. No fork tracks them, so they can be read, but are changed only by guarded updates. (`em.map` costs twice as
 * much as the statement.)
 */
export function toInstances<Entity extends object, Row extends object = object>(
  entity: EntityClass<Entity>,
  rows: Row[],
): (Readonly<Entity> & Row)[] {
  const special = listColumns(entity).filter(({ convert }) => convert !== undefined)
  return rows.map(row => {
    const fields = row as Record<string, unknown>
    for (const { name, convert } of special) fields[name] = fields[name] === null ? null : convert!(fields[name])
    return Object.setPrototypeOf(row, entity.prototype)
  })
}

interface Column {
  name: string
  column: string
  /** Converts a result to the property's type, if the two differ. */
  convert?: (value: unknown) => unknown
}

/** A property of an entity's definition, before the ORM completes it. */
interface Property {
  kind?: string
  fieldName?: string
  fieldNames?: string[]
  type?: unknown
  primary?: boolean
  generated?: unknown
  formula?: unknown
  entity?: () => EntityClass<object>
}

const naming = new UnderscoreNamingStrategy()
const openEnded = new OpenEndedType()
const columnsByEntity = new WeakMap<object, Column[]>()

function listColumns(entity: EntityClass<object>): Column[] {
  const columns = columnsByEntity.get(entity) ?? listProperties(entity).flatMap(toColumns)
  columnsByEntity.set(entity, columns)
  return columns
}

function listProperties(entity: EntityClass<object>): [string, Property][] {
  return Object.entries(EntitySchema.REGISTRY.get(entity)!.meta.properties) as [string, Property][]
}

function toColumns([name, property]: [string, Property]): Column[] {
  const { kind = 'scalar', fieldNames = [], fieldName = fieldNames[0], type, entity } = property
  if (kind === 'scalar') {
    const column = fieldName ?? naming.propertyToColumnName(name)
    return [
      type === OpenEndedType
        ? { name, column, convert: value => openEnded.convertToJSValue(value as Date) }
        : { name, column },
    ]
  }
  // The second relation of an account's composite key exists only for its constraint, and collections have no column.
  if (!entity || fieldNames.length > 1 || !(kind === 'm:1' || kind === '1:1')) return []
  return [{ name, column: fieldName ?? `${naming.propertyToColumnName(name)}_id`, convert: referenceTo(entity) }]
}

function referenceTo(entity: () => EntityClass<object>): (key: unknown) => object {
  let target: { primary: string; prototype: object } | undefined
  return key => {
    // Resolved lazily, because two files may import each other.
    target ??= { primary: primaryProperty(entity()), prototype: entity().prototype }
    return Object.setPrototypeOf({ [target.primary]: key }, target.prototype)
  }
}

function primaryProperty(entity: EntityClass<object>): string {
  return listProperties(entity).find(([, { primary }]) => primary)![0]
}
