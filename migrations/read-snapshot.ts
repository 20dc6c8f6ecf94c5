import type { DatabaseSchema, MikroORM } from '@mikro-orm/postgresql'
import { isLeftColumn, leftTables } from '../src/modules/left-tables.ts'

interface Snapshots {
  getSchemaFromSnapshot(): Promise<DatabaseSchema>
}

/** Reads `snapshot.json` without what deleted modules left: a migration never drops it. */
export async function readSnapshot(orm: MikroORM): Promise<DatabaseSchema> {
  return withoutLeft(await (orm.migrator as unknown as Snapshots).getSchemaFromSnapshot())
}

/** Removes the tables and columns of deleted modules from a schema, with the indexes and keys of these columns. */
export function withoutLeft(schema: DatabaseSchema): DatabaseSchema {
  schema.setTables(schema.getTables().filter(({ name }) => !leftTables.includes(name)))
  for (const table of schema.getTables()) {
    const isLeft = (column: string) => isLeftColumn(table.name, column)
    for (const { name } of table.getColumns().filter(column => isLeft(column.name))) table.removeColumn(name)
    table.setIndexes(table.getIndexes().filter(({ columnNames }) => !columnNames.some(isLeft)))
    const keys = Object.entries(table.getForeignKeys())
    table.setForeignKeys(Object.fromEntries(keys.filter(([, { columnNames }]) => !columnNames.some(isLeft))))
  }
  return schema
}
