import { DatabaseSchema, type MikroORM } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { withoutLeft } from '../../migrations/read-snapshot.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { createTestDatabase } from '../kit/database.ts'
import { allEntities } from '../kit/entities.ts'

test('the migrations create exactly the entities: after a change of entities, run `npm run migration`', async () => {
  const { connection, sql, drop } = await createTestDatabase()
  // The ORM reads comments by the name of the table alone, and the sandbox also has one that is called `transfer`.
  await sql.write('drop schema sandbox cascade')
  const database = await connectDatabase(connection, { poolMax: 1, entities: allEntities })

  const fromSchema = withoutLeft(await readDatabaseSchema(database.orm))
  expect(await database.orm.schema.getUpdateSchemaSQL({ wrap: false, fromSchema })).toBe('')
  await database.close()
  await drop()
})

test('the diff detects a missing column, index, check, key or trigger', async () => {
  const { connection, sql, drop } = await createTestDatabase()
  await sql.write('alter table payment drop column payer_app')
  await sql.write('drop index payment_of_amount')
  await sql.write('alter table payment drop constraint payment_lives')
  await sql.write('alter table stock_unit drop constraint stock_unit_order_item_id_foreign')
  await sql.write('drop trigger store_order_moves on store_order')
  const database = await connectDatabase(connection, { poolMax: 1, entities: allEntities })

  const diff = await database.orm.schema.getUpdateSchemaSQL({ wrap: false })
  for (const missing of [
    'payer_app',
    'payment_of_amount',
    'payment_lives',
    'stock_unit_order_item_id',
    'store_order_moves',
  ]) {
    expect(diff).toContain(missing)
  }
  await database.close()
  await drop()
})

test('a delivery and its attempts refer to the event and repeat nothing of its payload', async () => {
  const { sql, drop } = await createTestDatabase()
  const columns = await sql.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (column_name in ('payload', 'body') or data_type like 'json%')`,
  )
  const holding = new Set(columns.map(({ table }) => table))
  expect([...holding]).toContain('event')
  for (const table of ['delivery', 'delivery_attempt']) expect([...holding]).not.toContain(table)
  await drop()
})

/** Reads the tables of the database, as the ORM does to compare them with the entities. */
async function readDatabaseSchema({ em, config }: MikroORM): Promise<DatabaseSchema> {
  const { skipTables } = config.get('schemaGenerator')
  const connection = em.getConnection()
  const platform = em.getPlatform()
  const schema = await DatabaseSchema.create(connection, platform, config, 'public', ['public'], undefined, skipTables)
  await schema.loadRoutines(connection, platform, ['public'])
  return schema
}
