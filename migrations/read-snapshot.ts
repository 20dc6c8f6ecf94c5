import type { DatabaseSchema, MikroORM } from '@mikro-orm/postgresql'
import { leftTables } from '../src/modules/left-tables.ts'

interface Snapshots {
  getSchemaFromSnapshot(): Promise<DatabaseSchema>
}

/** Reads `snapshot.json` without the tables of deleted modules: a migration never drops them. */
export async function readSnapshot(orm: MikroORM): Promise<DatabaseSchema> {
  const schema = await (orm.migrator as unknown as Snapshots).getSchemaFromSnapshot()
  schema.setTables(schema.getTables().filter(({ name }) => !leftTables.includes(name)))
  return schema
}
