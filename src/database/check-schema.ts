import type { DatabaseSchema, DatabaseTable, MikroORM } from '@mikro-orm/postgresql'
import type { Sql } from '../lib/sql.ts'
import { SchemaMismatchError } from './schema-mismatch.ts'
import { columnsSql, keysSql } from './schema-sql.ts'

interface Column {
  table: string
  column: string
  type: string
  required: boolean
  /** Whether the database sets it if a statement does not. */
  given: boolean
}

interface Key {
  table: string
  kind: 'key' | 'trigger' | 'divided'
  name: string
}

/**
 * Compares the schema of the entities with the database: columns with their types, keys, triggers. Partitions and extra
 * tables, columns and indexes are accepted, unless an extra column requires a value that this version does not know.
 * Throws SchemaMismatchError.
 */
export async function checkSchema(database: { orm: MikroORM; sql: Sql }): Promise<void> {
  const differences = await differencesIn(database)
  if (differences.length === 0) return
  const firstDifferences = differences.slice(0, differencesShown)
  const more =
    differences.length > firstDifferences.length ? [`and ${differences.length - firstDifferences.length} more`] : []
  throw new SchemaMismatchError(
    `The database has not the schema of this version: ${[...firstDifferences, ...more].join('; ')}. ` +
      'Nothing was changed. Start the version that made this database, or give this one a database of its own ' +
      '(another DATA_DIR or DATABASE_URL) and bring a backup of the same version back into it (npm run warung ' +
      '-- restore).',
  )
}

const differencesShown = 8

async function differencesIn({ orm, sql }: { orm: MikroORM; sql: Sql }): Promise<string[]> {
  const [columns, keys] = await Promise.all([sql.query<Column>(columnsSql), sql.query<Key>(keysSql)])
  const columnsOf = Map.groupBy(columns, ({ table }) => table)
  const keysOf = Map.groupBy(keys, ({ table }) => table)
  const target = (orm.schema as unknown as { getTargetSchema(): DatabaseSchema }).getTargetSchema()
  return target.getTables().flatMap(table => {
    const there = columnsOf.get(table.name)
    if (!there) return [`there is no table ${table.name}`]
    return [...columnDifferences(table, there), ...keyDifferences(table, keysOf.get(table.name) ?? [])]
  })
}

function columnDifferences(table: DatabaseTable, there: Column[]): string[] {
  const columnsFound = new Map(there.map(column => [column.column, column]))
  const columnsExpected = new Map(table.getColumns().map(column => [column.name, column]))
  const differing = [...columnsExpected.values()].flatMap(({ name, type, nullable }) => {
    const column = columnsFound.get(name)
    if (!column) return [`${table.name} has no column ${name}`]
    if (plainType(column.type) !== plainType(type)) return [`${table.name}.${name} is ${column.type}, not ${type}`]
    return nullable && column.required ? [`${table.name}.${name} takes no null`] : []
  })
  const unknown = there
    .filter(({ column, required, given }) => !columnsExpected.has(column) && required && !given)
    .map(({ column }) => `${table.name}.${column} wants a value that this version does not know`)
  return [...differing, ...unknown]
}

const spellings: Record<string, string> = { integer: 'int', 'timestamp with time zone': 'timestamptz' }

// The ORM always writes the precision of a timestamp; PostgreSQL omits the default.
function plainType(type: string): string {
  const [, before = '', precision = '', after = ''] = /^([^(]+)(\(\d+\))?(.*)$/s.exec(type) ?? []
  const name = `${before.trim()}${after}`
  const plain = spellings[name] ?? name
  return plain === 'timestamptz' && precision === '(6)' ? plain : `${plain}${precision}`
}

/**
 * Returns the differences in keys. The keys of a partitioned table include the month (deploy/partition-*.sql); its
 * partitions have the others.
 */
function keyDifferences(table: DatabaseTable, there: Key[]): string[] {
  const isDivided = there.some(({ kind }) => kind === 'divided')
  const existing = new Set(there.map(({ kind, name }) => `${kind} ${name}`))
  const keys = table
    .getIndexes()
    .filter(index => (index.unique || index.primary) && !index.expression && !isDivided)
    .filter(({ columnNames }) => !existing.has(`key ${columnNames.join(',')}`))
    .map(({ keyName }) => `${table.name} has no ${keyName}`)
  const triggers = table.getTriggers().filter(({ name }) => !existing.has(`trigger ${name}`))
  return [...keys, ...triggers.map(({ name }) => `${table.name} has no trigger ${name}`)]
}
